import type { Company } from "../../core/company.ts";
import { freezeForReuse } from "../../core/freeze-for-reuse.ts";
import type { Locale } from "../../core/locale.ts";
import type { Knowledge } from "../../knowledge/knowledge.ts";
import type { Silence } from "../../sources/registers/register.ts";
import type { Services } from "../contexts.ts";
import type { ScopeAnswer } from "./scope-answer.ts";

/** By the provenance, which many rows of a register file have in common. */
const sourcesBefore = new WeakMap<Company["provenance"], SourcesInWords>();

interface SourcesInWords {
  readonly knowledge: Knowledge;
  readonly byLocale: Map<Locale, ScopeAnswer["sources"]>;
}

/** Which source states which fact of the firm, and when it was retrieved. */
export function sourcesOf(
  { provenance }: Company,
  { knowledge }: Pick<Services, "knowledge">,
  locale: Locale,
): ScopeAnswer["sources"] {
  let before = sourcesBefore.get(provenance);
  if (before?.knowledge !== knowledge) {
    before = { knowledge, byLocale: new Map() };
    sourcesBefore.set(provenance, before);
  }
  const known = before.byLocale.get(locale);
  if (known !== undefined) return known;
  const made = provenance.map(({ source, retrievedAt, facts }) => ({
    ...describeSource(source, knowledge, locale),
    retrievedAt,
    facts: [...facts],
  }));
  before.byLocale.set(locale, freezeForReuse(made));
  return made;
}

/** A source with its name in the locale and its address. */
export function describeSource(source: string, { sources }: Knowledge, locale: Locale): { name: string; url: string } {
  const described = sources.get(source);
  return { name: described?.name[locale] ?? source, url: described?.url ?? "" };
}

/** The sources that did not answer, and the facts that no other source states. */
export function silentSourcesOf(
  silent: readonly Silence[],
  { knowledge }: Services,
  locale: Locale,
): ScopeAnswer["silentSources"] {
  return silent.map(({ source, facts }) => ({
    name: sourceName(source, knowledge, locale),
    facts: [...facts],
  }));
}

/** The name of a source in the locale. */
export function sourceName(source: string, { sources }: Knowledge, locale: Locale): string {
  return sources.get(source)?.name[locale] ?? source;
}

/** What people call the source: the letters in brackets behind its name, else the name. */
export function shortSourceName(source: string, knowledge: Knowledge, locale: Locale): string {
  const name = sourceName(source, knowledge, locale);
  return /\((\p{Lu}+)\)$/u.exec(name)?.[1] ?? name;
}
