import { z } from "zod";
import { foreignText, foreignTextOrNull } from "../../core/foreign-text.ts";
import type { Locale } from "../../core/locale.ts";
import { ServiceError } from "../../core/problem.ts";
import { factsOf } from "../../rules/nis2-scope/classify.ts";
import { obligationsOfRegime } from "../../rules/obligation-register/regime-obligations.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import type { OrganizationContext, Services } from "../contexts.ts";
import { readStatedDays } from "../deadlines/stated-days.ts";
import { type FoundCompanies, findCompany } from "../scope/find-company.ts";
import { sourcesOf } from "../scope/firm-sources.ts";
import { argumentsOf } from "../scope/scope-arguments.ts";
import { judgeStated } from "../scope/stated-verdict.ts";
import { factsRest, type NamedFirm } from "./firm.ts";
import { judgeToKeep } from "./kept-verdict.ts";
import { saidRows } from "./said-rows.ts";
import { factsForRules, type StatedDates, type StatedOrganization, statedOf } from "./stated-facts.ts";

export type OrganizationVerdict = Awaited<ReturnType<typeof verdictOf>>;

/** The NIS2 verdict of an organization with what it says of itself. */
export const organizationVerdict = defineCapability({
  name: "organization_verdict",
  access: "organization",
  needsSession: true,
  input: z.strictObject({ organizationId: organizationParameter, locale: localeParameter }),
  web: { rows: ["web_lookup"] },
  run: ({ locale }, context) => verdictOf(context, locale),
});

type Context = Pick<OrganizationContext, "organization" | "role" | "store"> & Services;

/** The verdict of an organization; also for the files that are made of it. It is kept for lists and figures. */
export async function verdictOf(context: Context, locale: Locale) {
  const { organization, role, store, knowledge } = context;
  const row = await store.facts();
  const rests = factsRest(organization);
  const { facts: stated, dates } = statedOf(rests ? undefined : row, organization, knowledge) ?? NOTHING_STATED;
  const found = await lookUp(organization, context);
  const kept = judgeToKeep({ ...organization, row, rests, found: found.company }, context);
  if (found.outcome !== "unavailable" && kept !== organization.verdict) await store.keepVerdict(kept);
  const verdict =
    stated === null
      ? null
      : judgeStated(found.company, factsForRules(stated, knowledge), context, locale, readStatedDays(dates));
  return {
    id: organization.id,
    role,
    firm: { country: organization.country, ico: organization.ico },
    rests,
    stated,
    dates,
    verdict,
    version: row?.version ?? 0,
    updatedAt: row === undefined ? null : new Date(row.updated_at).toISOString(),
    said: stated === null ? [] : saidBeside(stated, found, context, locale),
    register: describeRegister(found, context, locale),
    obligations: datedObligations(verdict, context),
    ruleSetVersion: knowledge.changelog.byPart.scope.version,
    untrusted: { name: foreignText(organization.name) },
  };
}

/** Without a country nothing is judged. */
const NOTHING_STATED = { facts: null, dates: {} as StatedDates };

interface Found {
  readonly outcome: "found" | "not_found" | "unavailable" | "not_asked";
  readonly company: FoundCompanies | null;
}

/** The firm of the organization. A register that does not answer, or knows no such firm, leaves what was said. */
async function lookUp({ country, ico }: NamedFirm, services: Services): Promise<Found> {
  if (country === null || ico === null) return { outcome: "not_asked", company: null };
  try {
    return { outcome: "found", company: await findCompany(ico, country, services) };
  } catch (thrown) {
    if (!(thrown instanceof ServiceError)) throw thrown;
    if (thrown.problem.code === "not_found") return { outcome: "not_found", company: null };
    if (thrown.problem.code === "source_unavailable") return { outcome: "unavailable", company: null };
    throw thrown;
  }
}

function describeRegister({ outcome, company }: Found, services: Services, locale: Locale) {
  if (company === null) return { outcome, facts: {}, sources: [], untrusted: { name: null } };
  const { knowledge, today } = services;
  return {
    outcome,
    facts: argumentsOf(factsOf(company.company), knowledge, today()),
    sources: sourcesOf(company.company, services, locale),
    untrusted: { name: foreignTextOrNull(company.company.name) },
  };
}

function saidBeside(stated: StatedOrganization, { company }: Found, services: Services, locale: Locale) {
  const facts = company === null ? null : factsOf(company.company);
  return saidRows(stated, facts, company?.company.ico ?? null, services, locale);
}

/** The obligations of the regime, each with the days that its steps set. */
function datedObligations(verdict: ReturnType<typeof judgeStated>, { knowledge }: Services) {
  const { obligations, acts } = knowledge;
  const codes = obligationsOfRegime(obligations.byCode.values(), verdict?.nationalRegime?.id ?? "none", acts);
  return codes.map((code) => ({
    code,
    dates: (verdict?.nextSteps ?? [])
      .filter((step) => step.obligations.includes(code))
      .flatMap(({ dates }) => dates)
      .flatMap(({ title, due, past }) => (due !== null && "day" in due ? [{ title, day: due.day, past }] : [])),
  }));
}
