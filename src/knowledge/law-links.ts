import { join } from "node:path";
import { z } from "zod";
import type { ActRegistry } from "./acts.ts";
import { day } from "./field-schemas.ts";
import { loadYaml } from "./load.ts";

/** How far a link can lead into a text: to letters, to the article or annex, or to the act only. */
export const ANCHOR_DEPTHS = ["deep", "unit", "none"] as const;

const anchors = z.enum(ANCHOR_DEPTHS);

const nationalPath = z.string().regex(/^\d{4}\/\d+$/, "year/number, as 2018/69");

const placeOfText = z.discriminatedUnion("site", [
  z.strictObject({
    site: z.literal("eur-lex"),
    path: z
      .string()
      .regex(/^(dir|reg|reg_impl|reco)\/\d{4}\/\d+$/, "type/year/number of an ELI address, as dir/2022/2555"),
    version: z.union([z.literal("oj"), day]),
    anchors: anchors.exclude(["deep"]),
  }),
  z.strictObject({
    site: z.literal("slov-lex"),
    path: nationalPath,
    // `current`: the first day of no version is known, so the link leads to the act as it is in force.
    version: z.union([z.literal("current"), z.string().regex(/^\d{8}$/, "the first day of a version, YYYYMMDD")]),
    anchors,
    annexes: z
      .record(
        z.string().regex(/^\d+$/),
        z.string().regex(/^[a-z0-9_]+(\.oznacenie)?$/, "the id of an annex in the official page"),
      )
      .default({}),
  }),
  z.strictObject({ site: z.literal("e-sbirka"), path: nationalPath, version: day, anchors }),
]);

/** Where the official text of an act stands. */
export type PlaceOfText = z.output<typeof placeOfText>;

/** Where the official texts stand, by id of the act. An act that is not in it has no links. */
export type LawLinks = ReadonlyMap<string, PlaceOfText>;

/**
 * Reads `law-links.yaml` of the knowledge folder.
 * @param acts the registered acts: an entry of another act, or of an annex that an act does not have, is a mistake.
 * @throws KnowledgeError with file, line and path of every mistake.
 */
export function loadLawLinks(dir: string, acts: ActRegistry): LawLinks {
  const schema = z.record(z.string(), placeOfText).superRefine((entries, issues) => {
    for (const [id, entry] of Object.entries(entries)) {
      const act = acts.byId.get(id);
      if (act === undefined) issues.addIssue({ code: "custom", path: [id], message: "no act of knowledge/acts" });
      if (entry.site !== "slov-lex") continue;
      if (entry.version === "current" && entry.anchors !== "none") {
        issues.addIssue({ code: "custom", path: [id, "anchors"], message: "only a version with its day has anchors" });
      }
      for (const annex of Object.keys(entry.annexes)) {
        if (act?.units.has(`annex ${annex}`) === true) continue;
        issues.addIssue({ code: "custom", path: [id, "annexes", annex], message: "the act has no such annex" });
      }
    }
  });
  return new Map(Object.entries(loadYaml(join(dir, "law-links.yaml"), schema)));
}
