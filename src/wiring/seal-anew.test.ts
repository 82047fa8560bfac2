import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createSealing } from "../identity/sealing.ts";
import { addAccount } from "../state/accounts.ts";
import { findTotp, startTotp } from "../state/second-factors.ts";
import { createState } from "../state/state.ts";
import { addTrustKey, trustKeys } from "../state/trust-keys.ts";
import { sealAnew } from "./seal-anew.ts";

const [former, present, lost] = [7, 8, 9].map((byte) => Buffer.alloc(32, byte));

test("what the former key sealed is sealed with the new one, once; what neither opens stays", async () => {
  const dir = mkdtempSync(join(tmpdir(), "dosah-seal-"));
  const state = createState({ dir, now: () => 0 });
  onTestFinished(async () => {
    await state.close();
    rmSync(dir, { recursive: true });
  });
  await state.open();
  const add = async (id: string, key: Uint8Array) => {
    const email = `${id}@firma.sk`;
    const account = {
      id,
      email,
      email_key: email,
      name: id,
      locale: "sk" as const,
      password_hash: null,
      email_verified_at: 0,
    };
    await addAccount(state, account, 0);
    await startTotp(state, id, createSealing(key).seal(`secret of ${id}`, "totp"));
  };
  for (let count = 0; count < 3; count++) await add(`old-${count}`, former as Uint8Array);
  await add("new", present as Uint8Array);
  await add("strange", lost as Uint8Array);

  await addTrustKey(state, {
    kid: "2026-a",
    public_jwk: "{}",
    sealed: createSealing(former as Uint8Array).seal("signing key", "signing_key"),
    nbf: 0,
  });

  const rotating = createSealing(present as Uint8Array, former);
  expect(await sealAnew(state, rotating)).toBe(4);
  expect(await sealAnew(state, rotating)).toBe(0);
  const alone = createSealing(present as Uint8Array);
  for (const id of ["old-0", "old-1", "old-2", "new"]) {
    expect(alone.open((await findTotp(state, id))?.sealed ?? "", "totp")).toBe(`secret of ${id}`);
  }
  expect(alone.open((await trustKeys(state))[0]?.sealed ?? "", "signing_key")).toBe("signing key");
  expect(createSealing(lost as Uint8Array).open((await findTotp(state, "strange"))?.sealed ?? "", "totp")).toBe(
    "secret of strange",
  );
});
