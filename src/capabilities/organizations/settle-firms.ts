import { COUNTRIES, type Country } from "../../core/country.ts";
import { parseIco } from "../../core/ico.ts";
import { appendAudit } from "../../state/audit-log.ts";
import { lockFacts, saveFacts } from "../../state/organization-facts.ts";
import { lockOrganization, rarestColour, settleFirm, unsettledOrganizations } from "../../state/organizations.ts";
import type { StateDatabase } from "../../state/state-database.ts";
import { firmIdOf, type NamedFirm, NO_FIRM } from "./firm.ts";

const BATCH = 200;

/** What became of the firm of an organization that a former release stored in two places. */
export interface SettledFirm extends NamedFirm {
  readonly case: "same" | "filled" | "differs" | "orphan";
  /** What is kept beside the firm until a person chooses. */
  readonly other: string | null;
}

/**
 * One firm of the two that a former release stored.
 * @param ofOrganization the pair in `organization`
 * @param ofFacts the pair in the stated facts; `null`: nothing was stated
 */
export function settle(ofOrganization: NamedFirm, ofFacts: NamedFirm | null): SettledFirm {
  const stated = ofFacts ?? NO_FIRM;
  const { country, ico } = ofOrganization;
  if (ico !== null && country !== null) {
    const isOther =
      (stated.ico !== null && stated.ico !== ico) || (stated.country !== null && stated.country !== country);
    return isOther
      ? { case: "differs", country, ico, other: stated.ico === null ? stated.country : firmIdOf(stated) }
      : { case: "same", country, ico, other: null };
  }
  if (ico !== null) {
    const isFilled = stated.country !== null && (stated.ico === null || stated.ico === ico);
    if (isFilled) return { case: "filled", country: stated.country, ico, other: null };
    const isComplete = stated.country !== null && stated.ico !== null;
    return { case: isComplete ? "differs" : "orphan", ...(isComplete ? stated : NO_FIRM), other: ico };
  }
  if (stated.country !== null) return { case: "filled", ...stated, other: null };
  return { case: "same", country, ico, other: null };
}

/**
 * Settles the organizations that a release before `one-firm` wrote, each in a transaction of its own. What is settled is
 * not settled again.
 * @returns how many were settled. @throws StateError
 */
export async function settleFirms(state: StateDatabase, now: () => number): Promise<number> {
  let settled = 0;
  for (let after = ""; ; ) {
    const batch = await unsettledOrganizations(state, after, BATCH);
    for (const { id } of batch) {
      after = id;
      if (await settleOne(state, id, now())) settled++;
    }
    if (batch.length < BATCH) return settled;
  }
}

async function settleOne(state: StateDatabase, orgId: string, at: number): Promise<boolean> {
  return state.transaction(async (tx) => {
    const scope = { db: tx, orgId };
    const organization = await lockOrganization(tx, orgId);
    const row = await lockFacts(scope);
    if (organization === undefined) return false;
    const { country, ico, ...facts }: Record<string, unknown> = row === undefined ? {} : JSON.parse(row.facts);
    const firm = settle(readPair(organization), row === undefined ? null : readPair({ country, ico }));
    const colour = await rarestColour(tx, organization.created_by);
    if (!(await settleFirm(scope, { ...firm, firm_other: firm.other, colour }))) return false;
    if (row !== undefined && (country !== undefined || ico !== undefined)) {
      await saveFacts(scope, row.version, { ...row, facts: JSON.stringify(facts) });
    }
    // An organization that never named a firm has nothing to tell.
    if (firm.case === "same" && (row === undefined || firm.ico === null)) return true;
    const event = { action: "organization.firm_settled", actorId: null, orgId, via: "system", ipPrefix: null } as const;
    await appendAudit(tx, { ...event, target: { type: "organization", id: orgId }, details: { case: firm.case } }, at);
    return true;
  });
}

function readPair({ country, ico }: { readonly country: unknown; readonly ico: unknown }): NamedFirm {
  const known: Country | undefined = COUNTRIES.find((each) => each === country);
  return { country: known ?? null, ico: typeof ico === "string" ? (parseIco(ico) ?? null) : null };
}
