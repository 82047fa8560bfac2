import type { Category, SizeCategory } from "../core/company.ts";
import type { Country } from "../core/country.ts";
import type { Ico } from "../core/ico.ts";
import type { Role } from "../core/role.ts";
import { bound, type OrganizationScope, type PersonScope, type Scope } from "./scope.ts";
import { composedSql, sql } from "./sql.ts";
import type { StateDatabase, Value } from "./state-database.ts";

/** A list of firms of an organization. Names are foreign text, instants milliseconds since 1970. */
export interface FirmList {
  readonly id: string;
  readonly org_id: string;
  readonly organization: string;
  readonly role: Role;
  readonly name: string;
  /** Of rows that name none. */
  readonly country: Country | null;
  readonly created_at: number;
  readonly version: number;
}

/** A list with the number of its rows, by category; `pending` ones were not judged yet. */
export interface CountedList extends FirmList {
  readonly rows: number;
  readonly essential: number;
  readonly important: number;
  readonly out_of_scope: number;
  readonly unknown: number;
}

/** A firm in a list, with its judgement; label, tags, note and name are foreign text. */
export interface ListRow {
  readonly country: Country;
  readonly ico: Ico;
  readonly label: string;
  /** Separated by commas. */
  readonly tags: string;
  readonly note: string;
  readonly next_review_at: string | null;
  readonly added_at: number;
  readonly version: number;
  readonly name: string | null;
  /** `null`: not judged yet. */
  readonly category: Category | null;
  readonly sector: string | null;
  readonly size: SizeCategory | null;
  readonly unknown_reason: string | null;
  readonly regime: string | null;
  /** The first fact that could change the category. */
  readonly open_fact: string | null;
  readonly day: string | null;
}

/** What a person writes beside a firm of a list. */
export type RowNote = Pick<ListRow, "country" | "ico" | "label" | "tags" | "note">;

/** A firm as it was judged last, for all lists. */
export interface WatchedFirm
  extends Pick<ListRow, "country" | "ico" | "name" | "sector" | "size" | "unknown_reason" | "regime" | "open_fact"> {
  readonly category: Category;
  /** JSON. */
  readonly facts: string;
  readonly rule_set: string;
  readonly snapshot: string;
  readonly day: string;
}

const LIST = "l.id, l.org_id, l.name, l.country, l.created_at, l.version, o.name AS organization, m.role";
const MINE = "membership m JOIN firm_list l ON l.org_id = m.org_id JOIN organization o ON o.id = l.org_id";

