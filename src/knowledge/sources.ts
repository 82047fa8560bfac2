import { join } from "node:path";
import { z } from "zod";
import { FACTS, type Fact } from "../core/company.ts";
import { COUNTRIES, type Country } from "../core/country.ts";
import { LOCALES, type Localized } from "../core/locale.ts";
import { text, translated, unique } from "./field-schemas.ts";
import { loadYaml } from "./load.ts";
import { SAMPLE_SOURCE, SAMPLE_SOURCE_PREFIX } from "./sample-source.ts";

/** A source of facts about firms. */
export interface Source {
  readonly id: string;
  /** `null` for the shipped sample, which holds firms of both countries. */
  readonly country: Country | null;
  /** Where a person can look; `null` where the operator chooses the source or each fact names its own. */
  readonly url: string | null;
  readonly name: Localized;
  readonly operator: Localized;
  /** Name of a public licence, or `null` when the source names none; `terms` says more. */
  readonly licence: string | null;
  readonly terms: Localized;
  /** The facts the source can tell, not those it stated of a certain firm. */
  readonly facts: readonly Fact[];
}

/** All sources by id. */
export interface Sources {
  readonly all: readonly Source[];
  /**
   * The source behind an id of `Provenance.source`. An id of the sample, `sample:` and the words of the row, gives the
   * sample with these words in its name and the address they hold. `undefined` for an id nobody wrote down.
   */
  get(id: string): Source | undefined;
}

const sourceSchema = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]+$/, "lower-case letters, digits and hyphens"),
  country: z.enum(COUNTRIES).nullable(),
  url: z.url({ protocol: /^https$/ }).nullable(),
  licence: text.nullable(),
  facts: z.array(z.enum(FACTS)).min(1),
  name: translated,
  operator: translated,
  terms: translated,
});

const fileSchema = z
  .array(sourceSchema)
  .superRefine(unique(({ id }) => id, "id"))
  .refine((sources) => sources.some(({ id }) => id === SAMPLE_SOURCE), `the source ${SAMPLE_SOURCE} is missing`);

/**
 * Reads `sources.yaml` of the knowledge folder.
 * @throws KnowledgeError with file, line and path of every mistake.
 */
export function loadSources(dir: string): Sources {
  const all: readonly Source[] = loadYaml(join(dir, "sources.yaml"), fileSchema);
  const byId = new Map(all.map((source) => [source.id, source]));
  return {
    all,
    get(id) {
      const known = byId.get(id);
      if (known !== undefined || !id.startsWith(SAMPLE_SOURCE_PREFIX)) return known;
      const sample = byId.get(SAMPLE_SOURCE);
      return sample && ofSampleRow(sample, id.slice(SAMPLE_SOURCE_PREFIX.length));
    },
  };
}

function ofSampleRow(sample: Source, words: string): Source {
  const name: Record<keyof Localized, string> = { ...sample.name };
  for (const locale of LOCALES) name[locale] = `${sample.name[locale]} (${words})`;
  return { ...sample, id: `${SAMPLE_SOURCE_PREFIX}${words}`, name, url: addressIn(words) };
}

/** The address a row's words name: in full, or as `host.tld/path` the way repositories are written. */
function addressIn(words: string): string | null {
  const full = /https:\/\/[^\s,)]+/.exec(words)?.[0];
  if (full !== undefined) return full;
  const short = /\b(?:[a-z0-9-]+\.)+[a-z]{2,}\/[^\s,)]+/i.exec(words)?.[0];
  return short === undefined ? null : `https://${short}`;
}
