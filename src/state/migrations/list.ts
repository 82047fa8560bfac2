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
];
