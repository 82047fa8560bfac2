import { userAdd } from "./accounts/user-add.ts";
import { userList } from "./accounts/user-list.ts";
import { aiActClassify } from "./ai-act/ai-act-classify.ts";
import { aiActQuestions } from "./ai-act/ai-act-questions.ts";
import { auditVerify } from "./audit/audit-verify.ts";
import type { Capability } from "./capability.ts";
import { companyDetail } from "./companies/company-detail.ts";
import { companySearch } from "./companies/company-search.ts";
import { regulatoryFeed } from "./feed/regulatory-feed.ts";
import { regulatoryFeedBrowse } from "./feed/regulatory-feed-browse.ts";
import { regulatoryFeedCalendar } from "./feed/regulatory-feed-calendar.ts";
import { regulatoryFeedLatest } from "./feed/regulatory-feed-latest.ts";
import { regulatoryFeedRefresh } from "./feed/regulatory-feed-refresh.ts";
import { regulatoryFeedSources } from "./feed/regulatory-feed-sources.ts";
import { keyIssue, keyList, keyRevoke } from "./keys/key-operations.ts";
import { citationCheck } from "./law/citation-check.ts";
import { knowledgeCheck } from "./law/knowledge-check.ts";
import { knowledgeRelease } from "./law/knowledge-release.ts";
import { ruleChangelog } from "./law/rule-changelog.ts";
import { myObligations } from "./obligations/my-obligations.ts";
import { nis2Obligations } from "./obligations/nis2-obligations.ts";
import { opendataAiAct } from "./opendata/opendata-ai-act.ts";
import { opendataIndex } from "./opendata/opendata-index.ts";
import { opendataNace } from "./opendata/opendata-nace.ts";
import { opendataObligations } from "./opendata/opendata-obligations.ts";
import { opendataQuestionnaire } from "./opendata/opendata-questionnaire.ts";
import { opendataScanChecks } from "./opendata/opendata-scan-checks.ts";
import { backup } from "./operation/backup.ts";
import { backupCheck } from "./operation/backup-check.ts";
import { restore } from "./operation/restore.ts";
import { stateMigrate } from "./operation/state-migrate.ts";
import { stateStatus } from "./operation/state-status.ts";
import { memberAdd, memberList, memberRemove } from "./organizations/member-operations.ts";
import { myOrganizations } from "./organizations/my-organizations.ts";
import { orgAdd } from "./organizations/org-add.ts";
import { orgList } from "./organizations/org-list.ts";
import { frameworks } from "./questionnaire/frameworks.ts";
import { nis2Questionnaire } from "./questionnaire/nis2-questionnaire.ts";
import { questionnaireScore } from "./questionnaire/questionnaire-score.ts";
import { nis2Stats } from "./registers/nis2-stats.ts";
import { registerFetch } from "./registers/register-fetch.ts";
import { registerImport } from "./registers/register-import.ts";
import { sourceStatus } from "./registers/source-status.ts";
import { myScanDetail } from "./scans/my-scan-detail.ts";
import { myScans } from "./scans/my-scans.ts";
import { activitySearch } from "./scope/activity-search.ts";
import { nis2ScopeCheck } from "./scope/nis2-scope-check.ts";
import { scopeEvaluate } from "./scope/scope-evaluate.ts";
import { sizeThresholds } from "./scope/size-thresholds.ts";

/** Everything Dosah can do, in the order of the documentation. */
export const capabilities: readonly Capability[] = [
  nis2ScopeCheck,
  companySearch,
  companyDetail,
  nis2Obligations,
  nis2Questionnaire,
  questionnaireScore,
  regulatoryFeed,
  regulatoryFeedLatest,
  regulatoryFeedBrowse,
  regulatoryFeedSources,
  regulatoryFeedCalendar,
  nis2Stats,
  scopeEvaluate,
  sizeThresholds,
  activitySearch,
  aiActClassify,
  aiActQuestions,
  myOrganizations,
  myScans,
  myScanDetail,
  myObligations,
  citationCheck,
  frameworks,
  opendataIndex,
  opendataObligations,
  opendataQuestionnaire,
  opendataNace,
  opendataAiAct,
  opendataScanChecks,
  ruleChangelog,
  sourceStatus,
  userAdd,
  userList,
  orgAdd,
  orgList,
  memberAdd,
  memberRemove,
  memberList,
  keyIssue,
  keyList,
  keyRevoke,
  auditVerify,
  registerImport,
  registerFetch,
  regulatoryFeedRefresh,
  knowledgeCheck,
  knowledgeRelease,
  stateStatus,
  stateMigrate,
  backup,
  backupCheck,
  restore,
];
