import type { Country } from "../core/country.ts";
import type { Ico } from "../core/ico.ts";
import type { ListRow, WatchedFirm } from "./firm-lists.ts";
import { REACHED } from "./reach.ts";
import { bound, type PersonScope, type Scope } from "./scope.ts";
import { composedSql, repeatableSql, sql } from "./sql.ts";
import type { StateDatabase, Value } from "./state-database.ts";

/** A watched firm as it stands, with what the watch itself notes. Instants in milliseconds since 1970. */
export interface StoredFirm extends WatchedFirm {
  /** The register file that lacked it first; `null`: the last one has it. */
  readonly missing_since: string | null;
  /** When it was told that the firm is lost. */
  readonly lost_at: number | null;
}

type FirmKey = Pick<WatchedFirm, "country" | "ico">;

/** A change of category, sector or regime. `before`, `after` and `facts` are JSON. */
export interface VerdictChange extends FirmKey {
  readonly seq: number;
  /** The organization whose own firm it is; `null`: of lists and suppliers. */
  readonly org_id: string | null;
  readonly at: number;
  readonly day: string;
  readonly cause: string;
  readonly before: string;
  readonly after: string;
  readonly facts: string;
  readonly rule_set_before: string;
  readonly rule_set_after: string;
  readonly snapshot_before: string;
  readonly snapshot_after: string;
}

/** What an organization is told. `once` names it among all: written twice it is one. */
export interface NewEvent {
  readonly id: string;
  readonly org_id: string;
  readonly type: string;
  readonly at: number;
  readonly day: string;
  readonly country: Country | null;
  readonly ico: Ico | null;
  readonly severity: string;
  /** JSON. */
  readonly detail: string;
  readonly once: string;
}

export interface StoredEvent extends Omit<NewEvent, "once"> {
  readonly place: number;
}

/** How far the watch is. `released`: the register file that may be told although it changes many firms. */
export interface WatchRun {
  readonly snapshot: string;
  readonly rule_set: string;
  readonly position: string;
  readonly state: "running" | "done" | "held";
  readonly changed: number;
  readonly released: string;
}

const FIRM =
  "country, ico, facts, name, category, sector, size, unknown_reason, regime, open_fact, rule_set, snapshot, day, " +
  "missing_since, lost_at";