const LISTS = sql(
  `SELECT ${LIST}, COUNT(r.ico) AS rows, ` +
    "SUM(CASE WHEN w.category = 'essential' THEN 1 ELSE 0 END) AS essential, " +
    "SUM(CASE WHEN w.category = 'important' THEN 1 ELSE 0 END) AS important, " +
    "SUM(CASE WHEN w.category = 'out_of_scope' THEN 1 ELSE 0 END) AS out_of_scope, " +
    "SUM(CASE WHEN w.category = 'unknown' THEN 1 ELSE 0 END) AS \"unknown\" " +
    `FROM ${MINE} LEFT JOIN list_row r ON r.list_id = l.id ` +
    "LEFT JOIN watched_firm w ON w.country = r.country AND w.ico = r.ico " +
    "WHERE m.account_id = ? AND (l.org_id = ? OR ? = '') AND (l.id = ? OR ? = '') " +
    "GROUP BY l.id, l.org_id, l.name, l.country, l.created_at, l.version, o.name, m.role ORDER BY l.created_at, l.id",
);
const ORGANIZATION_OF = sql(
  "SELECT l.org_id FROM membership m JOIN firm_list l ON l.org_id = m.org_id WHERE m.account_id = ? AND l.id = ?",
);
const ROWS = sql(
  "SELECT r.country, r.ico, r.label, r.tags, r.note, r.next_review_at, r.added_at, r.version, w.name, w.category, " +
    "w.sector, w.size, w.unknown_reason, w.regime, w.open_fact, w.day " +
    `FROM ${MINE} JOIN list_row r ON r.list_id = l.id ` +
    "LEFT JOIN watched_firm w ON w.country = r.country AND w.ico = r.ico " +
    "WHERE m.account_id = ? AND l.org_id = ? AND l.id = ? AND (r.ico = ? OR ? = '') ORDER BY r.country, r.ico",
);
const REVIEWS = sql(
  "SELECT l.id AS list_id, l.name AS list, r.next_review_at AS day, COUNT(*) AS n FROM membership m " +
    "JOIN firm_list l ON l.org_id = m.org_id JOIN list_row r ON r.list_id = l.id " +
    "WHERE m.account_id = ? AND l.org_id = ? AND r.next_review_at IS NOT NULL " +
    "GROUP BY l.id, l.name, r.next_review_at ORDER BY r.next_review_at, l.id",
);
const ADD = sql(
  "INSERT INTO firm_list (id, org_id, name, country, created_at, created_by, version) VALUES (?, ?, ?, ?, ?, ?, 1)",
);
const LOCK = sql("SELECT version FROM firm_list WHERE org_id = ? AND id = ? {FOR UPDATE}");
const TOUCH = sql("UPDATE firm_list SET version = version + 1 WHERE org_id = ? AND id = ?");
const CHANGE = sql("UPDATE firm_list SET name = ?, country = ?, version = version + 1 WHERE org_id = ? AND id = ?");
const REMOVE = sql("DELETE FROM firm_list WHERE org_id = ? AND id = ?");
const COUNTS = sql(
  "SELECT COUNT(DISTINCT l.id) AS lists, COUNT(r.ico) AS rows FROM firm_list l LEFT JOIN list_row r ON r.list_id = l.id " +
    "WHERE l.org_id = ?",
);
const SAVE_ROW = sql(
  "UPDATE list_row SET label = ?, tags = ?, note = ?, next_review_at = ?, version = version + 1 " +
    "WHERE list_id = ? AND country = ? AND ico = ? AND version = ?",
);
const REMOVE_ROW = sql("DELETE FROM list_row WHERE list_id = ? AND country = ? AND ico = ?");

/** Rows that one statement writes. */
const AT_ONCE = 100;

/** The lists of a person's organizations, or of one of them, with their counts: one statement. */
export function listsOf(
  { db, accountId }: PersonScope,
  { orgId = "", listId = "" }: { readonly orgId?: string; readonly listId?: string } = {},
): Promise<readonly CountedList[]> {
  return db.all<CountedList>(LISTS, accountId, orgId, orgId, listId, listId);
}

/** The organization of a list, for one of its members. */
export async function organizationOfList(
  db: StateDatabase,
  accountId: string,
  listId: string,
): Promise<string | undefined> {
  return (await db.get<{ org_id: string }>(ORGANIZATION_OF, accountId, listId))?.org_id;
}

/** The lists of one organization, for a member. */
function listsIn({ db, accountId, orgId }: Scope): Promise<readonly CountedList[]> {
  return listsOf({ db, accountId }, { orgId });
}

async function listOf({ db, accountId, orgId }: Scope, listId: string): Promise<CountedList | undefined> {
  return (await listsOf({ db, accountId }, { orgId, listId }))[0];
}

function rowsOf({ db, accountId, orgId }: Scope, listId: string, ico = ""): Promise<readonly ListRow[]> {
  return db.all<ListRow>(ROWS, accountId, orgId, listId, ico, ico);
}

/** How many rows of a list are to be reviewed on a day. The name is foreign text. */
export interface ListReview {
  readonly list_id: string;
  readonly list: string;
  readonly day: string;
  readonly n: number;
}

function reviewsOf({ db, accountId, orgId }: Scope): Promise<readonly ListReview[]> {
  return db.all<ListReview>(REVIEWS, accountId, orgId);
}

async function addList(
  { db, accountId, orgId }: Scope,
  { id, name, country }: Pick<FirmList, "id" | "name" | "country">,
  at: number,
): Promise<void> {
  await db.run(ADD, id, orgId, name, country, at, accountId);
}

/** The version of a list, which nobody else changes until the transaction ends. `undefined`: there is no such list. */
async function lockList({ db, orgId }: OrganizationScope, listId: string): Promise<number | undefined> {
  return (await db.get<{ version: number }>(LOCK, orgId, listId))?.version;
}

