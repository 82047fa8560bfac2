import { z } from "zod";
import { accountById } from "../../state/accounts.ts";
import { turnDigestOff } from "../../state/digests.ts";
import { localeParameter } from "../calling/parameters.ts";
import { Refused } from "../calling/refusal.ts";
import { defineCapability } from "../capability.ts";

/** Turns the digest of a person off, for whoever holds a mail: it can do nothing else. */
export const digestStop = defineCapability({
  name: "digest_stop",
  access: "visitor",
  effect: "write",
  input: z.strictObject({ token: z.string(), locale: localeParameter }),
  run: async ({ token }, { accounts, change }) => {
    const accountId = accounts.sealing.open(token, "digest");
    if (accountId === undefined) throw new Refused([{ code: "token_invalid" }]);
    await change(async ({ tx, record }) => {
      // It was off already, or the account is gone: nothing more comes either way.
      const isKnown = (await accountById(tx, accountId)) !== undefined;
      if (!isKnown || !(await turnDigestOff({ db: tx, accountId }))) return;
      const target = { type: "account", id: accountId };
      await record({ action: "reminder.changed", actorId: accountId, target, details: { frequency: "off" } });
    });
    return {};
  },
});
