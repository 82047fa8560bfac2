import { z } from "zod";
import { localeParameter } from "../calling/parameters.ts";
import { Refused } from "../calling/refusal.ts";
import { defineCapability } from "../capability.ts";
import { statusShown } from "../scope/firm-facts.ts";
import { firmFields, firmIdOf, isSameFirm, lookUpFirm, readFirm } from "./firm.ts";
import { judgeToKeep, readKept } from "./kept-verdict.ts";

/** A firm before it is chosen for an organization: what the register says, its category, and whether the person has it. */
export const firmChoice = defineCapability({
  name: "firm_choice",
  access: "person",
  needsSession: true,
  input: z.strictObject({ firm: firmFields.firm, locale: localeParameter }),
  web: { rows: ["web_lookup"] },
  run: async ({ firm }, context) => {
    const named = readFirm({ firm });
    const { country, ico } = named;
    if (country === null || ico === null) throw new Refused([{ code: "ico_invalid", field: "firm" }]);
    const { copy, found } = await lookUpFirm(named, context);
    const verdict = readKept(judgeToKeep({ ...named, row: undefined, rests: false, found }, context));
    const own = (await context.store.organizations()).find((each) => isSameFirm(each, named));
    return {
      firm: firmIdOf(named),
      country,
      ico,
      listed: copy.firm_listed === 1,
      active: found === null ? null : statusShown(found.company, context) === "active",
      category: verdict?.category ?? null,
      /** The organization that the person has of this firm. */
      organizationId: own?.id ?? null,
      untrusted: { name: copy.firm_name, seat: copy.firm_seat },
    };
  },
});
