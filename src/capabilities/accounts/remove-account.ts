import { deleteAccount, lockAccount } from "../../state/accounts.ts";
import type { AuditEvent } from "../../state/audit-log.ts";
import { entriesOfMoved } from "../../state/grant-entries.ts";
import {
  changeMembership,
  deleteOrganization,
  isOnlyMember,
  lockOrganization,
  organizationsOf,
} from "../../state/organizations.ts";
import type { StateDatabase } from "../../state/state-database.ts";
import { Refused } from "../calling/refusal.ts";

/** Writes one audit entry of the removal. */
export type RecordRemoval = (event: Pick<AuditEvent, "action" | "orgId" | "target" | "details">) => Promise<void>;

/**
 * Removes an account with its sessions, keys, methods and memberships, and the organizations in which nobody else is a
 * member. Other organizations keep what the person did; the bare id stays in their log.
 * @param by who removes it; `null`: a command. `at` in milliseconds since 1970
 * @throws Refused `last_owner` where an organization with other members would be left without an owner.
 */
export async function removeAccount(
  tx: StateDatabase,
  accountId: string,
  record: RecordRemoval,
  { at, by }: { readonly at: number; readonly by: string | null },
): Promise<void> {
  const account = { type: "account", id: accountId } as const;
  // First: an organization that the person founds or joins meanwhile waits for the end, and then finds no account.
  await lockAccount(tx, accountId);
  // All before anything is written, in the order of their ids: two removals at once wait one behind the other.
  const organizations = (await organizationsOf(tx, accountId)).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  for (const { id } of organizations) await lockOrganization(tx, id);
  for (const { id } of organizations) {
    if (await isOnlyMember(tx, accountId, id)) {
      await deleteOrganization({ db: tx, orgId: id }, at);
      await record({ action: "organization.deleted", orgId: id, target: { type: "organization", id } });
    } else {
      const left = await changeMembership(tx, accountId, id, null, { at, why: "account" });
      if (left.outcome === "last_owner") throw new Refused([{ code: "last_owner" }]);
      if (left.outcome === "not_member") continue;
      await record({
        action: "member.left",
        orgId: id,
        target: account,
        details: { before: left.before, after: null },
      });
      const moved = entriesOfMoved(left.grants, { why: "account", by, orgId: id });
      for (const entry of moved) await record({ orgId: id, ...entry });
    }
  }
  await deleteAccount(tx, accountId);
  await record({ action: "account.deleted", orgId: null, target: account });
}
