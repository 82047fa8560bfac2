import type { Company, Provenance } from "../../../../core/company.ts";
import type { Country } from "../../../../core/country.ts";
import type { NaceRevision } from "../../../../core/nace.ts";
import { encodeAccounts } from "../layout/accounts.ts";
import { encodeNace, MAIN_UNKNOWN } from "../layout/nace-text.ts";
import { FACT_BIT, type FactSource, HEADCOUNT_BIT, SIZE_CODE_BIT } from "../layout/origins.ts";
import { SAMPLE_RANK, SAMPLE_SLOT } from "../records/file-register.ts";
import { cleanText, codeNumber, dayNumber, endNumber, UNREADABLE_END } from "../records/firm-record.ts";
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
      const town = dictionaries.townId(cleanText(company.address ?? undefined));
      const facts = factsOf(company, dictionaries.outcomeId.bind(dictionaries), town);
      writer.put(ico, 0, facts, sourcesOf(company, seed));
      added++;
    }
    writer.flush();
    if (added === 0) continue;
    db.prepare("INSERT INTO source VALUES (?, ?, ?, ?, ?, ?, 0)").run(
      country,
      seed.source,
      SAMPLE_SLOT,
      SAMPLE_RANK,
      seed.asOf[country],
      options.now().toISOString(),
    );
  }
}

/** The sample states towns for addresses. */
function factsOf(
  company: Company,
  outcomeId: (outcome: NonNullable<Company["registerVerdict"]>) => number,
  town: number | null,
): Facts {
  const { registerVerdict: verdict, headcount } = company;
  const codes = (revision: NaceRevision) => {
    const own = company.nace.filter((code) => code.revision === revision).map(({ code }) => code);
    return company.mainUnknown?.includes(revision) ? [MAIN_UNKNOWN, ...own] : own;
  };
  return {
    name: cleanText(company.name ?? undefined),
    address: cleanText(company.address ?? undefined),
    nace: encodeNace(SAMPLE_SLOT, codes("2"), codes("2.1")),
    legalForm: codeNumber(company.legalForm ?? undefined, 3),
    size: codeNumber(company.sizeCode ?? undefined, 3),
    employeesMin: headcount?.min ?? null,
    employeesMax: headcount?.max ?? null,
    founded: company.foundedOn === null ? null : (dayNumber(company.foundedOn) ?? null),
    ceased: endOf(company),
    verdict: verdict === null ? null : outcomeId(verdict),
    verdictDay: verdict === null ? null : (dayNumber(verdict.updatedAt) ?? null),
    entity: null,
    accounts: encodeAccounts(company.turnoverEur ?? null, company.balanceSheetEur ?? null),
    town,
    former: null,
    taxNumber: null,
  };
}

function endOf({ status, ceasedOn }: Company): number | null {
  if (status === "unreadable") return UNREADABLE_END;
  return status === "active" ? null : ceasedOn === null ? 0 : endNumber(ceasedOn, null);
}

/** The sample names the source of every fact; each becomes a source of its own, all in the slot of the sample. */
function sourcesOf(company: Company, seed: Seed): FactSource[] {
  const stated: readonly Provenance[] =
    company.provenance.length > 0
      ? company.provenance
      : [{ source: seed.source, facts: ["name"], retrievedAt: seed.asOf[company.country] }];
  const sizeColumns =
    (company.sizeCode === null ? 0 : SIZE_CODE_BIT) | (company.headcount === null ? 0 : HEADCOUNT_BIT);
  const bySize = Math.max(
    0,
    stated.findIndex(({ facts }) => facts.includes("size")),
  );
  return stated.map(({ source, facts, retrievedAt }, index) => ({
    source: source.replace(/\s+/g, " "),
    slot: SAMPLE_SLOT,
    rank: SAMPLE_RANK,
    day: dayNumber(retrievedAt) ?? dayNumber(seed.asOf[company.country]) ?? 0,
    mask: facts.reduce((mask, fact) => mask | FACT_BIT[fact], index === bySize ? sizeColumns : 0),
  }));
}
