import { join } from "node:path";
import { z } from "zod";
import { NACE_REVISIONS, type NaceCode, type NaceRevision } from "../core/nace.ts";
import { loadCsv } from "./load.ts";

/** Which classes of one NACE revision overlap with which of the other. */
export interface NaceCorrespondence {
  /**
   * The classes of the other revision that hold a part of this class, in the order of their codes; empty for what is no
   * class. The table lists every overlap, however small: candidates for a question, never an answer.
   * @param code a code without dots; a fifth, national digit is left out
   */
  candidates(code: NaceCode): readonly NaceCode[];
}

const klass = z.string().regex(/^\d{4}$/, "four digits, no dots");

const rowSchema = z.strictObject({
  // Empty for a class of Rev. 2.1 that has no predecessor.
  rev2: z.union([klass, z.literal("")]),
  rev21: klass,
  // `1:1`, `split` (one old class, several new ones), `merged` (several old ones, one new), both, or `new`.
  kind: z.enum(["1:1", "split", "merged", "split+merged", "new"]),
});

/**
 * Reads `nace-correspondence.csv`: Eurostat's table between the classes of NACE Rev. 2 and Rev. 2.1.
 * @param dir the folder of the file.
 * @throws KnowledgeError with file, line and column of every mistake.
 */
export function loadNaceCorrespondence(dir: string): NaceCorrespondence {
  const found: Readonly<Record<NaceRevision, Map<string, NaceCode[]>>> = { "2": new Map(), "2.1": new Map() };
  for (const { rev2, rev21 } of loadCsv(join(dir, "nace-correspondence.csv"), rowSchema)) {
    if (rev2 === "") continue;
    const pair = { "2": rev2, "2.1": rev21 } as const;
    for (const revision of NACE_REVISIONS) {
      const other = revision === "2" ? "2.1" : "2";
      const known = found[revision].get(pair[revision]) ?? [];
      found[revision].set(pair[revision], [...known, { code: pair[other], revision: other }]);
    }
  }
  for (const list of [...found["2"].values(), ...found["2.1"].values()]) {
    list.sort((one, other) => (one.code < other.code ? -1 : 1));
  }
  return Object.freeze({
    candidates: ({ code, revision }: NaceCode) => found[revision].get(code.slice(0, 4)) ?? [],
  });
}