const FIRMS_AFTER = sql(`SELECT ${FIRM} FROM watched_firm WHERE (country, ico) > (?, ?) ORDER BY country, ico LIMIT ?`);
const UNWATCHED = sql(
  "SELECT h.country, h.ico FROM (SELECT country, ico FROM list_row UNION SELECT country, ico FROM supplier_entry) h " +
    "WHERE h.country || h.ico > ? AND NOT EXISTS (SELECT 1 FROM watched_firm w WHERE w.country = h.country AND w.ico = h.ico) " +
    "ORDER BY h.country, h.ico LIMIT ?",
);
const SAVE = sql(
  "UPDATE watched_firm SET facts = ?, name = ?, category = ?, sector = ?, size = ?, unknown_reason = ?, regime = ?, " +
    "open_fact = ?, rule_set = ?, snapshot = ?, day = ?, held_at = ?, missing_since = NULL, lost_at = NULL " +
    "WHERE country = ? AND ico = ?",
);
const MISSING = sql("UPDATE watched_firm SET missing_since = ?, lost_at = ? WHERE country = ? AND ico = ?");
const ADD_CHANGE = sql(
  "INSERT INTO verdict_change (country, ico, seq, at, day, cause, before, after, facts, rule_set_before, rule_set_after, " +
    "snapshot_before, snapshot_after, org_id) SELECT ?, ?, COALESCE(MAX(c.seq), 0) + 1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ? " +
    "FROM verdict_change c WHERE c.country = ? AND c.ico = ?",
);
const HOLDERS = sql(
  "SELECT l.org_id, l.id AS list FROM list_row r JOIN firm_list l ON l.id = r.list_id WHERE r.country = ? AND r.ico = ? " +
    "UNION ALL SELECT s.org_id, '' AS list FROM supplier_entry s WHERE s.country = ? AND s.ico = ?",
);
const OF_LAW = sql(
  "SELECT h.org_id, COUNT(*) AS n FROM (SELECT l.org_id, r.country, r.ico FROM list_row r JOIN firm_list l ON l.id = r.list_id " +
    "UNION SELECT s.org_id, s.country, s.ico FROM supplier_entry s) h " +
    "JOIN verdict_change c ON c.country = h.country AND c.ico = h.ico WHERE c.org_id IS NULL AND c.rule_set_after = ? AND c.snapshot_after = ? " +
    "AND c.cause IN ('law', 'both') GROUP BY h.org_id ORDER BY h.org_id",
);
const RUN = sql("SELECT snapshot, rule_set, position, state, changed, released FROM watch_run WHERE one = 1");
const BEGIN_RUN = repeatableSql(
  "INSERT INTO watch_run (one, snapshot, rule_set, position, state, changed, released, place) " +
    "VALUES (1, '', '', '', 'done', 0, '', 0) ON CONFLICT (one) DO NOTHING",
);
const SAVE_RUN = sql(
  "UPDATE watch_run SET snapshot = ?, rule_set = ?, position = ?, state = ?, changed = ?, released = ? WHERE one = 1",
);
const SAVE_RUN_FROM = sql(
  "UPDATE watch_run SET snapshot = ?, rule_set = ?, position = ?, state = ?, changed = ?, released = ? " +
    "WHERE one = 1 AND snapshot = ? AND rule_set = ? AND position = ? AND state = ? AND released = ?",
);
const TAKE_PLACES = sql("UPDATE watch_run SET place = place + ? WHERE one = 1");
const LAST_PLACE = sql("SELECT place FROM watch_run WHERE one = 1");
const ADD_EVENT = sql(
  "INSERT INTO event (id, place, org_id, type, at, day, country, ico, severity, detail, once) " +
    "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (once) DO NOTHING",
);
const EVENTS = sql(
  "SELECT e.id, e.place, e.org_id, e.type, e.at, e.day, e.country, e.ico, e.severity, e.detail " +
    `FROM membership m JOIN event e ON e.org_id = m.org_id WHERE m.account_id = ? AND (? = '' OR ${REACHED}) ` +
    "AND (e.org_id = ? OR ? = '') AND (e.detail LIKE ? OR ? = '') AND e.place > ? AND (e.type = ? OR ? = '') AND (e.severity = ? OR ? = '') AND e.at >= ? ORDER BY e.place LIMIT ?",
);
const NEWEST = sql(
  "SELECT e.id, e.place, e.org_id, e.type, e.at, e.day, e.country, e.ico, e.severity, e.detail, w.name " +
    "FROM membership m JOIN event e ON e.org_id = m.org_id LEFT JOIN watched_firm w ON w.country = e.country AND w.ico = e.ico " +
    "WHERE m.account_id = ? AND (e.org_id = ? OR ? = '') AND (e.detail LIKE ? OR ? = '') ORDER BY e.place DESC LIMIT ?",
);
const NEWS = sql(
  "SELECT e.type, e.country, e.ico, e.detail, w.name FROM membership m JOIN event e ON e.org_id = m.org_id " +
    "LEFT JOIN watched_firm w ON w.country = e.country AND w.ico = e.ico WHERE m.account_id = ? AND m.org_id = ? " +
    "AND e.at >= ? AND e.at < ? AND (e.severity <> 'info' OR e.type IN ('profile.published', 'profile.revised')) " +
    "ORDER BY e.place LIMIT 10000",
);
export const CHANGE =
  "c.country, c.ico, c.seq, c.org_id, c.at, c.day, c.cause, c.before, c.after, c.facts, c.rule_set_before, c.rule_set_after, " +
  "c.snapshot_before, c.snapshot_after";
