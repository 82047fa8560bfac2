import { join } from "node:path";
import type { Localized } from "../core/locale.ts";
import type { ActRegistry } from "./acts.ts";
import { loadYaml } from "./load.ts";
import { type BasisMatch, catalogSchema, type Jurisdiction, obligationsSchema } from "./obligations-schemas.ts";

export { BASIS_MATCHES } from "./obligations-schemas.ts";

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
