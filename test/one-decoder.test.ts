import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** What turns bytes into text and drops or replaces what does not fit. */
const DECODES = /new TextDecoder|toString\("utf-?8"|setEncoding\(|text\(process|readFile(?:Sync)?\([^;]*"utf-?8"/;

/** Files that decode without `core/text-of.ts`, by why nothing is lost there. */
const REASONS: Readonly<Record<string, readonly string[]>> = {
  "the one place": ["core/text-of.ts"],
  "files of our own: what we wrote or shipped": [
    "version.ts",
    "capabilities/suppliers/supplier-import.ts",
    "faces/web/assets.ts",
    "knowledge/checked-files.ts",
    "knowledge/load.ts",
    "knowledge/parsed-files.ts",
    "knowledge/yaml-file.ts",
    "mail/outbox.ts",
    "outbound/partial-file.ts",
    "sources/registers/download/have-file.ts",
    "sources/registers/fetch/remembered.ts",
    "sources/registers/snapshot/importing/checksum-file.ts",
    "sources/registers/snapshot/importing/files.ts",
    "sources/registers/snapshot/keys/dense-prefixes.ts",
    "sources/registers/snapshot/keys/key-blocks.ts",
    "sources/registers/snapshot/keys/key-texts.ts",
    "sources/registers/snapshot/publishing/publish-snapshot.ts",
    "state/backup/deletions.ts",
    "core/utf8-bytes.ts",
  ],
  "a secret or a key, which fits or not": [
    "config/secrets-key.ts",
    "identity/token-client.ts",
    "wiring/passphrase.ts",
    "identity/profile-signature.ts",
    "identity/sealing.ts",
    "wiring/open-registers.ts",
    "wiring/open-state-operations.ts",
    "wiring/open-trust.ts",
  ],
  "settings of the operator, each of which a schema reads": ["config/env-file.ts"],
  "checked before: what is no UTF-8 is refused": [
    "faces/mcp/modern.ts",
    "faces/mcp/read-body.ts",
    "faces/oauth/read-bounded.ts",
    "sources/registers/res/activities.ts",
    "sources/registers/snapshot/records/read-lines.ts",
    "state/backup/format.ts",
  ],
  "an answer of a scanned domain or of ourselves, which is judged and never stored as a name": [
    "outbound/guarded/dns-message.ts",
    "scanner/collect/collect-files.ts",
    "scanner/collect/collect-proof.ts",
    "scanner/collect/collect-web.ts",
    "wiring/doctor/address-checks.ts",
  ],
  "its lines are compared with their hashes": ["faces/cli/commands/audit-verify.ts"],
  "a form: what was lost is refused behind it": ["faces/web/read-form.ts"],
};

const src = new URL("../src/", import.meta.url);

test("bytes become text in one place, and nowhere else without a reason", () => {
  const decoding = globSync("**/*.{ts,tsx}", { cwd: src })
    .filter((file) => !/\.(?:test|fixture)\.tsx?$/.test(file))
    .filter((file) => DECODES.test(readFileSync(new URL(file, src), "utf8")));
  expect(decoding.sort()).toEqual(Object.values(REASONS).flat().sort());
});
