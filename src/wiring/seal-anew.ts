import type { Sealing } from "../identity/sealing.ts";
import { resealTotp, sealedTotps } from "../state/second-factors.ts";
import type { StateDatabase } from "../state/state-database.ts";
import { resealTrustKey, trustKeys } from "../state/trust-keys.ts";

const BATCH = 500;

/**
 * Seals what was sealed with the former key with the new one, so that the former one can be given up. Several instances
 * may do so at once: a value that changed meanwhile stays as it is. What no key opens stays too; `dosah doctor` counts it.
 * @returns how many values were sealed anew.
 * @throws StateError
 */
export async function sealAnew(state: StateDatabase, sealing: Sealing): Promise<number> {
  return (await sealTotpsAnew(state, sealing)) + (await sealTrustKeysAnew(state, sealing));
}

/** The keys that sign profiles; there are few. */
async function sealTrustKeysAnew(state: StateDatabase, sealing: Sealing): Promise<number> {
  let sealed = 0;
  for (const { kid, sealed: former } of await trustKeys(state)) {
    if (former === null || !sealing.isOld(former)) continue;
    const key = sealing.open(former, "signing_key");
    if (key === undefined) continue;
    await resealTrustKey(state, kid, former, sealing.seal(key, "signing_key"));
    sealed++;
  }
  return sealed;
}

async function sealTotpsAnew(state: StateDatabase, sealing: Sealing): Promise<number> {
  let sealed = 0;
  for (let after = ""; ; ) {
    const rows = await sealedTotps(state, after, BATCH);
    for (const row of rows.filter((each) => sealing.isOld(each.sealed))) {
      const secret = sealing.open(row.sealed, "totp");
      if (secret === undefined) continue;
      await resealTotp(state, row.account_id, row.sealed, sealing.seal(secret, "totp"));
      sealed++;
    }
    const last = rows.at(-1);
    if (rows.length < BATCH || last === undefined) return sealed;
    after = last.account_id;
  }
}
