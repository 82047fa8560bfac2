import type { AuditVia } from "../../state/audit-log.ts";
import { appendAudit } from "../../state/audit-log.ts";
import {
  type Connection,
  chosenIds,
  type EndWhy,
  endConnection,
  expiredConnections,
} from "../../state/oauth-connections.ts";
import type { StateDatabase } from "../../state/state-database.ts";

/** Who ends a connection, and how that came. */
export interface Ending {
  readonly why: EndWhy;
  readonly actorId: string | null;
  readonly via: AuditVia;
  readonly ipPrefix: string | null;
  readonly at: number;
}

/** What the audit log calls the end. */
const ACTIONS: Partial<Readonly<Record<EndWhy, string>>> = {
  reuse: "oauth.reuse_detected",
  code: "oauth.code_reused",
};

/**
 * Ends a connection with all its tokens, with the entries in the log of its person and of each organization that it names.
 * @returns false where it had ended
 */
export async function endWithEntry(
  tx: StateDatabase,
  { id, account_id, client_host }: Pick<Connection, "id" | "account_id" | "client_host">,
  { why, actorId, via, ipPrefix, at }: Ending,
): Promise<boolean> {
  if (!(await endConnection(tx, id, why, at))) return false;
  const stolen = ACTIONS[why];
  const action = stolen ?? "oauth.disconnected";
  const details = stolen === undefined ? { why } : { host: client_host };
  const event = { action, actorId, target: { type: "connection", id }, via, ipPrefix, details };
  await appendAudit(tx, { ...event, orgId: null, accountId: account_id }, at);
  for (const orgId of await chosenIds(tx, id)) await appendAudit(tx, { ...event, orgId }, at);
  return true;
}

/** Connections that end in one go of the night. */
const AT_ONCE = 200;

/** Ends every connection whose time is over, each with its entries. @param now milliseconds since 1970 */
export async function endExpiredConnections(state: StateDatabase, now: number): Promise<void> {
  for (;;) {
    const over = await expiredConnections(state, now, AT_ONCE);
    for (const connection of over) {
      const ending: Ending = { why: "expired", actorId: null, via: "system", ipPrefix: null, at: now };
      await state.transaction((tx) => endWithEntry(tx, connection, ending));
    }
    if (over.length < AT_ONCE) return;
  }
}
