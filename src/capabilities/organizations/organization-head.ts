import { z } from "zod";
import { fold } from "../../core/fold.ts";
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
  input: z.strictObject({
    organizationId: organizationParameter,
    filter: z.string().max(120).default("").describe("Words that the names of the others hold."),
    locale: localeParameter,
  }),
  run: async ({ filter }, { organization: { id, colour, name }, person, accounts }) => {
    const own = await organizationsOf(accounts.state, person.accountId);
    const words = fold(filter);
    const others = own.filter((each) => each.id !== id && (words === "" || fold(each.name).includes(words)));
    return {
      id,
      colour,
      /** Organizations of the person, this one among them. */
      count: own.length,
      untrusted: { name: foreignText(name) },
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