const CHANGES_OF_LIST = sql(
  `SELECT ${CHANGE} FROM membership m JOIN firm_list l ON l.org_id = m.org_id ` +
    "JOIN list_row r ON r.list_id = l.id JOIN verdict_change c ON c.country = r.country AND c.ico = r.ico " +
    "WHERE m.account_id = ? AND l.id = ? AND c.org_id IS NULL AND c.day > ? ORDER BY c.country, c.ico, c.seq",
);
const SUPPLIERS = sql(
  "SELECT s.country, s.ico, s.created_at AS added_at, '' AS label, w.name, w.category FROM membership m " +
    "JOIN supplier_entry s ON s.org_id = m.org_id LEFT JOIN watched_firm w ON w.country = s.country AND w.ico = s.ico " +
    "WHERE m.account_id = ? AND m.org_id = ? ORDER BY s.country, s.ico",
);
const CHANGES_OF_SUPPLIERS = sql(
  `SELECT ${CHANGE} FROM membership m JOIN supplier_entry s ON s.org_id = m.org_id ` +
    "JOIN verdict_change c ON c.country = s.country AND c.ico = s.ico " +
    "WHERE m.account_id = ? AND m.org_id = ? AND c.org_id IS NULL AND c.day > ? ORDER BY c.country, c.ico, c.seq",
);
const SUPPLIERS_SEEN = sql(
  "SELECT s.country, s.ico FROM membership m JOIN supplier_entry s ON s.org_id = m.org_id " +
    "JOIN watched_firm w ON w.country = s.country AND w.ico = s.ico " +
    "WHERE m.account_id = ? AND m.org_id = ? AND w.first_seen > ?",
);
const FIRST_SEEN = sql(
  "SELECT r.country, r.ico, w.first_seen FROM list_row r JOIN watched_firm w ON w.country = r.country AND w.ico = r.ico " +
    "WHERE r.list_id = ? AND w.first_seen > ?",
);

/** @param position country and number of the last one; empty: from the beginning */
export function firmsAfter(db: StateDatabase, position: string, limit: number): Promise<readonly StoredFirm[]> {
  return db.all<StoredFirm>(FIRMS_AFTER, position.slice(0, 2), position.slice(2), limit);
}

/** Firms that somebody holds and nobody has looked at yet. */
export function unwatchedAfter(db: StateDatabase, position: string, limit: number): Promise<readonly FirmKey[]> {
  return db.all<FirmKey>(UNWATCHED, position, limit);
}

export async function saveFirm(tx: StateDatabase, firm: WatchedFirm, at: number): Promise<void> {
  const { facts, name, category, sector, size, unknown_reason, regime, open_fact, rule_set, snapshot, day } = firm;
  const judged = [
    facts,
    name,
    category,
    sector,
    size,
    unknown_reason,
    regime,
    open_fact,
    rule_set,
    snapshot,
    day,
  ] as const;
  await tx.run(SAVE, ...judged, at, firm.country, firm.ico);
}

export async function saveMissing(
  tx: StateDatabase,
  { country, ico }: FirmKey,
  since: string | null,
  lostAt: number | null,
): Promise<void> {
  await tx.run(MISSING, since, lostAt, country, ico);
}

export async function addChange(
  tx: StateDatabase,
  change: Omit<VerdictChange, "seq" | "country" | "ico"> & { readonly country: string; readonly ico: string },
): Promise<void> {
  const { country, ico, at, day, cause, before, after, facts, org_id: orgId } = change;
  const { rule_set_before, rule_set_after, snapshot_before, snapshot_after } = change;
  const versions = [rule_set_before, rule_set_after, snapshot_before, snapshot_after] as const;
  await tx.run(ADD_CHANGE, country, ico, at, day, cause, before, after, facts, ...versions, orgId, country, ico);
}

