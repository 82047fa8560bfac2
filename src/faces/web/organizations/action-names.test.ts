import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { ACTION_NAMES } from "./action-names.ts";

const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));

/** An action as it is written into the log: by `record` of a change, or as a whole event. */
const RECORDED = /(?:\brecord\(\s*|\baction: )"([a-z_]+\.[a-z_]+)"/g;

/** What stands in the log of an account or of the installation: no member of an organization sees it there. */
const ELSEWHERE =
  /^(account|session|two_factor|passkey|identity|key)\.|^(organization\.deleted|trust\.key_rotated|oauth\.client_(added|removed))$/;

test("everything that is recorded in an organization has words in the audit log", () => {
  const files = execFileSync("git", ["ls-files", "--", "src/**/*.ts"], { cwd: ROOT, encoding: "utf8" }).split("\n");
  const sources = files.filter((file) => file !== "" && !/\.(test|fixture|contract)\.ts$/.test(file));
  const recorded = sources.flatMap((file) =>
    [...readFileSync(`${ROOT}${file}`, "utf8").matchAll(RECORDED)].map(([, action = ""]) => action),
  );
  const ofOrganizations = new Set(recorded.filter((action) => !ELSEWHERE.test(action)));
  expect(ofOrganizations.size).toBeGreaterThan(30);
  expect([...ofOrganizations].filter((action) => !Object.hasOwn(ACTION_NAMES, action))).toEqual([]);
});
