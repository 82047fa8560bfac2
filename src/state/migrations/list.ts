import { feed } from "./0001-feed.ts";
import { job } from "./0002-job.ts";
import { account } from "./0003-account.ts";
import { registerAndScan } from "./0004-register-and-scan.ts";
import { domainScan } from "./0005-domain-scan.ts";
import { registerChange } from "./0006-register-change.ts";
import { assessment } from "./0007-assessment.ts";
import { organizationFacts } from "./0008-organization-facts.ts";
import { trustProfile } from "./0009-trust-profile.ts";
import { supplierChange } from "./0010-supplier-change.ts";
import { assurance } from "./0011-assurance.ts";
import { spent } from "./0012-spent.ts";
import { budget } from "./0013-budget.ts";
import { grants } from "./0014-grants.ts";
import { firmProof } from "./0015-firm-proof.ts";
import { lanes } from "./0016-lanes.ts";
import { ends } from "./0017-ends.ts";
import { waysLeft } from "./0018-ways-left.ts";
import { webHost } from "./0019-web-host.ts";
import { slug } from "./0020-slug.ts";
import { marks } from "./0021-marks.ts";
import { oneFirm } from "./0022-one-firm.ts";
import { doors } from "./0023-doors.ts";
import { invitationAddress } from "./0024-invitation-address.ts";
import { askToken } from "./0025-ask-token.ts";
import { suppliers2 } from "./0026-suppliers-2.ts";
import { trustRequests } from "./0027-trust-requests.ts";
import { tasks } from "./0028-tasks.ts";
import { oauth } from "./0029-oauth.ts";
import { questionnaireNotes } from "./0030-questionnaire-notes.ts";
import { people } from "./0031-people.ts";
import { firmLists } from "./0032-firm-lists.ts";
import { watch } from "./0033-watch.ts";
import { digest } from "./0034-digest.ts";
import { keyReach } from "./0035-key-reach.ts";
import { auditFirst } from "./0036-audit-first.ts";
import { auditAction } from "./0037-audit-action.ts";
import { ages } from "./0038-ages.ts";
import { storedBytes } from "./0039-stored-bytes.ts";
import { lastNotice } from "./0040-last-notice.ts";
import { subscriptions } from "./0041-subscriptions.ts";
import { watchedOrganizations } from "./0042-watched-organizations.ts";
import type { Migration } from "./migration.ts";

/** Every migration, oldest first. A published one is never changed: its checksum is in every database. */
export const MIGRATIONS: readonly Migration[] = [
  feed,
  job,
  account,
  registerAndScan,
  domainScan,
  registerChange,
  assessment,
  organizationFacts,
  trustProfile,
  supplierChange,
  assurance,
  spent,
  budget,
  grants,
  firmProof,
  lanes,
  ends,
  waysLeft,
  webHost,
  slug,
  marks,
  oneFirm,
  doors,
  invitationAddress,
  askToken,
  suppliers2,
  trustRequests,
  tasks,
  oauth,
  questionnaireNotes,
  people,
  firmLists,
  watch,
  digest,
  keyReach,
  auditFirst,
  auditAction,
  ages,
  storedBytes,
  lastNotice,
  subscriptions,
  watchedOrganizations,
];
