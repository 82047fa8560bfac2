import { join } from "node:path";
import type { z } from "zod";
import type { Headcount } from "../core/company.ts";
import type { Country } from "../core/country.ts";
import type { NaceCode, NaceRevision } from "../core/nace.ts";
import type { ActRegistry } from "./acts.ts";
import { type AnswerEntries, loadAnswers } from "./answers.ts";
import { type FilingPlace, type FirstThing, filingPlacesSchema, firstThingsSchema } from "./filing-places.ts";
import { loadCsv, loadYaml } from "./load.ts";
import { loadNaceCorrespondence, type NaceCorrespondence } from "./nace-correspondence.ts";
import { loadNaceTitles, type NaceTitles } from "./nace-titles.ts";
import {
  authoritiesSchema,
  missingFactsSchema,
  nextStepsSchema,
  regimesSchema,
  remarksSchema,
  weakActivitiesSchema,
} from "./nis2-answer-schemas.ts";
import type { RegimeId } from "./nis2-ids.ts";
import {
  type ExchangeRate,
  exchangeRatesSchema,
  legalFormsSchema,
  mapRowSchema,
  sectorsSchema,
  sizeCodesSchema,
  sizeThresholdsSchema,
} from "./nis2-scope-schemas.ts";
import { traceSchema, verdictTextsSchema } from "./nis2-text-schemas.ts";
import { type RegimeComparison, regimeComparisonSchema } from "./regime-comparison.ts";
import { indexServices, loadServices, type ServiceIndex, type ServiceKnowledge } from "./services.ts";

export type Sector = z.infer<ReturnType<typeof sectorsSchema>>[number];
export type MapRow = z.infer<ReturnType<typeof mapRowSchema>>;
export type SizeThresholds = z.infer<ReturnType<typeof sizeThresholdsSchema>>[number];
export type LegalForm = z.infer<ReturnType<typeof legalFormsSchema>>["forms"][number];
export type LegalForms = z.infer<ReturnType<typeof legalFormsSchema>>;
export type Regime = z.infer<ReturnType<typeof regimesSchema>>["regimes"][number];
export type RegimeActs = z.infer<ReturnType<typeof regimesSchema>>["acts"];
export type Authorities = z.infer<ReturnType<typeof authoritiesSchema>>;
export type NationalRemark = z.infer<ReturnType<typeof remarksSchema>>[number];
export type WeakActivity = z.infer<ReturnType<typeof weakActivitiesSchema>>[number];
export type MissingFactEntry = z.infer<ReturnType<typeof missingFactsSchema>>[number];
export type NextStep = z.infer<ReturnType<typeof nextStepsSchema>>[number];
export type VerdictTexts = z.infer<ReturnType<typeof verdictTextsSchema>>;
export type TraceTexts = z.infer<ReturnType<typeof traceSchema>>;

