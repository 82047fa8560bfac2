import { type AuditEntry, type AuditFilter, type AuditPlace, auditOfOrganization } from "./audit-log.ts";
import { type Invitation, invitationsFor } from "./invitations.ts";
import { type Member, membersFor } from "./organizations.ts";
import { type RegisterEntry, registerFor } from "./register-entries.ts";
import { type Scan, type ScanPlace, scanFor, scansFor } from "./scans.ts";
import type { StateDatabase } from "./state-database.ts";

/**
 * What a member may reach of one organization. It is bound to the person and the organization, and every statement
 * behind it joins the membership: what is asked for through it cannot be another organization's, and a membership that
 * has ended shows nothing.
 */
export interface OrganizationStore {
  members(): Promise<readonly Member[]>;
  invitations(now: number): Promise<readonly Invitation[]>;
  audit(filter: AuditFilter, limit: number, after?: AuditPlace): Promise<readonly AuditEntry[]>;
  /** Entries of the register that were ever touched; the rest of the catalog is not tracked. */
  register(): Promise<readonly RegisterEntry[]>;
  /** Newest first. */
  scans(limit: number, after?: ScanPlace): Promise<readonly Scan[]>;
  /** `undefined` for a scan that does not exist and for one of another organization. */
  scan(id: string): Promise<Scan | undefined>;
}

/** Binds the store to a member and an organization. */
export function organizationStore(db: StateDatabase, accountId: string, orgId: string): OrganizationStore {
  return {
    members: () => membersFor(db, accountId, orgId),
    invitations: (now) => invitationsFor(db, accountId, orgId, now),
    audit: (filter, limit, after) => auditOfOrganization(db, { accountId, orgId }, filter, limit, after),
    register: () => registerFor(db, accountId, orgId),
    scans: (limit, after) => scansFor(db, accountId, orgId, limit, after),
    scan: (id) => scanFor(db, accountId, orgId, id),
  };
}
