import { hashBackupCode } from "../../identity/backup-code.ts";
import { totpStepOf } from "../../identity/totp.ts";
import type { OwnAccountStore } from "../../state/person-store.ts";
import type { Accounts } from "./accounts.ts";

/** What a code was: of the authenticator app, or one of the backup codes. */
export type UsedCode = "app" | "backup";

/**
 * Uses a code of the second factor up, in the transaction of what it lets through: of two that show it at once, one gets
 * it. @returns `undefined` for a code that is wrong, too old or was used, and where there is no second factor.
 */
export async function acceptCode(
  own: OwnAccountStore,
  { sealing, now }: Pick<Accounts, "sealing" | "now">,
  typed: string,
): Promise<UsedCode | undefined> {
  const totp = await own.totp();
  if (totp === undefined || totp.confirmed_at === null) return undefined;
  const secret = sealing.open(totp.sealed, "totp");
  const step = secret === undefined ? undefined : totpStepOf(secret, typed.replace(/\s/g, ""), now());
  if (step !== undefined) return (await own.useTotpStep(step)) ? "app" : undefined;
  const hash = hashBackupCode(typed);
  return hash !== undefined && (await own.useBackupCode(hash, now())) ? "backup" : undefined;
}
