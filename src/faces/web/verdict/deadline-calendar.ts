import { createHash } from "node:crypto";
import { deadlineCalendar } from "../../../capabilities/deadlines/deadline-calendar.ts";
import { nis2ScopeCheck } from "../../../capabilities/scope/nis2-scope-check.ts";
import { scopeEvaluate } from "../../../capabilities/scope/scope-evaluate.ts";
import { COUNTRIES } from "../../../core/country.ts";
import { parseIco } from "../../../core/ico.ts";
import { fileResponse } from "../file-response.ts";
import type { Page, PageRequest } from "../page.ts";
import { firmPath, href, paths } from "../paths.ts";
import { problemPage } from "../problem/problem-page.tsx";
import { askWhatIf } from "./ask-what-if.ts";
import { readDays } from "./stated-days.ts";
import type { Verdict } from "./verdict-names.ts";

/** The own dates of a firm of the registers, from the days in the address. */
export const firmCalendar: Page = async (request) => {
  const ico = parseIco(request.params.ico ?? "");
  const country = COUNTRIES.find((known) => known === request.params.country?.toUpperCase());
  if (ico === undefined || country === undefined) return problemPage(request, { code: "not_found" });
  const answer = await request.ask(nis2ScopeCheck, { ico, country, ...readDays(request.query).args });
  return calendarOf(answer, { path: firmPath(ico, country), key: ico, firm: answer.untrusted.name }, request);
};

/** The same for typed facts, which have no name and no number. */
export const whatIfCalendar: Page = async (request) => {
  const { args } = await askWhatIf(request.query, request);
  if (args === undefined) return problemPage(request, { code: "not_found" });
  const verdict = await request.ask(scopeEvaluate, { ...args, ...readDays(request.query).args });
  const key = createHash("sha256").update(JSON.stringify(args)).digest("hex").slice(0, 16);
  return calendarOf(verdict, { path: paths.whatIf, key, firm: null }, request);
};

async function calendarOf(
  { country, nationalRegime, nextSteps }: Verdict,
  { path, key, firm }: { readonly path: string; readonly key: string; readonly firm: string | null },
  request: PageRequest,
) {
  const { locale, query, site } = request;
  const { calendar } = await request.ask(deadlineCalendar, {
    country,
    regime: nationalRegime?.id ?? "none",
    steps: nextSteps.map(({ id }) => id),
    ...readDays(query).args,
    key,
    firm: firm === null ? null : firm.slice(0, 300),
    url: `${site.baseUrl}${href(locale, path)}?${query}`,
  });
  if (calendar === null) return problemPage(request, { code: "not_found" });
  const file = fileResponse(calendar, "dosah-nis2", "ics");
  file.headers.set("Cache-Control", "private, no-cache");
  return file;
}
