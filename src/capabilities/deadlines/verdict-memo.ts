import { z } from "zod";
import { foreignTextOrNull } from "../../core/foreign-text.ts";
import type { Locale } from "../../core/locale.ts";
import { type FileContent, writeFile } from "../answers/file.ts";
import { countryParameter, icoParameter, localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import type { Services } from "../contexts.ts";
import { ruleSetOf } from "../law/rule-set.ts";
import { nis2ScopeCheck } from "../scope/nis2-scope-check.ts";
import type { CommonVerdict } from "../scope/scope-answer.ts";
import { scopeEvaluate } from "../scope/scope-evaluate.ts";
import { type ReportedVerdict, verdictReport } from "../scope/verdict-report.ts";
import { refuseImpossibleDays, type StatedDaysInput, statedDaysParameters } from "./stated-days.ts";
import { verdictRoad } from "./verdict-road.ts";

const address = z.url().describe("Address of the page on which the verdict stands.");

/** The verdict of a firm on paper: answer, road, reasons, open facts, sources with their days, a line to sign. */
export const verdictMemo = defineCapability({
  name: "verdict_memo",
  access: "public",
  input: z.strictObject({
    ico: icoParameter,
    country: countryParameter,
    ...statedDaysParameters,
    address,
    locale: localeParameter,
  }),
  web: { rows: ["web_lookup"] },
  check: refuseImpossibleDays,
  run: async ({ address: stands, ...asked }, services) => {
    const verdict = await nis2ScopeCheck.run(nis2ScopeCheck.input.parse({ ...asked, detail: "full" }), services);
    const { untrusted, ico, sources } = verdict;
    const name = [foreignTextOrNull(untrusted.name), `IČO ${ico}`].flatMap((part) => part ?? []).join(", ");
    return memoOf({ verdict, name, sources }, { ...asked, address: stands }, services);
  },
});

/** The same for facts that the caller states; `label` is what they call it, foreign text. */
export const statedMemo = defineCapability({
  name: "verdict_memo_stated",
  access: "public",
  input: z.strictObject({ ...scopeEvaluate.input.shape, label: z.string().max(80), address }),
  web: { rows: ["web_lookup"] },
  check: (stated, services) => {
    const { label: _label, address: _address, ...asked } = stated;
    return scopeEvaluate.check?.(asked, services);
  },
  run: async ({ label, address: stands, ...asked }, services) => {
    const verdict = await scopeEvaluate.run(asked, services);
    return memoOf({ verdict, name: label, sources: [] }, { ...asked, address: stands }, services);
  },
});

interface Asked extends StatedDaysInput {
  readonly address: string;
  readonly locale: Locale;
}

async function memoOf(
  { verdict, ...reported }: Pick<ReportedVerdict, "name" | "sources"> & { readonly verdict: CommonVerdict },
  asked: Asked,
  services: Services,
): Promise<FileContent> {
  const { country, nationalRegime, nextSteps } = verdict;
  const { locale, days, situations } = asked;
  const steps = nextSteps.map(({ id }) => id);
  const regime = nationalRegime?.id ?? "none";
  const dated = verdictRoad.input.parse({ country, regime, steps, locale, days, situations });
  const { items } = await verdictRoad.run(dated, services);
  const { version, lawDay } = ruleSetOf(services.knowledge);
  const whole = { ...reported, verdict, ruleSetVersion: version, lawDay, road: items, isSigned: true };
  const report = () => verdictReport(whole, { locale, address: asked.address, asked: services.today() });
  return writeFile("pdf", { report }, { ...services, locale });
}
