import { z } from "zod";
import { FACTS, SIZE_CATEGORIES } from "../../core/company.ts";
import { COUNTRIES } from "../../core/country.ts";
import { foreignTextOrNull } from "../../core/foreign-text.ts";
import { NACE_REVISIONS } from "../../core/nace.ts";
import { countryParameter, icoParameter, localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import { judgeByRules } from "../scope/company-verdict.ts";
import { findCompany } from "../scope/find-company.ts";
import { statusShown } from "../scope/firm-facts.ts";
import { silentSourcesOf, sourcesOf } from "../scope/firm-sources.ts";
import { scopeAnswer, verdictFields } from "../scope/scope-answer.ts";

const input = z.strictObject({ ico: icoParameter, country: countryParameter, locale: localeParameter });

const nace = z.object({ code: z.string(), revision: z.enum(NACE_REVISIONS), name: z.string().nullable() });

const output = z.object({
  ico: z.string(),
  country: z.enum(COUNTRIES),
  status: scopeAnswer.shape.status,
  foundedOn: z.string().nullable(),
  ceasedOn: z.string().nullable().describe("May lie ahead: the firm is active until then."),
  legalForm: z.string().nullable().describe("Code of the national list of legal forms."),
  nace: nace
    .nullable()
    .describe("The main activity of the register, as a search shows it; scope.sector may rest on another."),
  otherNace: z.array(nace),
  size: z.object({
    category: z.enum(SIZE_CATEGORIES).nullable(),
    employees: verdictFields.size.shape.employees,
    source: z.string().nullable(),
  }),
  scope: z
    .object({
      category: verdictFields.category,
      unknownReason: verdictFields.unknownReason,
      sector: verdictFields.sector,
      headline: verdictFields.headline,
      decidedBy: z.literal("rule_engine"),
    })
    .describe("The verdict of the local rules alone; nis2_scope_check also reads the open-data register."),
  sources: z.array(
    z.object({ name: z.string(), url: z.string(), retrievedAt: z.string(), facts: z.array(z.enum(FACTS)) }),
  ),
  silentSources: scopeAnswer.shape.silentSources,
  dataAsOf: z.string(),
  indicative: z.literal(true),
  disclaimer: z.string(),
  untrusted: z.object({ name: z.string().nullable(), address: z.string().nullable() }),
});

/** One firm with its size and the scope that the local engine gives (docs/specification.md, `rest.detail`). */
export const companyDetail = defineCapability({
  name: "company_detail",
  access: "public",
  input,
  published: {
    title: "Company detail",
    description: "A firm by its ico with status, activities, size and the NIS2 scope of the local rules.",
    output,
  },
  rest: [{ method: "POST", path: "/api/company-search", cost: { rows: ["rest_company_detail"] } }],
  run: async ({ ico, country, locale }, services): Promise<z.output<typeof output>> => {
    const found = await findCompany(ico, country, services);
    const { company } = found;
    const verdict = judgeByRules(found, services, locale);
    const sources = sourcesOf(company, services, locale);
    return {
      ico: company.ico,
      country: company.country,
      status: statusShown(company, services),
      foundedOn: company.foundedOn,
      ceasedOn: company.ceasedOn,
      legalForm: company.legalForm,
      nace: verdict.nace,
      otherNace: verdict.otherNace,
      size: {
        ...verdict.size,
        source: sources.find((each) => each.facts.includes("size"))?.name ?? null,
      },
      scope: {
        category: verdict.category,
        ...(verdict.unknownReason === undefined ? {} : { unknownReason: verdict.unknownReason }),
        sector: verdict.sector,
        headline: verdict.headline,
        decidedBy: "rule_engine",
      },
      sources,
      silentSources: silentSourcesOf(found.silent, services, locale),
      dataAsOf: verdict.dataAsOf,
      indicative: true,
      disclaimer: verdict.disclaimer,
      untrusted: { name: foreignTextOrNull(company.name), address: foreignTextOrNull(company.address) },
    };
  },
});
