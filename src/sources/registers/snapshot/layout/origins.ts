import { FACTS, type Fact, type Provenance } from "../../../../core/company.ts";
import type { FirmRecord } from "../records/firm-record.ts";
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
  financials: 128,
};

/** Which columns of a row hold the size as this source states it; a code of zeros is held, but is no fact. */
export const SIZE_CODE_BIT = 256;
export const HEADCOUNT_BIT = 512;

/** One source that knows a firm: which facts of the row are its own, and from when they are. */
export interface FactSource {
  readonly source: string;
  /** As in `FileRegister`; several entries of the sample may stand together, it names its own sources. */
  readonly slot: number;
  readonly rank: number;
  readonly day: number;
  readonly mask: number;
}

/** The sources of a row, as many rows share them; what a reader needs of it is prepared once. */
export interface Origin {
  /** Highest rank first. */
  readonly sources: readonly FactSource[];
  readonly provenance: readonly Provenance[];
  /** False where a source that ranks above it gave a size code. */
  readonly headcountStands: boolean;
}

/** The facts that a record states of a firm, and the columns in which its size stands. A size code of zeros means "not stated" in both countries. */
export function maskOf(record: FirmRecord): number {
  return (
    FACT_BIT.status |
    (record.name === null ? 0 : FACT_BIT.name) |
    (record.address === null ? 0 : FACT_BIT.address) |
    (record.legalForm === null ? 0 : FACT_BIT.legalForm) |
    (record.nace2.length + record.nace21.length === 0 ? 0 : FACT_BIT.nace) |
    ((record.size === null || record.size === 0) && record.employeesMin === null ? 0 : FACT_BIT.size) |
    (record.outcome === null ? 0 : FACT_BIT.category) |
    (record.turnoverEur === null && record.balanceSheetEur === null ? 0 : FACT_BIT.financials) |
    (record.size === null ? 0 : SIZE_CODE_BIT) |
    (record.employeesMin === null ? 0 : HEADCOUNT_BIT)
  );
}

/** Prepares an origin for reading. */
export function originOf(sources: readonly FactSource[]): Origin {
  let sizeRank = -1;
  let sizeSources = 0;
  for (const { rank, mask } of sources) {
    if ((mask & FACT_BIT.size) === 0 || rank === sizeRank) continue;
    sizeSources++;
    sizeRank = Math.max(sizeRank, rank);
  }
  const provenance: Provenance[] = [];
  for (const { source, rank, day, mask } of sources) {
    const decides = rank < sizeRank ? mask & ~FACT_BIT.size : mask;
    const facts = FACTS.filter((fact) => (decides & FACT_BIT[fact]) !== 0);
    if (facts.length > 0) provenance.push({ source, facts, retrievedAt: dayText(day) });
  }
  return Object.freeze({ sources, provenance: Object.freeze(provenance), headcountStands: sizeSources < 2 });
}

/** An origin as one line of text: the key under which equal ones are stored once. */
export function encodeSources(sources: readonly FactSource[]): string {
  return sources.map(({ source, slot, rank, day, mask }) => `${slot} ${rank} ${day} ${mask} ${source}`).join("\n");
}

export function decodeSources(text: string): FactSource[] {
  return text.split("\n").map((line) => {
    const [slot = "0", rank = "0", day = "0", mask = "0", ...source] = line.split(" ");
    return { source: source.join(" "), slot: Number(slot), rank: Number(rank), day: Number(day), mask: Number(mask) };
  });
}
