import { encodeNace, joinNace, withoutSource } from "../layout/nace-text.ts";
import { FACT_BIT, maskOf, type Teller } from "../layout/origins.ts";
import type { Row } from "../layout/row.ts";
import { FORMATS, SAMPLE_LETTER, SAMPLE_RANK } from "../told/formats.ts";
import type { Told } from "../told/told.ts";

/** Facts of which a row holds one value only: the source of the highest rank fills it. */
const SINGLE = FACT_BIT.name | FACT_BIT.address | FACT_BIT.status | FACT_BIT.legalForm;

/** What the sample loses to any other source that tells the same. */
const SAMPLE_YIELDS = FACT_BIT.nace | FACT_BIT.size | FACT_BIT.category;

/** The facts of a row, without where it is stored. */
export type Facts = Omit<Row, "id" | "ico" | "origin" | "class">;

/** The voice of one source in a file: its rank, its letter, its name and the day of publication. */
export interface Voice {
  readonly source: string;
  readonly rank: number;
  readonly letter: string;
  readonly day: number;
}

/**
 * Adds what a source says of a firm to what others have told, and takes back what the same source said before.
 * The result does not depend on the order in which sources speak. Changes `facts`; returns who tells what now.
 */
export function mergeTold(
  facts: Facts,
  tellers: readonly Teller[],
  voice: Voice,
  told: Told,
  verdict: number | null,
): Teller[] {
  const others = retract(facts, tellers, voice);
  let mask = maskOf(told);
  for (const other of others) if (other.rank > voice.rank) mask &= ~(other.mask & SINGLE);
  if ((mask & FACT_BIT.name) !== 0) facts.name = told.name;
  if ((mask & FACT_BIT.address) !== 0) facts.address = told.address;
  if ((mask & FACT_BIT.legalForm) !== 0) facts.legalForm = told.legalForm;
  if ((mask & FACT_BIT.status) !== 0) {
    facts.founded = told.founded;
    facts.ceased = told.ceased;
  }
  const kept = others.map((other) => {
    if (other.rank > voice.rank) return other;
    let lost = mask & SINGLE;
    if (other.rank === SAMPLE_RANK) {
      lost |= mask & SAMPLE_YIELDS;
      forget(facts, SAMPLE, other.mask & mask & SAMPLE_YIELDS);
    }
    return (other.mask & lost) === 0 ? other : { ...other, mask: other.mask & ~lost };
  });
  const part = encodeNace(voice.letter, told.nace2, told.nace21);
  const at = kept.findIndex((other) => other.rank < voice.rank);
  if (part !== null) facts.nace = insertPart(facts.nace, part, kept, voice.rank);
  if (told.size !== null && (told.size !== 0 || facts.size === null)) facts.size = told.size;
  if (told.employeesMin !== null) {
    facts.employeesMin = told.employeesMin;
    facts.employeesMax = told.employeesMax;
  }
  if (verdict !== null) {
    facts.verdict = verdict;
    facts.verdictDay = told.outcomeDay ?? voice.day;
  }
  if (told.entity !== null) facts.entity = told.entity;
  kept.splice(at === -1 ? kept.length : at, 0, { source: voice.source, rank: voice.rank, day: voice.day, mask });
  return kept;
}

/**
 * Takes back what the source of a rank told. Changes `facts`; returns the other sources, highest rank first. When
 * there is none, nobody knows the firm any more.
 */
export function retract(facts: Facts, tellers: readonly Teller[], source: Retracted): Teller[] {
  const others: Teller[] = [];
  for (const teller of tellers) {
    if (teller.rank === source.rank) forget(facts, source, teller.mask);
    else others.push(teller);
  }
  return others;
}

/** A source by what marks its facts in a row: its rank among those who are known to tell, its letter before its codes. */
export type Retracted = Pick<Voice, "rank" | "letter">;

const SAMPLE: Retracted = { rank: SAMPLE_RANK, letter: SAMPLE_LETTER };

function forget(facts: Facts, { rank, letter }: Retracted, mask: number): void {
  if ((mask & FACT_BIT.name) !== 0) facts.name = null;
  if ((mask & FACT_BIT.address) !== 0) facts.address = null;
  if ((mask & FACT_BIT.legalForm) !== 0) facts.legalForm = null;
  if ((mask & FACT_BIT.status) !== 0) {
    facts.founded = null;
    facts.ceased = null;
  }
  if ((mask & FACT_BIT.nace) !== 0) facts.nace = withoutSource(facts.nace, letter);
  // A size code comes from the registers, a headcount from the list with categories; the sample may give both.
  const isUnstated = rank === RUZ_RANK && facts.size === 0;
  if (rank !== NIS2_RANK && ((mask & FACT_BIT.size) !== 0 || isUnstated)) facts.size = null;
  if (rank <= NIS2_RANK && (mask & FACT_BIT.size) !== 0) {
    facts.employeesMin = null;
    facts.employeesMax = null;
  }
  if ((mask & FACT_BIT.category) !== 0) {
    facts.verdict = null;
    facts.verdictDay = null;
  }
}

/** Only this Slovak source has size codes; a code of zeros is stored but counts as nothing told. */
const RUZ_RANK = FORMATS.ruz.rank;
const NIS2_RANK = FORMATS["nis2-register"].rank;

/** Puts a source's codes where its rank belongs. */
function insertPart(text: string | null, part: string, others: readonly Teller[], rank: number): string {
  if (text === null) return part;
  const parts = text.split("|");
  const higher = others.filter((other) => other.rank > rank && (other.mask & FACT_BIT.nace) !== 0).length;
  parts.splice(Math.min(higher, parts.length), 0, part);
  return parts.reduce<string | null>(joinNace, null) ?? part;
}
