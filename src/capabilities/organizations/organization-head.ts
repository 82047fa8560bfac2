import { z } from "zod";
import { foreignText } from "../../core/foreign-text.ts";
import { organizationsOf } from "../../state/organizations.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { type AnswerOf, defineCapability } from "../capability.ts";

/** A switcher with more would be a list of its own. */
const MOST_OTHERS = 40;

/** What the head of every page of an organization shows: its mark, and the person's other organizations. */
export const organizationHead = defineCapability({
  name: "organization_head",
  access: "organization",
  needsSession: true,
  input: z.strictObject({ organizationId: organizationParameter, locale: localeParameter }),
  run: async (_input, { organization: { id, colour }, person, accounts }) => {
    const own = await organizationsOf(accounts.state, person.accountId);
    const others = own.filter((each) => each.id !== id);
    return {
      id,
      colour,
      hasMore: others.length > MOST_OTHERS,
      others: others.slice(0, MOST_OTHERS).map((each) => ({
        id: each.id,
        colour: each.colour,
        untrusted: { name: foreignText(each.name) },
      })),
    };
  },
});

export type OrganizationHeadAnswer = AnswerOf<typeof organizationHead>;
