import { hash } from "node:crypto";
import type { Country } from "../../core/country.ts";
import type { ScanCheckId, ScanStatus } from "../../core/scan-checks.ts";

/** A cell of fewer organizations is not published. */
export const FEWEST_ORGANIZATIONS = 5;

/** Numbers of checks below this are not published. */
const FEWEST_CHECKS = 3;

/** Published figures of one cell that are remembered, so that new ones do not give anybody away beside them. */
const REMEMBERED = 60;

/** What the newest full scan of one domain contributes. */
export interface MapContribution {
  readonly orgId: string;
  readonly country: Country;
  readonly sector: string;
  readonly domain: string;
  readonly technical: number;
  readonly checks: readonly { readonly id: ScanCheckId; readonly status: ScanStatus }[];
}

export interface MapCheck {
  readonly id: ScanCheckId;
  readonly pass: number | null;
  readonly warn: number | null;
  readonly fail: number | null;
}

/** A cell as everybody sees it. */
export type MapCell =
  | { readonly country: Country; readonly sector: string; readonly suppressed: true }
  | {
      readonly country: Country;
      readonly sector: string;
      readonly organizations: number;
      readonly domains: number;
      readonly technical: { readonly p25: number; readonly median: number; readonly p75: number };
      readonly checks: readonly MapCheck[];
    };

/** Who stood behind published figures, and with what: hashes by organization. Never published. */
type Composition = Readonly<Record<string, string>>;

/** What is kept from one night to the next. */
export interface MapMemory {
  readonly [cell: string]: { readonly published: MapCell | null; readonly compositions: readonly Composition[] };
}

export interface BuiltMap {
  readonly cells: readonly MapCell[];
  readonly memory: MapMemory;
}

/**
 * The cells of the map. Three rules keep a single organization from being seen:
 * a cell needs five organizations; a row of numbers never hides one number alone, which the others would give away; and
 * a cell gets new figures only when they differ from all that were published before by five organizations or by none,
 * so that no difference between two days belongs to fewer. Figures that an organization has left are withdrawn.
 */
export function buildMap(contributions: readonly MapContribution[], memory: MapMemory): BuiltMap {
  const byCell = Map.groupBy(contributions, ({ country, sector }) => `${country} ${sector}`);
  const kept: Record<string, MapMemory[string]> = {};
  const cells = [...new Set([...byCell.keys(), ...Object.keys(memory)])].toSorted().flatMap((key) => {
    const known = memory[key] ?? { published: null, compositions: [] };
    const next = cellOf(key, byCell.get(key) ?? [], known);
    kept[key] = next.memory;
    return next.cell === null ? [] : [next.cell];
  });
  return { cells, memory: kept };
}

function cellOf(
  key: string,
  contributions: readonly MapContribution[],
  { published, compositions }: MapMemory[string],
): { readonly cell: MapCell | null; readonly memory: MapMemory[string] } {
  const [country, sector] = key.split(" ") as [Country, string]; // made of the two by `buildMap`
  const worst = worstDomains(contributions);
  const hidden = { country, sector, suppressed: true } as const;
  const cell = contributions.length === 0 ? null : hidden;
  if (worst.length < FEWEST_ORGANIZATIONS) return { cell, memory: { published: null, compositions } };
  const now = compositionOf(worst);
  const newest = compositions.at(-1);
  const isSame = newest !== undefined && changes(newest, now) === 0;
  if (isSame && published !== null) return { cell: published, memory: { published, compositions } };
  if (compositions.every((before) => isFar(before, now))) {
    const made = figuresOf(country, sector, worst, countDomains(contributions));
    return { cell: made, memory: { published: made, compositions: [...compositions, now].slice(-REMEMBERED) } };
  }
  // The figures of before stay, unless somebody who stands behind them has left.
  const isWhole = newest !== undefined && Object.keys(newest).every((orgId) => Object.hasOwn(now, orgId));
  if (published !== null && isWhole) return { cell: published, memory: { published, compositions } };
  return { cell: hidden, memory: { published: null, compositions } };
}

/** Web hosts of one domain of an organization count once. */
function countDomains(contributions: readonly MapContribution[]): number {
  return new Set(contributions.map(({ orgId, domain }) => `${orgId} ${domain}`)).size;
}

/** An organization counts once in a cell, by its worst domain. */
function worstDomains(contributions: readonly MapContribution[]): MapContribution[] {
  return [...Map.groupBy(contributions, ({ orgId }) => orgId).values()].flatMap((own) =>
    own.toSorted((a, b) => a.technical - b.technical || (a.domain < b.domain ? -1 : 1)).slice(0, 1),
  );
}

function compositionOf(worst: readonly MapContribution[]): Composition {
  return Object.fromEntries(
    worst.map(({ orgId, technical, checks }) => [
      orgId,
      hash("sha256", JSON.stringify([technical, checks.map(({ id, status }) => [id, status])])).slice(0, 16),
    ]),
  );
}

/** How many organizations joined, left or changed. */
function changes(before: Composition, now: Composition): number {
  const all = new Set([...Object.keys(before), ...Object.keys(now)]);
  return [...all].filter((orgId) => before[orgId] !== now[orgId]).length;
}

function isFar(before: Composition, now: Composition): boolean {
  const count = changes(before, now);
  return count === 0 || count >= FEWEST_ORGANIZATIONS;
}

function figuresOf(country: Country, sector: string, worst: readonly MapContribution[], domains: number): MapCell {
  const scores = worst.map(({ technical }) => technical).toSorted((a, b) => a - b);
  const ids = [...new Set(worst.flatMap(({ checks }) => checks.map(({ id }) => id)))];
  return {
    country,
    sector,
    organizations: worst.length,
    domains,
    technical: { p25: quantile(scores, 0.25), median: quantile(scores, 0.5), p75: quantile(scores, 0.75) },
    checks: ids.map((id) => {
      const statuses = worst.flatMap(({ checks }) =>
        checks.filter((check) => check.id === id).map(({ status }) => status),
      );
      const count = (wanted: ScanStatus) => statuses.filter((status) => status === wanted).length;
      return { id, ...withoutFew({ pass: count("pass"), warn: count("warn"), fail: count("fail") }) };
    }),
  };
}

/** Hides small numbers, and never one alone: the number of organizations would give it away. */
function withoutFew(counts: Readonly<Record<"pass" | "warn" | "fail", number>>): Omit<MapCheck, "id"> {
  const names = (["pass", "warn", "fail"] as const).toSorted((a, b) => counts[a] - counts[b]);
  const few = names.filter((name) => counts[name] < FEWEST_CHECKS).length;
  const hidden = names.slice(0, few === 1 ? 2 : few);
  const shown = (name: "pass" | "warn" | "fail") => (hidden.includes(name) ? null : counts[name]);
  return { pass: shown("pass"), warn: shown("warn"), fail: shown("fail") };
}

/** The quantile by linear interpolation between neighbours, rounded. */
function quantile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share;
  const [low = 0, high = low] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  return Math.round(low + (high - low) * (place - Math.floor(place)));
}
