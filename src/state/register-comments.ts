import { bound, type OrganizationScope, type Scope } from "./scope.ts";
import { sql } from "./sql.ts";

/** What somebody wrote under an entry of the register; foreign text. Instants in milliseconds since 1970. */
export interface RegisterComment {
  readonly id: string;
  readonly code: string;
  readonly text: string;
  readonly at: number;
  readonly by: string;
}

const OF_ENTRY = sql(
  'SELECT c.id, c.code, c."text", c.at, c."by" FROM membership m JOIN register_comment c ON c.org_id = m.org_id ' +
    "WHERE m.account_id = ? AND m.org_id = ? AND c.code = ? AND c.removed_at IS NULL ORDER BY c.at, c.id",
);
const COUNTS = sql(
  "SELECT c.code, count(*) AS n FROM membership m JOIN register_comment c ON c.org_id = m.org_id " +
    "WHERE m.account_id = ? AND m.org_id = ? AND c.removed_at IS NULL GROUP BY c.code",
);
const COUNTS_OF_PERSON = sql(
  "SELECT c.org_id, c.code, count(*) AS n FROM membership m JOIN register_comment c ON c.org_id = m.org_id " +
    "WHERE m.account_id = ? AND c.removed_at IS NULL GROUP BY c.org_id, c.code",
);
const ONE = sql(
  'SELECT id, code, "text", at, "by" FROM register_comment WHERE org_id = ? AND code = ? AND id = ? AND removed_at IS NULL {FOR UPDATE}',
);
const ADD = sql('INSERT INTO register_comment (org_id, id, code, "text", at, "by") VALUES (?, ?, ?, ?, ?, ?)');
const REMOVE = sql(
  "UPDATE register_comment SET \"text\" = '', removed_at = ? WHERE org_id = ? AND id = ? AND removed_at IS NULL",
);
const OF_PERSON = sql(
  'SELECT c.org_id, c.id, c.code, c."text", c.at FROM membership m JOIN register_comment c ON c.org_id = m.org_id ' +
    'WHERE m.account_id = ? AND c."by" = m.account_id AND c.removed_at IS NULL ORDER BY c.at, c.id',
);

/** The comments of an entry, oldest first, for a member of the organization. */
export function commentsFor({ db, accountId, orgId }: Scope, code: string): Promise<readonly RegisterComment[]> {
  return db.all<RegisterComment>(OF_ENTRY, accountId, orgId, code);
}

/** How many comments each entry has, for a member of the organization. */
export async function commentCountsFor({ db, accountId, orgId }: Scope): Promise<ReadonlyMap<string, number>> {
  const rows = await db.all<{ code: string; n: number }>(COUNTS, accountId, orgId);
  return new Map(rows.map(({ code, n }) => [code, Number(n)]));
}

/** How many comments the entries of all organizations of a person have: by organization and code, one statement. */
export async function commentCountsOf(db: Scope["db"], accountId: string): Promise<ReadonlyMap<string, number>> {
  const rows = await db.all<{ org_id: string; code: string; n: number }>(COUNTS_OF_PERSON, accountId);
  return new Map(rows.map(({ org_id, code, n }) => [`${org_id} ${code}`, Number(n)]));
}

/** A comment of an entry that is not removed; nobody else removes it until the transaction ends. */
export function lockComment(
  { db: tx, orgId }: OrganizationScope,
  code: string,
  id: string,
): Promise<RegisterComment | undefined> {
  return tx.get<RegisterComment>(ONE, orgId, code, id);
}

export async function addComment(
  { db: tx, orgId }: OrganizationScope,
  { id, code, text, at, by }: RegisterComment,
): Promise<void> {
  await tx.run(ADD, orgId, id, code, text, at, by);
}

/** Removes a comment: its text goes at once, its row later. */
export async function removeComment({ db: tx, orgId }: OrganizationScope, id: string, at: number): Promise<void> {
  await tx.run(REMOVE, at, orgId, id);
}

/** A comment with the organization that it stands in. */
export interface OwnComment extends Omit<RegisterComment, "by"> {
  readonly org_id: string;
}

/** The comments that a person wrote in the organizations where they are a member, for their own export. */
export function commentsBy(db: Scope["db"], accountId: string): Promise<readonly OwnComment[]> {
  return db.all<OwnComment>(OF_PERSON, accountId);
}

/** The comments in the register of an organization, for a member. */
export const commentsIn = (scope: Scope) =>
  bound([scope], {
    comments: commentsFor,
    commentCounts: commentCountsFor,
    lockComment,
    addComment,
    removeComment,
  });
