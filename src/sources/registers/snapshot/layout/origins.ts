import { FACTS, type Fact, type Provenance } from "../../../../core/company.ts";
import type { Told } from "../told/told.ts";
import { dayText } from "./number-texts.ts";

/** The bit of each fact in a mask, in the order of `FACTS`. */
export const FACT_BIT: Readonly<Record<Fact, number>> = {
  name: 1,
  address: 2,
  status: 4,
  legalForm: 8,
  nace: 16,
  size: 32,
  category: 64,
};

/** One source that knows a firm: which facts of the row are its own, and from when they are. */
export interface Teller {
  readonly source: string;
  /** As in `FormatTraits`; several entries of rank 0 may stand together, the sample names its own sources. */
  readonly rank: number;
  readonly day: number;
  readonly mask: number;
}

/** Who told a row, as many rows share it; what a reader needs of it is prepared once. */
export interface Origin {
  /** Highest rank first. */
  readonly tellers: readonly Teller[];
  readonly provenance: readonly Provenance[];
  /** False where a source that is believed before it gave a size code. */
  readonly headcountStands: boolean;
}

/** The facts that a source tells of a firm. A size code of zeros means "not stated" in both countries. */
export function maskOf(told: Told): number {
  return (
    FACT_BIT.status |
    (told.name === null ? 0 : FACT_BIT.name) |
    (told.address === null ? 0 : FACT_BIT.address) |
    (told.legalForm === null ? 0 : FACT_BIT.legalForm) |
    (told.nace2.length + told.nace21.length === 0 ? 0 : FACT_BIT.nace) |
    ((told.size === null || told.size === 0) && told.employeesMin === null ? 0 : FACT_BIT.size) |
    (told.outcome === null ? 0 : FACT_BIT.category)
  );
}

/** Prepares an origin for reading. */
export function originOf(tellers: readonly Teller[]): Origin {
  let sizeRank = -1;
  let sizeTellers = 0;
  for (const { rank, mask } of tellers) {
    if ((mask & FACT_BIT.size) === 0 || rank === sizeRank) continue;
    sizeTellers++;
    sizeRank = Math.max(sizeRank, rank);
  }
  const provenance: Provenance[] = [];
  for (const { source, rank, day, mask } of tellers) {
    const decides = rank < sizeRank ? mask & ~FACT_BIT.size : mask;
    const facts = FACTS.filter((fact) => (decides & FACT_BIT[fact]) !== 0);
    if (facts.length > 0) provenance.push({ source, facts, retrievedAt: dayText(day) });
  }
  return Object.freeze({ tellers, provenance: Object.freeze(provenance), headcountStands: sizeTellers < 2 });
}

/** An origin as one line of text: the key under which equal ones are stored once. */
export function encodeTellers(tellers: readonly Teller[]): string {
  return tellers.map(({ source, rank, day, mask }) => `${rank} ${day} ${mask} ${source}`).join("\n");
}

export function decodeTellers(text: string): Teller[] {
  return text.split("\n").map((line) => {
    const [rank = "0", day = "0", mask = "0", ...source] = line.split(" ");
    return { source: source.join(" "), rank: Number(rank), day: Number(day), mask: Number(mask) };
  });
}
