import { z } from "zod";
import { foreignText } from "../../core/foreign-text.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import type { OrganizationContext } from "../contexts.ts";
import { factsRest, firmIdOf } from "./firm.ts";
import { readStored } from "./stated-facts.ts";

/** What hangs on the firm of an organization, so that a change of the firm asks what becomes of it. */
export const HANGING = ["facts", "dates", "domains"] as const;

export type Hanging = (typeof HANGING)[number];

/** The firm of an organization, where it is from, and what hangs on it. */
export const organizationFirm = defineCapability({
  name: "organization_firm",
  access: "organization",
  needsSession: true,
  input: z.strictObject({ organizationId: organizationParameter, locale: localeParameter }),
  run: async (_input, context) => {
    const { organization, role } = context;
    const { id, name, country, ico, firm_name, firm_seat, firm_day, firm_listed, firm_other, version } = organization;
    return {
      id,
      role,
      version,
      firm: firmIdOf(organization),
      country,
      ico,
      listed: firm_listed === 1,
      /** Day of the register's data. */
      day: firm_day,
      /** The firm or number that a former release stored beside this one. */
      other: firm_other,
      rests: factsRest(organization),
      hangs: await hangingOn(context),
      untrusted: { name: foreignText(name), firmName: firm_name, seat: firm_seat },
    };
  },
});

/** What an organization stated or proved for its firm. */
export async function hangingOn({
  store,
  knowledge,
}: Pick<OrganizationContext, "store" | "knowledge">): Promise<Hanging[]> {
  const [row, domains] = await Promise.all([store.facts(), store.domains()]);
  const { facts, dates } = readStored(row, knowledge);
  const { answers = {}, activities = [], ...figures } = facts;
  const saysFacts = Object.keys(answers).length > 0 || activities.length > 0 || Object.keys(figures).length > 0;
  const saysDates = Object.keys(dates.days ?? {}).length > 0 || (dates.situations ?? []).length > 0;
  const hangs = { facts: saysFacts, dates: saysDates, domains: domains.some((each) => each.verified_at !== null) };
  return HANGING.filter((part) => hangs[part]);
}
