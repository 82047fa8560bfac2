import { z } from "zod";
import { isDay } from "../../core/day.ts";
import { foreignText } from "../../core/foreign-text.ts";
import { readEmailAddress } from "../../identity/email-address.ts";
import type { OrganizationStore } from "../../state/organization-store.ts";
import { CRITICALITIES, type SupplierPlan } from "../../state/supplier-changes.ts";
import { type Fault, refuseFaults } from "../calling/refusal.ts";

const LONGEST_NAME = 120;

/** The fields of a plan in forms and calls; absent ones stay as they are, empty ones are taken out. */
export const planFields = {
  criticality: z
    .enum([...CRITICALITIES, ""])
    .optional()
    .describe("How much depends on the supplier."),
  contactName: z.string().max(1_000).optional().describe("0 to 120 characters."),
  contactEmail: z.string().max(1_000).optional().describe("Where requests for a profile go."),
  responsible: z.string().optional().describe("A member, by account; empty: nobody."),
  nextReviewAt: z.string().optional().describe("A day, YYYY-MM-DD."),
  contractUntil: z.string().optional().describe("A day, YYYY-MM-DD."),
};

type PlanFields = z.output<z.ZodObject<typeof planFields>>;

/** The bounds of a day that is planned or agreed. */
const [FIRST_DAY, LAST_DAY] = ["2000-01-01", "2100-12-31"];

/**
 * What fields say of a plan; only what was sent.
 * @throws Refused with every wrong field
 */
export async function readPlan(
  fields: PlanFields,
  store: Pick<OrganizationStore, "members">,
): Promise<Partial<SupplierPlan>> {
  const { criticality, contactName, contactEmail, responsible, nextReviewAt, contractUntil } = fields;
  const faults: Fault[] = [];
  const plan: { -readonly [Key in keyof SupplierPlan]?: SupplierPlan[Key] } = {};
  if (criticality !== undefined) plan.criticality = criticality === "" ? null : criticality;
  if (contactName !== undefined) {
    const name = foreignText(contactName);
    if ([...name].length > LONGEST_NAME) faults.push({ code: "note_long", field: "contactName" });
    plan.contact_name = name === "" ? null : name;
  }
  if (contactEmail !== undefined) {
    const email = contactEmail.trim() === "" ? null : readEmailAddress(contactEmail);
    if (email === undefined) faults.push({ code: "email_invalid", field: "contactEmail" });
    else plan.contact_email = email;
  }
  if (responsible !== undefined) {
    const isMember = responsible === "" || (await store.members()).some(({ account_id }) => account_id === responsible);
    if (!isMember) faults.push({ code: "responsible_unknown", field: "responsible" });
    plan.responsible_id = responsible === "" ? null : responsible;
  }
  for (const [field, column, day] of [
    ["nextReviewAt", "next_review_at", nextReviewAt],
    ["contractUntil", "contract_until", contractUntil],
  ] as const) {
    if (day === undefined) continue;
    if (day !== "" && !isPlannedDay(day)) faults.push({ code: "date_invalid", field, why: NO_DAY });
    plan[column] = day === "" ? null : day;
  }
  refuseFaults(faults);
  return plan;
}

/** True for a day on which something may be planned. */
export function isPlannedDay(day: string): boolean {
  return isDay(day) && day >= FIRST_DAY && day <= LAST_DAY;
}

const NO_DAY = { sk: "taký deň nie je", cs: "takový den není", en: "there is no such day" };