/** The law of NIS2 scope in both countries as data, checked, frozen, and indexed for the engine. */
export interface Nis2Knowledge {
  /** In the order of the annexes. */
  readonly sectors: readonly Sector[];
  readonly sectorById: ReadonlyMap<string, Sector>;
  /**
   * True for a code of a register whose class, or group or division filled with noughts, exists; which fifth digits there
   * are is national and does not matter here.
   */
  readonly isCode: (code: NaceCode) => boolean;
  /** Which classes of the two revisions may be the same activity. */
  readonly correspondence: NaceCorrespondence;
  /** Every row of the map by revision and digits without a dot; `matchNace` finds the longest prefix. */
  readonly naceMap: Readonly<Record<NaceRevision, ReadonlyMap<string, MapRow>>>;
  /** Codes above class level with no row of their own, under which rows stand, weak ones too (`46` over `463`). */
  readonly coarseCodes: Readonly<Record<NaceRevision, ReadonlyMap<string, readonly MapRow[]>>>;
  readonly sizeThresholds: readonly SizeThresholds[];
  /** Czech crowns for one euro by assessed year. */
  readonly exchangeRates: readonly ExchangeRate[];
  readonly sizeCodes: Readonly<Record<Country, ReadonlyMap<string, Headcount | null>>>;
  readonly legalForms: Readonly<Record<Country, ReadonlyMap<string, LegalForm>>>;
  readonly publicActivities: LegalForms["mainActivities"];
  readonly publicSectorRemarks: LegalForms["sectorRemarks"];
  readonly acts: RegimeActs;
  readonly regimes: Readonly<Record<Country, ReadonlyMap<RegimeId, Regime>>>;
  readonly authorities: Authorities;
  readonly remarks: readonly NationalRemark[];
  readonly weakActivities: ReadonlyMap<string, WeakActivity>;
  readonly missingFacts: readonly MissingFactEntry[];
  readonly missingFactById: ReadonlyMap<string, MissingFactEntry>;
  /** How every question of a verdict is answered, hints too. */
  readonly answers: AnswerEntries;
  /** The missing facts that national law adds under codes which the directive leaves out. */
  readonly nationalActivities: readonly MissingFactEntry[];
  /** The steps in the order of time, then the standing duties. */
  readonly nextSteps: readonly NextStep[];
  /** The ids of the standing duties among the steps. */
  readonly standingDuties: ReadonlySet<string>;
  /** Where things are done, by id. */
  readonly placeById: ReadonlyMap<string, FilingPlace>;
  /** Where a step is done, by the id of the step. */
  readonly placeOfStep: ReadonlyMap<string, FilingPlace>;
  /** What a firm in scope does first. */
  readonly firstThings: Readonly<Record<Country, readonly FirstThing[]>>;
  /** What differs between the two regimes of a country. */
  readonly regimeComparison: RegimeComparison;
  /** The services that the law lists; duties are bound to them. */
  readonly services: ServiceKnowledge;
  /** The questions of which an answer names services. */
  readonly servicesByAnswer: readonly MissingFactEntry[];
  /** Where codes, sectors and stated services lead, by country. */
  readonly servicesBy: Readonly<Record<Country, ServiceIndex>>;
  readonly trace: TraceTexts;
  readonly texts: VerdictTexts;
}

/**
 * Reads `knowledge/nis2/`.
 * @param dir folder with the files; @param acts the registered acts; every citation reference must exist in them.
 * @param obligations the codes of the catalog, which a next step may name; without it any code is let through.
 * @param titles the classifications; default: read from the same folder.
 * @throws KnowledgeError with file, line and path of every mistake in the first file that has one.
 */
export function loadNis2(
  dir: string,
  acts: ActRegistry,
  obligations: Pick<ReadonlySet<string>, "has"> = { has: () => true },
  titles: Pick<NaceTitles, "mayExist" | "title"> = loadNaceTitles(dir),
  correspondence: NaceCorrespondence = loadNaceCorrespondence(dir),
): Nis2Knowledge {
  const file = (name: string) => join(dir, name);
  const sectors = loadYaml(file("sectors.yaml"), sectorsSchema(acts));
  const weak = loadYaml(file("weak-activities.yaml"), weakActivitiesSchema(acts));
  const rows = loadCsv(
    file("nace-map.csv"),
    mapRowSchema(new Map(weak.map((entry) => [entry.id, entry.untilAnswered]))),
  );
  const legal = loadYaml(file("legal-forms.yaml"), legalFormsSchema(acts));
  const { acts: nationalActs, regimes } = loadYaml(file("regimes.yaml"), regimesSchema(acts));
  const missingFacts = loadYaml(file("missing-facts.yaml"), missingFactsSchema(acts));
  const factIds = new Set(missingFacts.map(({ id }) => id));
  const services = loadServices(dir, acts, titles, (id) => factIds.has(id));
  const hints = weak.map((activity) => activity.id);
  const answers = loadAnswers(dir, acts, factIds, hints, services);
  const inTime = loadYaml(file("next-steps.yaml"), nextStepsSchema(acts, obligations, services));
  const taken = new Set(inTime.map(({ id }) => id));
  const standing = loadYaml(file("standing-duties.yaml"), nextStepsSchema(acts, obligations, services, taken));
  const nextSteps = Object.freeze([...inTime, ...standing]);
  const stepIds = new Set(nextSteps.map(({ id }) => id));
  const places = loadYaml(file("filing-places.yaml"), filingPlacesSchema(acts, stepIds));
  const naceMap = { "2": indexRows(rows, "2"), "2.1": indexRows(rows, "2.1") };
  return Object.freeze({
    sectors,
    sectorById: new Map(sectors.map((sector) => [sector.id, sector])),
    isCode: rememberCodes(titles),
    correspondence,
    naceMap,
    coarseCodes: { "2": indexCoarse(naceMap["2"]), "2.1": indexCoarse(naceMap["2.1"]) },
    exchangeRates: loadYaml(file("exchange-rates.yaml"), exchangeRatesSchema),
    sizeThresholds: loadYaml(file("size-thresholds.yaml"), sizeThresholdsSchema(acts)),
    sizeCodes: { SK: loadSizeCodes(file("size-codes-sk.yaml")), CZ: loadSizeCodes(file("size-codes-cz.yaml")) },
    legalForms: { SK: indexForms(legal, "SK"), CZ: indexForms(legal, "CZ") },
    publicActivities: legal.mainActivities,
    publicSectorRemarks: legal.sectorRemarks,
    acts: nationalActs,
    regimes: { SK: indexRegimes(regimes, "SK"), CZ: indexRegimes(regimes, "CZ") },
    authorities: loadYaml(file("authorities.yaml"), authoritiesSchema(acts)),
    remarks: loadYaml(file("national-remarks.yaml"), remarksSchema(acts, factIds, services)),
    weakActivities: new Map(weak.map((activity) => [activity.id, activity])),
    missingFacts,
    missingFactById: new Map(missingFacts.map((fact) => [fact.id, fact])),
    answers,
    services,
    servicesByAnswer: missingFacts.filter(({ id }) => answers.get(id)?.cases.some((one) => one.services !== undefined)),
    servicesBy: indexServices(services, rows),
    nationalActivities: missingFacts.filter(({ clause }) => clause !== undefined),
    nextSteps,
    standingDuties: new Set(standing.map(({ id }) => id)),
    placeById: new Map(places.map((place) => [place.id, place])),
    firstThings: loadYaml(file("first-things.yaml"), firstThingsSchema(acts, stepIds)),
    regimeComparison: loadYaml(file("regime-comparison.yaml"), regimeComparisonSchema(acts, stepIds)),
    placeOfStep: new Map(places.flatMap((place) => place.steps.map((step) => [step, place]))),
    trace: loadYaml(file("trace.yaml"), traceSchema(acts)),
    texts: loadYaml(file("verdict-texts.yaml"), verdictTextsSchema(acts)),
  });
}