/** The organizations that hold a firm, each with its lists; an empty list is that of its suppliers. */
export async function holdersOf(
  db: StateDatabase,
  { country, ico }: FirmKey,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await db.all<{ org_id: string; list: string }>(HOLDERS, country, ico, country, ico);
  const byOrganization = Map.groupBy(rows, ({ org_id }) => org_id);
  return new Map(
    [...byOrganization].map(([id, some]) => [id, some.flatMap(({ list }) => (list === "" ? [] : [list]))]),
  );
}

/** How many firms of its lists new rules changed, by organization. */
export function changedByLaw(
  db: StateDatabase,
  ruleSet: string,
  snapshot: string,
): Promise<readonly { readonly org_id: string; readonly n: number }[]> {
  return db.all(OF_LAW, ruleSet, snapshot);
}

export async function watchRun(db: StateDatabase): Promise<WatchRun> {
  const found = await db.get<WatchRun>(RUN);
  if (found !== undefined) return found;
  await db.run(BEGIN_RUN);
  return { snapshot: "", rule_set: "", position: "", state: "done", changed: 0, released: "" };
}

/** Notes that firms were looked at and are what they were; what nobody holds any more is not held longer. */
export async function noteUnchanged(
  tx: StateDatabase,
  firms: readonly FirmKey[],
  { snapshot, rule_set, day }: Pick<WatchedFirm, "snapshot" | "rule_set" | "day">,
  at: number,
): Promise<void> {
  for (const [country, some] of Map.groupBy(firms, (firm) => firm.country)) {
    const values: Value[] = [snapshot, rule_set, day, at, country];
    await tx.run(
      composedSql(
        "UPDATE watched_firm SET snapshot = ?, rule_set = ?, day = ?, held_at = CASE WHEN EXISTS (SELECT 1 FROM list_row r " +
          "WHERE r.country = watched_firm.country AND r.ico = watched_firm.ico) OR EXISTS (SELECT 1 FROM supplier_entry s " +
          "WHERE s.country = watched_firm.country AND s.ico = watched_firm.ico) THEN ? ELSE held_at END " +
          `WHERE country = ? AND ico IN (${some.map(() => "?").join(", ")})`,
      ),
      ...values.concat(some.map(({ ico }) => ico)),
    );
  }
}

export async function saveRun(tx: StateDatabase, run: WatchRun): Promise<void> {
  await tx.run(SAVE_RUN, run.snapshot, run.rule_set, run.position, run.state, run.changed, run.released);
}

/**
 * The same where the run still stands as it was read; nobody else goes on until the transaction ends.
 * @returns false where somebody else did: then nothing is changed
 */
export async function saveRunFrom(tx: StateDatabase, from: WatchRun, to: WatchRun): Promise<boolean> {
  const stands = [from.snapshot, from.rule_set, from.position, from.state, from.released] as const;
  const next = [to.snapshot, to.rule_set, to.position, to.state, to.changed, to.released] as const;
  return (await tx.run(SAVE_RUN_FROM, ...next, ...stands)) === 1;
}

/** Writes events; each takes its place under a lock that stands until the transaction ends. */
export async function addEvents(tx: StateDatabase, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  if ((await tx.run(TAKE_PLACES, events.length)) === 0) {
    // No register file was watched yet.
    await tx.run(BEGIN_RUN);
    await tx.run(TAKE_PLACES, events.length);
  }
  const last = (await tx.get<{ place: number }>(LAST_PLACE))?.place ?? 0;
  for (const [index, event] of events.entries()) {
    const { id, org_id, type, at, day, country, ico, severity, detail, once } = event;
    const place = Number(last) - events.length + 1 + index;
    await tx.run(ADD_EVENT, id, place, org_id, type, at, day, country, ico, severity, detail, once);
  }
}

