import type { Country } from "../../core/country.ts";
import { dayOf } from "../../core/day.ts";
import { domainAbove, readHostName } from "../../outbound/guarded/host-name.ts";
import { keepMap, mapScans, readMap } from "../../state/scan-map.ts";
import type { StateDatabase } from "../../state/state-database.ts";
import { buildMap, type MapCell, type MapContribution, type MapMemory } from "./map-cells.ts";
import { readStoredScan } from "./stored-scan.ts";

/** Scans older than this do not count. */
const AGE_MS = 90 * 86_400_000;

/** What is stored of the map: what everybody sees, and what only the next night needs. */
export interface StoredMap {
  readonly day: string;
  readonly cells: readonly MapCell[];
  readonly memory: MapMemory;
}

/** What computing the map needs. */
export interface MapOptions {
  readonly state: StateDatabase;
  /** The NIS2 sector of a firm; `null` where it has none, or nobody knows. */
  sectorOf(ico: string, country: Country): Promise<string | null>;
}

/** Computes the map of this night. An organization without number, country or sector stands in no cell. */
export async function computeMap({ state, sectorOf }: MapOptions, now: number): Promise<void> {
  const sectors = new Map<string, string | null>();
  const contributions: MapContribution[] = [];
  for (const { org_id: orgId, country, ico, domain, technical, detail } of await mapScans(state, now - AGE_MS)) {
    const sector = sectors.has(orgId) ? sectors.get(orgId) : await sectorOf(ico, country);
    sectors.set(orgId, sector ?? null);
    if (sector === null || sector === undefined) continue;
    const checks = readStoredScan(detail).checks.map(({ id, status }) => ({ id, status }));
    const name = readHostName(domain);
    const subject = (name === null ? null : domainAbove(name)) ?? domain;
    contributions.push({ orgId, country, sector, domain: subject, technical, checks });
  }
  const before = await readStoredMap(state);
  const { cells, memory } = buildMap(contributions, before?.memory ?? {});
  const stored: StoredMap = { day: dayOf(new Date(now)), cells, memory };
  await keepMap(state, JSON.stringify(stored), now);
}

/** The map as it was computed last. */
export async function readStoredMap(state: StateDatabase): Promise<StoredMap | undefined> {
  const row = await readMap(state);
  return row === undefined ? undefined : (JSON.parse(row.body) as StoredMap); // written by `computeMap` alone
}
