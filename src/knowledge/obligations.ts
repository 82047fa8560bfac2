import { join } from "node:path";
import { z } from "zod";
import type { Localized } from "../core/locale.ts";
import type { ActRegistry } from "./acts.ts";
import { localized, reference } from "./cited-text-schemas.ts";
import { unique } from "./field-schemas.ts";
import { loadYaml } from "./load.ts";

/** How sure a legal basis is; `knowledge/obligations/README.md` says what each means. */
export const BASIS_MATCHES = ["direct", "near", "nearest_rule", "none"] as const;

type BasisMatch = (typeof BASIS_MATCHES)[number];

/** Who made the law of a legal basis. */
type Jurisdiction = "SK" | "CZ" | "EU";

/** Schema of `catalog.yaml`: which files there are, and how many items each must hold. */
const catalogSchema = z.strictObject({
  version: z.string().regex(/^\d+\.\d+$/),
  articles: z.array(z.strictObject({ article: z.int().positive(), items: z.int().positive() })).min(1),
});

function basis(jurisdiction: Jurisdiction, acts: ActRegistry) {
  return z
    .strictObject({
      match: z.enum(BASIS_MATCHES),
      references: z.array(
        reference(acts).refine(
          (text) => acts.byId.get(text.split(" ")[0] ?? "")?.jurisdiction === jurisdiction,
          `is no law of ${jurisdiction}`,
        ),
      ),
    })
    .superRefine(({ match, references }, issues) => {
      // The directive always matches; under EU the word speaks of the implementing regulation that follows it.
      const found = references.length - (jurisdiction === "EU" ? 1 : 0);
      if ((match === "none") !== (found === 0)) {
        issues.addIssue({ code: "custom", path: ["match"], message: "is none exactly when nothing was found" });
      }
    });
}

function item(article: number, acts: ActRegistry) {
  return z
    .strictObject({
      code: z.string().regex(new RegExp(`^NIS2-${article}-\\d+(-[A-Z]+)*$`), `a code NIS2-${article}-...`),
      article: reference(acts).refine((text) => text.startsWith(`nis2 ${article}(`), `is not in Article ${article}`),
      reviewIntervalMonths: z.int().min(1).max(36),
      name: localized(acts),
      description: localized(acts),
      legalBasis: z.strictObject({ SK: basis("SK", acts), CZ: basis("CZ", acts), EU: basis("EU", acts) }),
    })
    .superRefine((entry, issues) => {
      if (entry.legalBasis.EU.references[0] !== entry.article) {
        issues.addIssue({
          code: "custom",
          path: ["legalBasis", "EU", "references"],
          message: `must start with the article of the item, ${entry.article}`,
        });
      }
    });
}

/**
 * Schema of one file `article-N.yaml`.
 * @param expected how many items `catalog.yaml` says it has; `taken` holds the codes of the files before it.
 */
function obligationsSchema(article: number, expected: number, taken: ReadonlySet<string>, acts: ActRegistry) {
  return z
    .array(item(article, acts))
    .superRefine((items, issues) => {
      if (items.length === expected) return;
      issues.addIssue({ code: "custom", message: `catalog.yaml says ${expected} items, here are ${items.length}` });
    })
    .superRefine(unique(({ code }) => code, "code", taken));
}

/** The provisions of one jurisdiction behind an obligation, as citation references, and how sure they are. */
export interface LegalBasis {
  readonly match: BasisMatch;
  readonly references: readonly string[];
}

/** One obligation of the catalog (docs/specification.md, `obligation.fields`). */
export interface Obligation {
  readonly code: string;
  /** The provision of the directive, as a citation reference. */
  readonly article: string;
  readonly reviewIntervalMonths: number;
  readonly name: Localized;
  readonly description: Localized;
  readonly legalBasis: Readonly<Record<Jurisdiction, LegalBasis>>;
}

/** The obligation catalog, in the order of the directive. */
export interface ObligationCatalog {
  readonly version: string;
  readonly byCode: ReadonlyMap<string, Obligation>;
}

/**
 * Reads `knowledge/obligations/`: every item in three languages, every citation existing in `acts`, as many items as
 * `catalog.yaml` says.
 * @throws KnowledgeError with file, line and path of every mistake in the first file that has one.
 */
export function loadObligations(dir: string, acts: ActRegistry): ObligationCatalog {
  const { version, articles } = loadYaml(join(dir, "catalog.yaml"), catalogSchema);
  const byCode = new Map<string, Obligation>();
  for (const { article, items } of articles) {
    const schema = obligationsSchema(article, items, new Set(byCode.keys()), acts);
    for (const item of loadYaml(join(dir, `article-${article}.yaml`), schema)) byCode.set(item.code, item);
  }
  return Object.freeze({ version, byCode });
}
