import { type AuditEntry, type AuditPlace, auditOfActor } from "./audit-log.ts";
import { activeOrganizationOf, type OwnOrganization, organizationsOf } from "./organizations.ts";
import type { StateDatabase } from "./state-database.ts";

/** What a person may reach of his own. */
export interface PersonStore {
  /** Oldest membership first. */
  organizations(): Promise<readonly OwnOrganization[]>;
  /** The chosen organization, else that of the oldest membership. */
  activeOrganization(): Promise<OwnOrganization | undefined>;
  /** What he did himself, newest first, in every organization. */
  audit(limit: number, after?: AuditPlace): Promise<readonly AuditEntry[]>;
}

/** Binds the store to a person. */
export function personStore(db: StateDatabase, accountId: string): PersonStore {
  return {
    organizations: () => organizationsOf(db, accountId),
    activeOrganization: () => activeOrganizationOf(db, accountId),
    audit: (limit, after) => auditOfActor(db, accountId, limit, after),
  };
}
