import type { Company, Provenance } from "../../../../core/company.ts";
import type { Country } from "../../../../core/country.ts";
import type { NaceRevision } from "../../../../core/nace.ts";
import { encodeNace, MAIN_UNKNOWN } from "../layout/nace-text.ts";
import { FACT_BIT, type Teller } from "../layout/origins.ts";
import { SAMPLE_LETTER, SAMPLE_RANK } from "../told/formats.ts";
import { cleanText, codeNumber, dayNumber } from "../told/told.ts";
import type { Build } from "./build.ts";
import { FirmWriter } from "./firm-writer.ts";
import { IcoIds } from "./ico-ids.ts";
import type { Seed } from "./import-options.ts";
import type { Facts } from "./merge.ts";

/** Adds the shipped sample's firms of some countries. Inside a transaction; each number once. */
export function addSeed(build: Build, seed: Seed, countries: readonly Country[]): void {
  const { db, dictionaries, options } = build;
  for (const country of countries) {
    const writer = new FirmWriter(db, country, dictionaries, options.classify, new IcoIds());
    let added = 0;
    for (const company of seed.companies) {
      const ico = Number(company.ico);
      if (company.country !== country || writer.has(ico)) continue;
      writer.put(ico, 0, factsOf(company, dictionaries.outcomeId.bind(dictionaries)), tellersOf(company, seed));
      added++;
    }
    writer.flush();
    if (added === 0) continue;
    db.prepare("INSERT INTO source VALUES (?, ?, ?, ?, ?, 0)").run(
      country,
      seed.source,
      SAMPLE_RANK,
      seed.asOf[country],
      options.now().toISOString(),
    );
  }
}

function factsOf(company: Company, outcomeId: (outcome: NonNullable<Company["registerVerdict"]>) => number): Facts {
  const { registerVerdict: verdict, headcount } = company;
  const codes = (revision: NaceRevision) => {
    const own = company.nace.filter((code) => code.revision === revision).map(({ code }) => code);
    return company.mainUnknown?.includes(revision) ? [MAIN_UNKNOWN, ...own] : own;
  };
  return {
    name: cleanText(company.name ?? undefined),
    address: cleanText(company.address ?? undefined),
    nace: encodeNace(SAMPLE_LETTER, codes("2"), codes("2.1")),
    legalForm: codeNumber(company.legalForm ?? undefined, 3),
    size: codeNumber(company.sizeCode ?? undefined, 3),
    employeesMin: headcount?.min ?? null,
    employeesMax: headcount?.max ?? null,
    founded: company.foundedOn === null ? null : (dayNumber(company.foundedOn) ?? null),
    ceased: company.status === "active" ? null : (dayNumber(company.ceasedOn ?? "") ?? 0),
    verdict: verdict === null ? null : outcomeId(verdict),
    verdictDay: verdict === null ? null : (dayNumber(verdict.updatedAt) ?? null),
    entity: null,
  };
}

/** The sample names the source of every fact; each becomes a teller of its own, all of the sample's rank. */
function tellersOf(company: Company, seed: Seed): Teller[] {
  const told: readonly Provenance[] =
    company.provenance.length > 0
      ? company.provenance
      : [{ source: seed.source, facts: ["name"], retrievedAt: seed.asOf[company.country] }];
  return told.map(({ source, facts, retrievedAt }) => ({
    source: source.replace(/\s+/g, " "),
    rank: SAMPLE_RANK,
    day: dayNumber(retrievedAt) ?? dayNumber(seed.asOf[company.country]) ?? 0,
    mask: facts.reduce((mask, fact) => mask | FACT_BIT[fact], 0),
  }));
}
