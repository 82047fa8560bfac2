import { hash } from "node:crypto";
import { ACTIONS_OF_VISITORS, type ActorKind } from "../core/actor-kind.ts";
import { newId } from "../core/random-id.ts";
import { ROWS_AT_ONCE } from "./remove-rows.ts";
import { bound, type Scope } from "./scope.ts";
import { composedSql, sql } from "./sql.ts";
import type { StateDatabase, Value } from "./state-database.ts";

/** Through what a change came. */
export type AuditVia = "web" | "mcp" | "rest" | "cli" | "system";

/** What happened, in our own words: no text that a person typed, no e-mail, no name. */
export interface AuditEvent {
  /** A word of ours: `key.issued`, `member.left`. */
  readonly action: string;
  readonly actorId: string | null;
  /** The organization it happened in; without one it happened to the account of the target. */
  readonly orgId: string | null;
  readonly target: { readonly type: string; readonly id: string } | null;
  /** The account that it happened to, where neither the target nor the actor is one. */
  readonly accountId?: string;
  readonly via: AuditVia;
  /** /24 or /48 of the caller's address. */
  readonly ipPrefix: string | null;
  readonly details?: Readonly<Record<string, string | number | boolean | null | readonly string[]>>;
}

/** One entry as it is stored. `hash` covers all the other columns and the entry before it. */
export interface AuditEntry {
  readonly stream: string;
  readonly seq: number;
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly action: string;
  readonly actor_id: string | null;
  readonly org_id: string | null;
  readonly target_type: string | null;
  readonly target_id: string | null;
  readonly via: AuditVia;
  readonly ip_prefix: string | null;
  /** JSON. */
  readonly details: string;
  readonly hash: string;
}

/** Where a stream stands: its newest entry, and the entry before the oldest one that is kept. */
export interface AuditHead {
  readonly stream: string;
  readonly seq: number;
  readonly hash: string;
  readonly cut_seq: number;
  readonly cut_hash: string;
}

/** What a reader may narrow the entries of an organization by. Instants in milliseconds since 1970. */
export interface AuditFilter {
  readonly action?: string;
  readonly actorId?: string;
  readonly actorKind?: ActorKind;
  readonly from?: number;
  /** Exclusive. */
  readonly to?: number;
}

/** The place after which a page goes on. */
export interface AuditPlace {
  readonly at: number;
  readonly id: string;
}

/** The first entry of a stream that does not fit, and why. */
export interface AuditFault {
  readonly stream: string;
  readonly seq: number;
  readonly why: "changed" | "missing" | "reordered" | "cut_at_the_end" | "no_head" | "not_as_kept";
}

/** Where a stream stood once, as it was noted outside the database. */
export type KeptHead = Pick<AuditHead, "stream" | "seq" | "hash">;

const COLUMNS = "stream, seq, id, at, action, actor_id, org_id, target_type, target_id, via, ip_prefix, details, hash";