/** Remembered: a register has few thousand codes and millions of rows, and no code has more than five digits. */
function rememberCodes({ mayExist }: Pick<NaceTitles, "mayExist">): Nis2Knowledge["isCode"] {
  const known: Readonly<Record<NaceRevision, Map<string, boolean>>> = { "2": new Map(), "2.1": new Map() };
  return ({ code, revision }) => {
    const digits = code.slice(0, CLASS_LENGTH);
    let exists = known[revision].get(digits);
    if (exists === undefined) {
      const coarse = digits.replace(/(?<=^\d{2,})0+$/, "");
      exists = mayExist({ code: digits, revision }) || mayExist({ code: coarse, revision });
      known[revision].set(digits, exists);
    }
    return exists;
  };
}

/** The classification of activities ends at four digits; a fifth is national. */
const CLASS_LENGTH = 4;

function indexRows(rows: readonly MapRow[], revision: NaceRevision): ReadonlyMap<string, MapRow> {
  return new Map(rows.filter((row) => row.revision === revision).map((row) => [row.digits, row]));
}

function indexCoarse(rows: ReadonlyMap<string, MapRow>): ReadonlyMap<string, readonly MapRow[]> {
  const coarse = new Map<string, MapRow[]>();
  for (const row of rows.values()) {
    for (let length = 2; length < row.digits.length; length++) {
      const prefix = row.digits.slice(0, length);
      if (rows.has(prefix) || (length === 3 && rows.has(prefix.slice(0, 2)))) continue;
      const below = coarse.get(prefix) ?? [];
      below.push(row);
      coarse.set(prefix, below);
    }
  }
  return coarse;
}

function loadSizeCodes(file: string): ReadonlyMap<string, Headcount | null> {
  return new Map(loadYaml(file, sizeCodesSchema).map(({ code, staff }) => [code, staff]));
}

function indexForms(legal: LegalForms, country: Country): ReadonlyMap<string, LegalForm> {
  return new Map(legal.forms.filter((form) => form.country === country).map((form) => [form.code, form]));
}

function indexRegimes(regimes: readonly Regime[], country: Country): ReadonlyMap<RegimeId, Regime> {
  return new Map(regimes.filter((regime) => regime.country === country).map((regime) => [regime.id, regime]));
}
