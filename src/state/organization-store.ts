import { setActiveOrganization } from "./accounts.ts";
import { assessmentsIn } from "./assessments.ts";
import { auditIn } from "./audit-log.ts";
import { calendarIn } from "./calendars.ts";
import { domainsIn } from "./domains.ts";
import { findingsIn } from "./findings.ts";
import { firmListsIn } from "./firm-lists.ts";
import { firmProofsIn } from "./firm-proofs.ts";
import { invitationsIn } from "./invitations.ts";
import { factsIn } from "./organization-facts.ts";
import { organizationIn } from "./organizations.ts";
import { commentsIn } from "./register-comments.ts";
import { registerIn } from "./register-entries.ts";
import { schedulesIn } from "./scan-schedules.ts";
import { scansIn } from "./scans.ts";
import type { Scope } from "./scope.ts";
import { suppliersIn } from "./suppliers.ts";
import { taskFactsIn } from "./task-facts.ts";
import { taskStatesIn } from "./task-states.ts";
import { trustEvidenceIn } from "./trust-evidence.ts";
import { trustProfileIn } from "./trust-profiles.ts";
import { trustRequestsIn } from "./trust-requests.ts";
import { trustSharesIn } from "./trust-shares.ts";
import { watchIn } from "./watch.ts";
import { ownWatchIn } from "./watched-organizations.ts";

/** The trust profile of one organization and its list of suppliers. */
const trustIn = (scope: Scope) => ({
  /** For statements of a publication that belong to nobody's organization: keys, addresses. */
  db: scope.db,
  ...trustProfileIn(scope),
  ...firmProofsIn(scope),
  ...trustEvidenceIn(scope),
  ...trustSharesIn(scope),
  ...trustRequestsIn(scope),
  ...suppliersIn(scope),
});

/**
 * What a member may reach of one organization. Every statement that reads joins the membership: what is asked for
 * through it cannot be another organization's, and a membership that has ended shows nothing. What changes something is
 * reached only after the membership was read in the same call.
 */
export const organizationStore = (scope: Scope) => ({
  trust: trustIn(scope),
  /** Makes it the active organization of the person. */
  activate: () => setActiveOrganization(scope.db, scope.accountId, scope.orgId),
  ...organizationIn(scope),
  ...invitationsIn(scope),
  ...auditIn(scope),
  ...registerIn(scope),
  ...commentsIn(scope),
  ...findingsIn(scope),
  ...calendarIn(scope),
  ...factsIn(scope),
  ...assessmentsIn(scope),
  ...scansIn(scope),
  ...domainsIn(scope),
  ...schedulesIn(scope),
  ...taskFactsIn(scope),
  ...taskStatesIn(scope),
  ...firmListsIn(scope),
  ...watchIn(scope),
  ...ownWatchIn(scope),
});

export type OrganizationStore = ReturnType<typeof organizationStore>;

export type TrustStore = OrganizationStore["trust"];
