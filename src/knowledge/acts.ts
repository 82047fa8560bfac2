import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Country } from "../core/country.ts";
import type { Day } from "../core/day.ts";
import {
  type ActEntry,
  type ActKind,
  type AnnexEntry,
  actFile,
  type Issuer,
  lettersByParagraph,
  lettersOf,
  numbers,
  paragraphsOf,
  placeOfPoints,
  type UnitEntry,
} from "./act-file.ts";
import { KnowledgeError, loadYaml } from "./load.ts";

export type { ActKind, Issuer } from "./act-file.ts";

/** A name in the cases in which a citation needs it. */
export interface InflectedName {
  readonly nominative: string;
  readonly genitive: string;
  readonly dative: string;
}

/** One act that can be cited, with everything in it that can be cited. */
export interface Act {
  readonly id: string;
  readonly kind: ActKind;
  readonly jurisdiction: "EU" | Country;
  /** `2022/2555`, `69/2018`, `2003/361/EC`. */
  readonly number: string;
  readonly celex: string | null;
  /** Whether its body is divided into articles or into sections (§). */
  readonly unit: "article" | "section";
  readonly names: { readonly sk: InflectedName; readonly cs: InflectedName; readonly en: string };
  /** The marks of the gazette that may follow the number; empty for an EU act. */
  readonly gazettes: readonly string[];
  readonly issuer: Issuer | null;
  /** Address of the official text. */
  readonly source: string;
  readonly inForceFrom: Day | null;
  /** Which text was read. */
  readonly text: string;
  /** When a person last compared it. */
  readonly checkedOn: Day;
  readonly verified: string;
  /**
   * Everything in the act that exists, in the notation of citation references: `21(2)(a)`, `6/36`, `17(1)(c)/2`,
   * `annex III/5(b)`, `annex I part II/1`, `annex/16.12`, `annex:2(1)`.
   */
  readonly units: ReadonlySet<string>;
}

/** The closed list of acts. What is not here is not recognized. */
export interface ActRegistry {
  /** The day up to which every act was compared with its official text. */
  readonly asOf: Day;
  readonly acts: readonly Act[];
  readonly byId: ReadonlyMap<string, Act>;
  /** By number without the suffix of the Communities: `2003/361`. The type word still has to agree. */
  readonly byNumber: ReadonlyMap<string, readonly Act[]>;
}

/**
 * Reads the acts, one YAML file each, from their folder.
 * @throws KnowledgeError `file:line path: what is wrong` for a mistake, for a file that is not named after its act
 * and for two files of the same act.
 */
export function loadActs(dir: string): ActRegistry {
  const acts: Act[] = [];
  const taken = (kind: ActKind, number: string, jurisdiction: string) =>
    acts.some((act) => act.kind === kind && act.number === number && act.jurisdiction === jurisdiction);
  for (const file of readdirSync(dir).sort()) {
    if (!file.endsWith(".yaml")) continue;
    acts.push(toAct(loadYaml(join(dir, file), actFile(file.slice(0, -".yaml".length), taken))));
  }
  return registryOf(acts, dir);
}

function registryOf(acts: readonly Act[], dir: string): ActRegistry {
  const asOf = acts.map((act) => act.checkedOn).sort()[0];
  if (asOf === undefined) throw new KnowledgeError(`${dir}:1: no act found`);
  const byNumber = new Map<string, readonly Act[]>();
  for (const act of acts) {
    const number = act.number.replace("/EC", "");
    byNumber.set(number, [...(byNumber.get(number) ?? []), act]);
  }
  return Object.freeze({
    asOf,
    acts: Object.freeze([...acts]),
    byId: new Map(acts.map((act) => [act.id, act])),
    byNumber,
  });
}

function toAct(entry: ActEntry): Act {
  const { id, kind, jurisdiction, number, unit, names, source, text, checkedOn, verified } = entry;
  return Object.freeze({
    id,
    kind,
    jurisdiction,
    number,
    unit,
    names,
    source,
    text,
    checkedOn,
    verified,
    celex: entry.celex ?? null,
    gazettes: entry.gazettes ?? [],
    issuer: entry.issuer ?? null,
    inForceFrom: entry.inForceFrom ?? null,
    units: new Set([
      ...Object.entries(entry.units).flatMap(([name, one]) => insideUnit(name, one)),
      ...(entry.annex === undefined ? [] : insideAnnex("annex", entry.annex)),
      ...Object.entries(entry.annexes ?? {}).flatMap(([name, one]) => insideAnnex(`annex ${name}`, one)),
    ]),
  });
}

/** An article or section with everything in it that exists. */
function insideUnit(name: string, entry: UnitEntry): string[] {
  const paragraphs = paragraphsOf(entry).map((paragraph) => `${name}(${paragraph})`);
  return [name, ...paragraphs, ...insideLetters(name, entry), ...insidePoints(name, entry)];
}

function insideLetters(name: string, entry: UnitEntry): string[] {
  return Object.entries(lettersByParagraph(entry)).flatMap(([paragraph, range]) =>
    lettersOf(range).map((letter) => `${name}${inParens(paragraph)}(${letter})`),
  );
}

function insidePoints(name: string, { points, onlyPoints, insertedPoints }: UnitEntry): string[] {
  if (points === undefined || typeof points === "number") {
    const numbered = points === undefined ? (onlyPoints ?? []) : numbers(points);
    return [...numbered, ...(insertedPoints ?? [])].map((point) => `${name}/${point}`);
  }
  return Object.entries(points).flatMap(([place, list]) => {
    const { paragraph, letter } = placeOfPoints(place);
    const above = `${name}${inParens(paragraph)}(${letter})`;
    return (typeof list === "number" ? numbers(list) : list).map((point) => `${above}/${point}`);
  });
}

function inParens(part: string): string {
  return part === "" ? "" : `(${part})`;
}

function insideAnnex(name: string, { points, onlyPoints, letters, articles }: AnnexEntry): string[] {
  return [
    name,
    ...[...pointNumbers(points), ...(onlyPoints ?? [])].map((point) => `${name}/${point}`),
    ...Object.entries(letters ?? {}).flatMap(([point, range]) =>
      lettersOf(range).map((letter) => `${name}/${point}(${letter})`),
    ),
    ...Object.entries(articles ?? {}).flatMap(([article, entry]) => insideUnit(`${name}:${article}`, entry)),
  ];
}

/** `3` is points 1 to 3; `[2, [1, 0]]` is 1, 1.1, 1.2, 2, 2.1, 2.1.1, 2.2. */
function pointNumbers(points: AnnexEntry["points"]): string[] {
  if (points === undefined) return [];
  if (typeof points === "number") return numbers(points);
  const below = (above: string, inside: number | readonly number[]): string[] =>
    typeof inside === "number"
      ? numbers(inside).map((point) => `${above}.${point}`)
      : inside.flatMap((count, index) => [`${above}.${index + 1}`, ...below(`${above}.${index + 1}`, count)]);
  return points.flatMap((inside, index) => [`${index + 1}`, ...below(`${index + 1}`, inside)]);
}