const MAKE_HEAD = sql(
  "INSERT INTO audit_head (stream, seq, hash, cut_seq, cut_hash, first_at) VALUES (?, 0, '', 0, '', ?) ON CONFLICT (stream) DO NOTHING",
);
const HEAD = sql("SELECT stream, seq, hash, cut_seq, cut_hash FROM audit_head WHERE stream = ? {FOR UPDATE}");
const HEADS = sql("SELECT stream, seq, hash, cut_seq, cut_hash FROM audit_head ORDER BY stream");
const STREAMS = sql("SELECT DISTINCT stream FROM audit_entry ORDER BY stream");
const STREAMS_BEFORE = sql("SELECT stream FROM audit_head WHERE first_at < ? OR first_at IS NULL ORDER BY stream");
const NOTE_FIRST = sql(
  "UPDATE audit_head SET first_at = (SELECT e.at FROM audit_entry e WHERE e.stream = audit_head.stream ORDER BY e.seq LIMIT 1) " +
    "WHERE stream = ?",
);
const MOVE_HEAD = sql("UPDATE audit_head SET seq = ?, hash = ? WHERE stream = ?");
const CUT_HEAD = sql("UPDATE audit_head SET cut_seq = ?, cut_hash = ? WHERE stream = ?");
const APPEND = sql(`INSERT INTO audit_entry (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
const NEXT = sql(`SELECT ${COLUMNS} FROM audit_entry WHERE stream = ? AND seq > ? ORDER BY seq LIMIT ?`);
const HASH_AT = sql("SELECT hash FROM audit_entry WHERE stream = ? AND seq = ?");
const LOOK_AT_HEAD = sql("SELECT stream, seq, hash, cut_seq, cut_hash FROM audit_head WHERE stream = ?");
const OF_ACTOR = sql(
  `SELECT ${COLUMNS} FROM audit_entry WHERE actor_id = ? AND (at, id) < (?, ?) ORDER BY at DESC, id DESC LIMIT ?`,
);
const OLDEST = sql("SELECT at FROM audit_entry WHERE stream = ? ORDER BY seq LIMIT 1");
const ACTORS = sql(
  "SELECT e.actor_id AS id FROM audit_entry e JOIN membership m ON m.org_id = e.org_id " +
    "WHERE m.account_id = ? AND e.org_id = ? AND e.actor_id IS NOT NULL GROUP BY e.actor_id ORDER BY MIN(e.seq)",
);
const SIGN_INS = sql(
  "SELECT action FROM audit_entry WHERE stream = ? AND action IN ('session.started', 'session.failed') " +
    "ORDER BY seq DESC LIMIT ?",
);
const OLD = sql(`SELECT ${COLUMNS} FROM audit_entry WHERE stream = ? AND at < ? ORDER BY seq DESC LIMIT 1`);
const DELETE_UP_TO = sql("DELETE FROM audit_entry WHERE stream = ? AND seq <= ?");

/** The stream of an organization or of an account. Each is a chain of its own. */
export function streamOf(event: Pick<AuditEvent, "orgId" | "target" | "actorId" | "accountId">): string {
  const { orgId, target, actorId } = event;
  if (orgId !== null) return `org:${orgId}`;
  const accountId = event.accountId ?? (target?.type === "account" ? target.id : actorId);
  return accountId === null ? "system" : `acc:${accountId}`;
}

/**
 * Writes an entry behind the newest of its stream, in the transaction of the change it speaks of: if the entry cannot
 * be written, the change does not happen. The head of the stream is locked until the transaction ends.
 */
export async function appendAudit(tx: StateDatabase, event: AuditEvent, at: number): Promise<AuditEntry> {
  const stream = streamOf(event);
  await tx.run(MAKE_HEAD, stream, at);
  const head = await tx.get<AuditHead>(HEAD, stream);
  if (head === undefined) throw new Error("the head of an audit stream vanished inside a transaction");
  const { orgId, actorId, target, action, via, ipPrefix, details = {} } = event;
  const entry: Omit<AuditEntry, "hash"> = {
    stream,
    seq: head.seq + 1,
    id: newId("auditEntry"),
    at,
    action,
    actor_id: actorId,
    org_id: orgId,
    target_type: target?.type ?? null,
    target_id: target?.id ?? null,
    via,
    ip_prefix: ipPrefix,
    details: JSON.stringify(details),
  };
  const chained = { ...entry, hash: hashOf(entry, head.hash) };
  await tx.run(APPEND, ...valuesOf(chained));
  await tx.run(MOVE_HEAD, chained.seq, chained.hash, stream);
  return chained;
}

/** What one person did, newest first, over all organizations and the account. */
export function auditOfActor(
  db: StateDatabase,
  actorId: string,
  limit: number,
  after?: AuditPlace,
): Promise<readonly AuditEntry[]> {
  return db.all<AuditEntry>(OF_ACTOR, actorId, after?.at ?? Number.MAX_SAFE_INTEGER, after?.id ?? "~", limit);
}

/** What came of the newest sign-ins to an account, newest first: `session.started` or `session.failed`. */
export async function newestSignIns(db: StateDatabase, accountId: string, limit: number): Promise<readonly string[]> {
  return (await db.all<{ action: string }>(SIGN_INS, `acc:${accountId}`, limit)).map(({ action }) => action);
}

/** What happened in an organization, newest first, for one of its members. Nothing for anybody else. */
export function auditOfOrganization(
  { db, accountId, orgId }: Scope,
  filter: AuditFilter,
  limit: number,
  after?: AuditPlace,
): Promise<readonly AuditEntry[]> {
  const { where, values } = conditionsOf(accountId, orgId, filter, after);
  const columns = COLUMNS.split(", ").map((column) => `e.${column}`);
  const statement = composedSql(
    `SELECT ${columns.join(", ")} FROM audit_entry e JOIN membership m ON m.org_id = e.org_id ` +
      `WHERE ${where} ORDER BY e.at DESC, e.id DESC LIMIT ?`,
  );
  return db.all<AuditEntry>(statement, ...values, limit);
}

function conditionsOf(accountId: string, orgId: string, filter: AuditFilter, after?: AuditPlace) {
  const conditions = ["m.account_id = ?", "e.org_id = ?"];
  const values: Value[] = [accountId, orgId];
  const narrow = (condition: string, ...more: readonly Value[]) => {
    conditions.push(condition);
    values.push(...more);
  };
  if (filter.action !== undefined) narrow("e.action = ?", filter.action);
  if (filter.actorId !== undefined) narrow("e.actor_id = ?", filter.actorId);
  if (filter.actorKind !== undefined) narrowByKind(filter.actorKind, narrow);
  if (filter.from !== undefined) narrow("e.at >= ?", filter.from);
  if (filter.to !== undefined) narrow("e.at < ?", filter.to);
  if (after !== undefined) narrow("(e.at, e.id) < (?, ?)", after.at, after.id);
  return { where: conditions.join(" AND "), values };
}

/** The conditions under which `actorKindOf` answers a kind. */
function narrowByKind(kind: ActorKind, narrow: (condition: string, ...more: readonly Value[]) => void): void {
  if (kind === "person") {
    narrow("e.actor_id IS NOT NULL");
    return;
  }
  narrow("e.actor_id IS NULL");
  narrow(kind === "operator" ? "e.via = 'cli'" : "e.via <> 'cli'");
  if (kind === "operator") return;
  const isLeft = kind === "service" || kind === "unknown";
  const actions = ACTIONS_OF_VISITORS.flatMap(([action, of]) => (isLeft || of === kind ? [action] : []));
  narrow(`e.action ${isLeft ? "NOT IN" : "IN"} (${actions.map(() => "?").join(", ")})`, ...actions);
  if (isLeft) narrow(kind === "service" ? "e.via = 'system'" : "e.via <> 'system'");
}

/** The accounts that stand in the stream of an organization, in the order of their first entry. */
export async function auditActors({ db, accountId, orgId }: Scope): Promise<readonly string[]> {
  return (await db.all<{ id: string }>(ACTORS, accountId, orgId)).map(({ id }) => id);
}

/** Whether an organization has more entries than this, for one of its members. */
export async function hasMoreAudit(
  { db, accountId, orgId }: Scope,
  filter: AuditFilter,
  most: number,
): Promise<boolean> {
  const { where, values } = conditionsOf(accountId, orgId, filter);
  const statement = composedSql(
    `SELECT 1 AS n FROM audit_entry e JOIN membership m ON m.org_id = e.org_id WHERE ${where} LIMIT 1 OFFSET ?`,
  );
  return (await db.get(statement, ...values, most)) !== undefined;
}

/** A stream from its oldest kept entry on, a page at a time. */
export function auditOfStream(
  db: StateDatabase,
  stream: string,
  afterSeq: number,
  limit: number,
): Promise<readonly AuditEntry[]> {
  return db.all<AuditEntry>(NEXT, stream, afterSeq, limit);
}

/** The hash before the entry with this number: what the chain of an excerpt begins with. `undefined`: not known here. */
export async function hashBefore(db: StateDatabase, stream: string, seq: number): Promise<string | undefined> {
  if (seq === 1) return "";
  const before = await db.get<{ hash: string }>(HASH_AT, stream, seq - 1);
  if (before !== undefined) return before.hash;
  const head = await db.get<AuditHead>(LOOK_AT_HEAD, stream);
  return head?.cut_seq === seq - 1 ? head.cut_hash : undefined;
}

/**
 * Compares the streams with heads that were kept outside the database: only that notices an end that was rewritten
 * together with its head. Heads of entries that retention has removed cannot be compared and are left out.
 * @returns the first one that does not fit.
 */
export async function compareWithKept(db: StateDatabase, kept: readonly KeptHead[]): Promise<AuditFault | undefined> {
  for (const { stream, seq, hash: expected } of kept) {
    if (seq === 0) continue;
    const head = await db.get<AuditHead>(LOOK_AT_HEAD, stream);
    if (head !== undefined && seq < head.cut_seq) continue;
    const found = await hashBefore(db, stream, seq + 1);
    if (found === undefined) return { stream, seq, why: "missing" };
    if (found !== expected) return { stream, seq, why: "not_as_kept" };
  }
  return undefined;
}

/** The heads of all streams, for the log, for backups and for `dosah audit verify --expect`. */
export function auditHeads(db: StateDatabase): Promise<readonly AuditHead[]> {
  return db.all<AuditHead>(HEADS);
}

const BATCH = 2_000;

/**
 * Recomputes every chain, or one, a batch of entries at a time.
 * @returns the heads, and the first entry that does not fit, if there is one.
 */
export async function verifyAudit(
  db: StateDatabase,
  stream?: string,
): Promise<{ readonly heads: readonly AuditHead[]; readonly entries: number; readonly fault?: AuditFault }> {
  const heads = (await auditHeads(db)).filter((head) => stream === undefined || head.stream === stream);
  const known = new Set(heads.map((head) => head.stream));
  for (const { stream: found } of await db.all<{ stream: string }>(STREAMS)) {
    if (!known.has(found) && (stream === undefined || stream === found)) {
      return { heads, entries: 0, fault: { stream: found, seq: 0, why: "no_head" } };
    }
  }
  let entries = 0;
  for (const head of heads) {
    const result = await verifyStream(db, head);
    entries += result.entries;
    if (result.fault !== undefined) return { heads, entries, fault: result.fault };
  }
  return { heads, entries };
}

async function verifyStream(
  db: StateDatabase,
  { stream, seq, hash: newest, cut_seq, cut_hash }: AuditHead,
): Promise<{ readonly entries: number; readonly fault?: AuditFault }> {
  let [last, previous, entries] = [cut_seq, cut_hash, 0];
  for (;;) {
    const batch = await db.all<AuditEntry>(NEXT, stream, last, BATCH);
    for (const entry of batch) {
      if (entry.seq !== last + 1) return { entries, fault: { stream, seq: last + 1, why: "missing" } };
      if (hashOf(entry, previous) !== entry.hash) return { entries, fault: { stream, seq: entry.seq, why: "changed" } };
      [last, previous] = [entry.seq, entry.hash];
      entries++;
    }
    if (batch.length < BATCH) break;
  }
  const fits = last === seq && previous === newest;
  return fits ? { entries } : { entries, fault: { stream, seq: last + 1, why: "cut_at_the_end" } };
}

/** The streams whose oldest entry is older than an instant, or not known. */
export async function streamsBefore(db: StateDatabase, before: number): Promise<readonly string[]> {
  return (await db.all<{ stream: string }>(STREAMS_BEFORE, before)).map(({ stream }) => stream);
}

/**
 * Deletes the entries of a stream that are older than an instant, and remembers where the chain now begins. That is
 * itself an entry (`audit.retained`) with the first and the last day of what went.
 * @returns how many were deleted.
 */
export async function cutAudit(tx: StateDatabase, stream: string, before: number, at: number): Promise<number> {
  const last = await tx.get<AuditEntry>(OLD, stream, before);
  if (last === undefined) {
    await tx.run(NOTE_FIRST, stream);
    return 0;
  }
  const oldest = await tx.get<{ at: number }>(OLDEST, stream);
  let count = 0;
  let upTo = (await tx.get<AuditHead>(LOOK_AT_HEAD, stream))?.cut_seq ?? 0;
  while (upTo < last.seq) {
    upTo = Math.min(upTo + ROWS_AT_ONCE, last.seq);
    count += await tx.run(DELETE_UP_TO, stream, upTo);
  }
  await tx.run(CUT_HEAD, last.seq, last.hash, stream);
  const [kind, id = ""] = stream.split(/:(.*)/s);
  await appendAudit(
    tx,
    {
      action: "audit.retained",
      actorId: null,
      orgId: kind === "org" ? id : null,
      target: kind === "org" ? { type: "organization", id } : kind === "acc" ? { type: "account", id } : null,
      via: "system",
      ipPrefix: null,
      details: { from: dayOf(oldest?.at ?? last.at), to: dayOf(last.at), count },
    },
    at,
  );
  await tx.run(NOTE_FIRST, stream);
  return count;
}

/** The UTC day of an instant. */
function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** SHA-256 of the hash before, a line feed and the entry as JSON with its columns in the order of the alphabet. */
function hashOf(entry: Omit<AuditEntry, "hash">, previous: string): string {
  const { action, actor_id, at, details, id, ip_prefix, org_id, seq, stream, target_id, target_type, via } = entry;
  const hashed = { action, actor_id, at, details, id, ip_prefix, org_id, seq, stream, target_id, target_type, via };
  return hash("sha256", `${previous}\n${JSON.stringify(hashed)}`);
}

function valuesOf(entry: AuditEntry): readonly Value[] {
  const { stream, seq, id, at, action, actor_id, org_id, target_type, target_id, via, ip_prefix, details } = entry;
  return [stream, seq, id, at, action, actor_id, org_id, target_type, target_id, via, ip_prefix, details, entry.hash];
}

/** The audit log of an organization, for a member. */
export const auditIn = (scope: Scope) => ({
  ...bound([scope], { audit: auditOfOrganization, hasMoreAudit, auditActors }),
  ...bound([scope.db, `org:${scope.orgId}`], { auditHashBefore: hashBefore }),
});
