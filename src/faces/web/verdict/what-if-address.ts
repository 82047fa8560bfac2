import type { Locale } from "../../../core/locale.ts";
import { href, paths } from "../paths.ts";

/** One pair of an address. */
export type Pair = readonly [name: string, value: string];

/** What a form sends along unseen: pairs that no visible field of it sends. */
export function hiddenPairs(query: URLSearchParams, isShown: (name: string) => boolean): Pair[] {
  return [...query]
    .filter(([name, value]) => value.trim() !== "" && !isShown(name))
    .map(([name, value]) => [name, value]);
}

/** The address of the what-if page with these pairs. */
export function whatIfAddress(locale: Locale, pairs: Iterable<Pair>): string {
  const search = new URLSearchParams([...pairs].map(([name, value]) => [name, value])).toString();
  return `${href(locale, paths.whatIf)}${search === "" ? "" : `?${search}`}`;
}

/** The pairs of an address with some names left out and others added. */
export function changed(query: URLSearchParams, without: readonly string[], add: readonly Pair[]): Pair[] {
  return [...hiddenPairs(query, (name) => without.includes(name)), ...add];
}

/**
 * What the register knows of a firm as pairs of an address, from the arguments of `scope_evaluate` that say the same: all
 * its codes, also without a main one, and what stands beside the visitor's own figures. The shipped sample is no register
 * and is called so.
 */
export function registerPairs(
  known: Readonly<Record<string, unknown>>,
  { ico, isSample }: { readonly ico: string; readonly isSample: boolean },
): Pair[] {
  const pairs: Pair[] = [
    ["country", String(known.country)],
    ["ico", ico],
  ];
  const add = (name: string, value: unknown) => {
    if (typeof value === "string" || typeof value === "number") pairs.push([name, String(value)]);
  };
  for (const { code, revision, asOf } of listOf(known.nace)) {
    add("code", code);
    add("rev", revision);
    if (asOf !== undefined) add("r.nace", `${String(code)}@${String(revision)}@${String(asOf)}`);
  }
  for (const revision of Array.isArray(known.mainUnknown) ? known.mainUnknown : []) add("r.nomain", revision);
  const [older] = listOf([known.olderSize]);
  const [range] = listOf([known.employeesRange ?? older?.employeesRange]);
  if (typeof known.employees === "number") add("r.staff", `${known.employees}-${known.employees}`);
  else if (range !== undefined) add("r.staff", `${String(range.min)}-${range.max === null ? "" : String(range.max)}`);
  add("r.size", known.sizeCode ?? older?.sizeCode);
  add("r.since", older?.asOf);
  add("r.turnover", known.turnoverEur);
  add("r.balance", known.balanceSheetEur);
  add("r.form", known.legalForm);
  add("r.status", known.status);
  add("service", known.sizeIndependentService);
  if (isSample) pairs.push(["r.by", "published"]);
  return pairs;
}

function listOf(value: unknown): Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "object" && one !== null) : [];
}
