import { join } from "node:path";
import type { Localized } from "../core/locale.ts";
import type { ScanCheckId, ScanEffort, ScanError, ScanRole } from "../core/scan-checks.ts";
import type { ActRegistry } from "./acts.ts";
import { loadYaml } from "./load.ts";
import { scanChecksSchema, scanFailuresSchema, scanLegalSchema, scanUnjudgedSchema } from "./scan-schemas.ts";

/** What is said about one reason of a check. */
export interface ScanFinding {
  readonly finding: Localized;
  /** Where the remedy of the check does not fit. */
  readonly remedy?: Localized | undefined;
}

/** One check of the domain scan in words and in law. */
export interface ScanCheckTexts {
  readonly id: ScanCheckId;
  readonly effort: ScanEffort;
  readonly who: ScanRole;
  /** Standards, not law: `RFC 9989`. */
  readonly references: readonly string[];
  readonly title: Localized;
  readonly why: Localized;
  readonly remedy: Localized;
  readonly reasons: Readonly<Record<string, ScanFinding>>;
  /** Codes of the catalog. */
  readonly obligations: readonly string[];
  /** Citation references, articles of the directive first. */
  readonly legalReferences: readonly string[];
  /** Which part of a provision is meant. */
  readonly notes: readonly Localized[];
}

/** The domain scan in words and in law (`knowledge/scan/`). */
export interface ScanKnowledge {
  readonly checks: ReadonlyMap<ScanCheckId, ScanCheckTexts>;
  /** Why a check was not judged, by reason. */
  readonly unjudged: Readonly<Record<string, Localized>>;
  /** Why a scan has no result. */
  readonly failures: Readonly<Record<ScanError, Localized>>;
  /** Whom the implementing regulation binds. */
  readonly orientation: Localized;
}

/**
 * Reads `knowledge/scan/`: every check once, every provision existing in `acts`, every obligation in the catalog.
 * @throws KnowledgeError with file, line and path of every mistake in the first file that has one.
 */
export function loadScan(
  dir: string,
  acts: ActRegistry,
  obligations: ReadonlyMap<string, { readonly article: string }>,
): ScanKnowledge {
  const { orientation, groups } = loadYaml(join(dir, "legal.yaml"), scanLegalSchema(acts, obligations));
  const texts = loadYaml(join(dir, "checks.yaml"), scanChecksSchema(acts, groups));
  const checks = texts.map(({ law, ...check }): ScanCheckTexts => {
    const own = law.flatMap((name) => groups[name] ?? []);
    const codes = unique(own.flatMap((group) => group.obligations));
    const articles = codes.flatMap((code) => obligations.get(code)?.article ?? []);
    return Object.freeze({
      ...check,
      obligations: codes,
      legalReferences: unique([...articles, ...own.flatMap((group) => group.references)]),
      notes: own.map(({ note }) => note),
    });
  });
  return Object.freeze({
    checks: new Map(checks.map((check) => [check.id, check])),
    unjudged: loadYaml(join(dir, "unjudged.yaml"), scanUnjudgedSchema(acts)),
    failures: loadYaml(join(dir, "failures.yaml"), scanFailuresSchema(acts)),
    orientation,
  });
}

function unique(values: readonly string[]): readonly string[] {
  return Object.freeze([...new Set(values)]);
}
