import { z } from "zod";
import { ServiceError } from "../../core/problem.ts";
import { localeParameter } from "../calling/parameters.ts";
import { notYours } from "../calling/principal.ts";
import { defineCapability } from "../capability.ts";
import { confirmPerson } from "./confirm-person.ts";
import { refuseLastWay } from "./refuse-last-way.ts";

/** Ends the sign-in through the operator's identity provider for one's own account. */
export const identityUnlink = defineCapability({
  name: "identity_unlink",
  access: "person",
  needsSession: true,
  effect: "write",
  input: z.strictObject({ current: z.string(), locale: localeParameter }),
  form: { cost: { rows: ["person_write"] }, path: "/account/identity/unlink", leadsTo: "/account", done: "removed" },
  run: async ({ current }, context) => {
    const { person, accounts } = context;
    await confirmPerson(context, current);
    await context.write(async ({ store: { own }, record }) => {
      const identities = await own.identities();
      if (identities.length === 0) throw new ServiceError(notYours);
      for (const { issuer } of identities) await own.removeIdentity(issuer);
      await refuseLastWay(own, accounts);
      await record("identity.unlinked", { type: "account", id: person.accountId });
    });
    return {};
  },
});