async function changeList(
  { db, orgId }: OrganizationScope,
  { id, name, country }: Pick<FirmList, "id" | "name" | "country">,
): Promise<void> {
  await db.run(CHANGE, name, country, orgId, id);
}

async function removeList({ db, orgId }: OrganizationScope, listId: string): Promise<boolean> {
  return (await db.run(REMOVE, orgId, listId)) === 1;
}

/** How many lists an organization has, and rows in all of them. */
async function countLists({
  db,
  orgId,
}: OrganizationScope): Promise<{ readonly lists: number; readonly rows: number }> {
  return (await db.get<{ lists: number; rows: number }>(COUNTS, orgId)) ?? { lists: 0, rows: 0 };
}

/** Puts firms into a list that is locked; one that is there gets the note of this call, and its version. */
async function putRows(
  { db, accountId, orgId }: Scope,
  listId: string,
  rows: readonly RowNote[],
  at: number,
): Promise<void> {
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const some = rows.slice(from, from + AT_ONCE);
    const values = some.flatMap(({ country, ico, label, tags, note }): Value[] => [
      listId,
      country,
      ico,
      label,
      tags,
      note,
      at,
      accountId,
    ]);
    await db.run(
      composedSql(
        "INSERT INTO list_row (list_id, country, ico, label, tags, note, added_at, added_by, version) VALUES " +
          `${some.map(() => "(?, ?, ?, ?, ?, ?, ?, ?, 1)").join(", ")} ` +
          "ON CONFLICT (list_id, country, ico) DO UPDATE SET label = excluded.label, tags = excluded.tags, " +
          "note = excluded.note, version = list_row.version + 1",
      ),
      ...values,
    );
  }
  await db.run(TOUCH, orgId, listId);
}

async function removeRows(
  { db, orgId }: OrganizationScope,
  listId: string,
  rows: readonly Pick<ListRow, "country" | "ico">[],
): Promise<number> {
  let removed = 0;
  for (const { country, ico } of rows) removed += await db.run(REMOVE_ROW, listId, country, ico);
  if (removed > 0) await db.run(TOUCH, orgId, listId);
  return removed;
}

/** @returns false where somebody else changed the row meanwhile */
async function saveRow(
  { db, orgId }: OrganizationScope,
  listId: string,
  row: RowNote & Pick<ListRow, "next_review_at" | "version">,
): Promise<boolean> {
  const { country, ico, label, tags, note, next_review_at, version } = row;
  const saved = await db.run(SAVE_ROW, label, tags, note, next_review_at, listId, country, ico, version);
  if (saved === 1) await db.run(TOUCH, orgId, listId);
  return saved === 1;
}

/** Keeps how firms are judged that nobody held before; what is kept already stays. */
export async function keepWatched(db: StateDatabase, firms: readonly WatchedFirm[], at: number): Promise<void> {
  for (let from = 0; from < firms.length; from += AT_ONCE) {
    const some = firms.slice(from, from + AT_ONCE);
    await db.run(
      composedSql(
        "INSERT INTO watched_firm (country, ico, facts, name, category, sector, size, unknown_reason, regime, open_fact, " +
          "rule_set, snapshot, day, first_seen, held_at) VALUES " +
          `${some.map(() => `(${Array(15).fill("?").join(", ")})`).join(", ")} ` +
          "ON CONFLICT (country, ico) DO UPDATE SET held_at = excluded.held_at",
      ),
      ...some.flatMap((firm): Value[] => [
        firm.country,
        firm.ico,
        firm.facts,
        firm.name,
        firm.category,
        firm.sector,
        firm.size,
        firm.unknown_reason,
        firm.regime,
        firm.open_fact,
        firm.rule_set,
        firm.snapshot,
        firm.day,
        at,
        at,
      ]),
    );
  }
}

/** The lists of one organization, for a member. */
export const firmListsIn = (scope: Scope) => ({
  ...bound([scope], {
    firmLists: listsIn,
    firmList: listOf,
    listRows: rowsOf,
    listReviews: reviewsOf,
    addList,
    lockList,
    changeList,
    removeList,
    countLists,
    putRows,
    removeListRows: removeRows,
    saveListRow: saveRow,
  }),
  keepWatched: (firms: readonly WatchedFirm[], at: number) => keepWatched(scope.db, firms, at),
});
