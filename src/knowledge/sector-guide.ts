import { join } from "node:path";
import { z } from "zod";
import { translated } from "./field-schemas.ts";
import { loadYaml } from "./load.ts";
import type { Nis2Knowledge } from "./nis2.ts";
import { SECTOR_IDS } from "./nis2-ids.ts";

/** What the pages of the sectors say beside the sectors themselves. */
export type SectorGuide = z.output<ReturnType<typeof schema>>;

/** Reads `sector-guide.yaml`. @throws KnowledgeError where a code that is said to be in no sector has a row of the map */
export function loadSectorGuide(dir: string, nis2: Pick<Nis2Knowledge, "naceMap" | "isCode" | "remarks">): SectorGuide {
  return loadYaml(join(dir, "sector-guide.yaml"), schema(nis2));
}

function schema({ naceMap, isCode, remarks }: Pick<Nis2Knowledge, "naceMap" | "isCode" | "remarks">) {
  const remark = z.string().refine((id) => remarks.some((each) => each.id === id), "no entry of national-remarks.yaml");
  const size = translated;
  const outside = z
    .string()
    .transform((code) => code.replace(".", ""))
    .refine((code) => isCode({ code, revision: "2" }), "no code of NACE Rev. 2")
    .refine(
      (code) => [2, 3, 4].every((length) => !naceMap["2"].has(code.slice(0, length))),
      "has a row of nace-map.csv",
    );
  return z.strictObject({
    sizes: z.strictObject({ medium: size, anySize: size, special: size, annexI: size, annexII: size }),
    /** What the Czech decree says of a service whose regime no size changes. */
    czech: z.strictObject({ higher: translated, lower: translated }),
    /** What national law says of the size in a sector beside the general rule: entries of `national-remarks.yaml`. */
    remarks: z.partialRecord(z.enum(SECTOR_IDS), z.array(remark)),
    /** Who is in each sector, in our own words. */
    who: z.record(z.enum(SECTOR_IDS), translated),
    /** Rows of `activity-words.csv`, by their first Slovak word, of a sector that their codes do not name. */
    rows: z.partialRecord(z.enum(SECTOR_IDS), z.array(z.string())),
    /** What people take for the sector and why it is none of it. */
    notIn: z.partialRecord(z.enum(SECTOR_IDS), z.strictObject({ codes: z.array(outside), reason: translated })),
  });
}