/** What events are narrowed by; an empty text is any. */
export interface EventFilters {
  readonly orgId: string;
  readonly listId: string;
  readonly type: string;
  readonly severity: string;
  /** Milliseconds since 1970. */
  readonly since: number;
  readonly after: number;
  readonly limit: number;
}

/** The events of a person's organizations, oldest first. */
export function eventsOf(
  { db, accountId, reach }: PersonScope,
  { orgId, listId, type, severity, since, after, limit }: EventFilters,
): Promise<readonly StoredEvent[]> {
  const via = reach ?? "";
  const from = [accountId, via, via, orgId, orgId, namingList(listId), listId, after] as const;
  const narrowed = [type, type, severity, severity, since, limit] as const;
  return db.all<StoredEvent>(EVENTS, ...from, ...narrowed);
}

/** An event as a feed shows it, with the name of its firm in the register, foreign text. */
export interface NamedEvent extends StoredEvent {
  readonly name: string | null;
}

/** The newest events of a person's organizations, or of one of them or of a list, newest first. */
export function newestEvents(
  { db, accountId }: PersonScope,
  { orgId, listId, limit }: Pick<EventFilters, "orgId" | "listId" | "limit">,
): Promise<readonly NamedEvent[]> {
  return db.all<NamedEvent>(NEWEST, accountId, orgId, orgId, namingList(listId), listId, limit);
}

/** An event keeps the ids of its lists in its JSON; an id has no character that means something in a pattern but `_`. */
function namingList(listId: string): string {
  return `%"${listId.replaceAll("%", "")}"%`;
}

/** An event that is worth telling, with the name of its firm in the register, foreign text. */
export type News = Pick<StoredEvent, "type" | "country" | "ico" | "detail"> & { readonly name: string | null };

/** The events of an organization between two instants that are worth telling, oldest first. */
export function newsOf({ db, accountId, orgId }: Scope, from: number, until: number): Promise<readonly News[]> {
  return db.all<News>(NEWS, accountId, orgId, from, until);
}

/** The changes of the firms of a list after a day, for a member: firm by firm, oldest first. */
export function changesOfList(
  { db, accountId }: PersonScope,
  listId: string,
  day: string,
): Promise<readonly VerdictChange[]> {
  return db.all<VerdictChange>(CHANGES_OF_LIST, accountId, listId, day);
}

/** Firms of a list that were first looked at after an instant. */
export function firstSeenAfter(
  { db }: Pick<PersonScope, "db">,
  listId: string,
  at: number,
): Promise<readonly (FirmKey & { readonly first_seen: number })[]> {
  return db.all(FIRST_SEEN, listId, at);
}

/** A supplier with the judgement that all lists share; `category` is `null` where nobody looked at it yet. */
export type WatchedSupplier = Pick<ListRow, "country" | "ico" | "name" | "label" | "category" | "added_at">;

/** The suppliers of an organization as they are watched, for a member. */
function watchedSuppliers({ db, accountId, orgId }: Scope): Promise<readonly WatchedSupplier[]> {
  return db.all<WatchedSupplier>(SUPPLIERS, accountId, orgId);
}

/** Their changes after a day: firm by firm, oldest first. */
function changesOfSuppliers({ db, accountId, orgId }: Scope, day: string): Promise<readonly VerdictChange[]> {
  return db.all<VerdictChange>(CHANGES_OF_SUPPLIERS, accountId, orgId, day);
}

/** Those that were first looked at after an instant. */
function suppliersSeenAfter({ db, accountId, orgId }: Scope, at: number): Promise<readonly FirmKey[]> {
  return db.all<FirmKey>(SUPPLIERS_SEEN, accountId, orgId, at);
}

/** What is watched for one organization, for a member. */
export const watchIn = (scope: Scope) =>
  bound([scope], { changesOfList, firstSeenAfter, watchedSuppliers, changesOfSuppliers, suppliersSeenAfter });
