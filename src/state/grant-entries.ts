import type { AuditEvent } from "./audit-log.ts";
import type { GrantEndReason, MovedGrant } from "./grants.ts";

type EntryWithTarget = Pick<AuditEvent, "action" | "details"> & { readonly target: NonNullable<AuditEvent["target"]> };

/**
 * The audit entries of grants that ended or that somebody else has now, one for each. Of invitations and share links that
 * were taken over the entry of the change speaks.
 * @param by who did it; `null`: a command
 */
export function entriesOfMoved(
  grants: readonly MovedGrant[],
  { why, by, orgId }: { readonly why: GrantEndReason; readonly by: string | null; readonly orgId: string },
): readonly EntryWithTarget[] {
  return grants.flatMap((grant) => entryOf(grant, { why, by, orgId }) ?? []);
}

function entryOf(
  grant: MovedGrant,
  { why, by, orgId }: { readonly why: GrantEndReason; readonly by: string | null; readonly orgId: string },
): EntryWithTarget | undefined {
  const { kind, id, issuer: from, to, profile } = grant;
  const details = { why, by, from };
  switch (kind) {
    case "scan_schedule": {
      const target = { type: "domain", id } as const;
      // Who has it now stands in the entry: a command has no actor, and it need not be who acted.
      return to === null
        ? { action: "scan.unscheduled", target, details }
        : { action: "scan.schedule_moved", target, details: { ...details, by: to } };
    }
    case "calendar":
      return { action: "calendar.revoked", target: { type: "organization", id: orgId }, details };
    case "subscription":
      return { action: "subscription.revoked", target: { type: "subscription", id }, details };
    case "invitation":
      return to === null ? { action: "invitation.ended", target: { type: "invitation", id }, details } : undefined;
    case "trust_share":
      if (to !== null || profile === null) return undefined;
      return {
        action: "trust.share_ended",
        target: { type: "profile", id: profile },
        details: { ...details, share: id },
      };
  }
}

/** The ids of what was taken over, for the entry of the change. */
export function keptOf(grants: readonly MovedGrant[]): { readonly kept?: readonly string[] } {
  const kept = grants.filter(({ kind, to }) => kind !== "scan_schedule" && to !== null).map(({ id }) => id);
  return kept.length === 0 ? {} : { kept };
}
