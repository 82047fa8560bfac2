import { readFile } from "node:fs/promises";
import { z } from "zod";
import { isId } from "../../core/random-id.ts";
import { deleteAccount } from "../accounts.ts";
import { type AuditEvent, appendAudit } from "../audit-log.ts";
import { entriesOfMoved } from "../grant-entries.ts";
import { handOver } from "../grants.ts";
import { deleteOrganization, organizationsOf, ownersOf } from "../organizations.ts";
import { composedSql } from "../sql.ts";
import type { StateDatabase } from "../state-database.ts";
import { BackupError } from "./backup-error.ts";
import { openBackup } from "./write-backup.ts";

/** What the audit log calls the end of an account and of an organization. */
const ACTIONS = ["account.deleted", "organization.deleted"] as const;

/** An account or an organization that was deleted: ids of ours and an instant, nothing about a person. */
export interface Deletion {
  /** Id of the audit entry. */
  readonly entry: string;
  readonly action: (typeof ACTIONS)[number];
  /** Id of the account or of the organization. */
  readonly target: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** What a restore deleted again, by ids. */
export interface Replayed {
  readonly accounts: readonly string[];
  readonly organizations: readonly string[];
  /** Organizations whose last owner was deleted after the backup: the operator names another one. */
  readonly withoutOwner: readonly string[];
}

const DELETIONS = composedSql(
  "SELECT id AS entry, action, target_id AS target, at FROM audit_entry " +
    `WHERE action IN (${ACTIONS.map((action) => `'${action}'`).join(", ")}) ORDER BY at, id`,
);

/** Every deletion that the audit log of a database knows, oldest first. */
export function deletionsOf(db: StateDatabase): Promise<readonly Deletion[]> {
  return db.all<Deletion>(DELETIONS);
}

const list = z.object({
  deletions: z.array(
    z.object({
      entry: z.string().refine((text) => isId("auditEntry", text)),
      action: z.enum(ACTIONS),
      target: z.string().refine((text) => isId("account", text) || isId("organization", text)),
      at: z.iso.datetime(),
    }),
  ),
});

/**
 * Reads deletions from a file: the answer of `dosah audit deletions`, or a backup, whose audit log is read.
 * @throws BackupError `no_deletions` for any other file, and where a passphrase is missing or wrong
 */
export async function readDeletions(file: string, passphrase?: string): Promise<readonly Deletion[]> {
  try {
    return await deletionsOfBackup(file, passphrase);
  } catch (cause) {
    if (!(cause instanceof BackupError)) throw cause;
    if (cause.trouble === "needs_passphrase" || cause.trouble === "wrong_passphrase") throw cause;
    if (cause.trouble !== "no_backup") throw new BackupError("no_deletions", { cause });
  }
  const text = await readFile(file, "utf8").catch(() => "");
  const { success, data } = list.safeParse(parsed(text));
  if (!success) throw new BackupError("no_deletions");
  return data.deletions.map(({ at, ...rest }) => ({ ...rest, at: Date.parse(at) }));
}

/** The whole backup is read: only then is it known to be sound. */
async function deletionsOfBackup(file: string, passphrase: string | undefined): Promise<readonly Deletion[]> {
  const { header, rows } = await openBackup(file, passphrase);
  const columns = header.tables.find(({ name }) => name === "audit_entry")?.columns ?? [];
  const found: Deletion[] = [];
  for await (const { table, row } of rows()) {
    if (table !== "audit_entry") continue;
    const value = (column: string) => row[columns.indexOf(column)];
    const action = ACTIONS.find((each) => each === value("action"));
    if (action === undefined) continue;
    found.push({ entry: String(value("id")), action, target: String(value("target_id")), at: Number(value("at")) });
  }
  return found;
}

/**
 * Deletes again what was deleted after the state of a backup, in the transaction of the restore. Who is deleted stays
 * deleted also where that leaves an organization without an owner, and an organization goes only where the log says so:
 * since the backup it may have got other members. Each deletion has an audit entry that names the former one.
 */
export async function replayDeletions(
  tx: StateDatabase,
  deletions: readonly Deletion[],
  now: number,
): Promise<Replayed> {
  const [accounts, organizations] = [new Set<string>(), new Set<string>()];
  const left = new Set<string>();
  const record = ({ entry, at }: Deletion, event: Pick<AuditEvent, "action" | "orgId" | "target">) => {
    const details = { replayed: entry, deletedAt: new Date(at).toISOString() };
    return appendAudit(tx, { actorId: null, via: "cli", ipPrefix: null, details, ...event }, now);
  };
  for (const deletion of deletions.filter(({ action }) => action === "organization.deleted")) {
    const { action, target: id } = deletion;
    if (!(await deleteOrganization({ db: tx, orgId: id }, now))) continue;
    organizations.add(id);
    await record(deletion, { action, orgId: id, target: { type: "organization", id } });
  }
  for (const deletion of deletions.filter(({ action }) => action === "account.deleted")) {
    const { action, target: id } = deletion;
    const memberships = await organizationsOf(tx, id);
    if (!(await deleteAccount(tx, id))) continue;
    accounts.add(id);
    const target = { type: "account", id } as const;
    for (const { id: orgId } of memberships) {
      left.add(orgId);
      await record(deletion, { action: "member.left", orgId, target });
      const moved = await handOver({ db: tx, orgId }, id, null, { at: now, why: "account" });
      for (const entry of entriesOfMoved(moved, { why: "account", by: null, orgId })) {
        await appendAudit(tx, { actorId: null, orgId, via: "cli", ipPrefix: null, ...entry }, now);
      }
    }
    await record(deletion, { action, orgId: null, target });
  }
  const withoutOwner: string[] = [];
  for (const orgId of left) if ((await ownersOf(tx, orgId)) === 0) withoutOwner.push(orgId);
  return { accounts: [...accounts], organizations: [...organizations], withoutOwner };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
