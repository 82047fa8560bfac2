import { accountDelete, accountDeletePreview } from "./accounts/account-delete.ts";
import { accountExport } from "./accounts/account-export.ts";
import { accountOverview } from "./accounts/account-overview.ts";
import { accountUsage } from "./accounts/account-usage.ts";
import { emailChange } from "./accounts/email-change.ts";
import { identityLink, identityLinkBegin, identityLinkReturn, identityWaiting } from "./accounts/identity-link.ts";
import { identityUnlink } from "./accounts/identity-unlink.ts";
import { mailLinkOpen } from "./accounts/mail-link.ts";
import { mySessionsEnd } from "./accounts/my-sessions-end.ts";
import { oidcBegin, oidcFinish } from "./accounts/oidc-sign-in.ts";
import { passkeyChallenge, passkeySignIn } from "./accounts/passkey-sign-in.ts";
import { passkeyAdd, passkeyList, passkeyRemove } from "./accounts/passkeys.ts";
import { passwordChange } from "./accounts/password-change.ts";
import { profileChange } from "./accounts/profile-change.ts";
import { invitedAddress } from "./accounts/registration.ts";
import { requestReset } from "./accounts/request-reset.ts";
import { resetPassword, resetWays } from "./accounts/reset-password.ts";
import { secondFactor, secondFactorWays } from "./accounts/second-factor.ts";
import { signIn } from "./accounts/sign-in.ts";
import { signOut } from "./accounts/sign-out.ts";
import { signUp } from "./accounts/sign-up.ts";
import {
  twoFactorCodes,
  twoFactorConfirm,
  twoFactorOff,
  twoFactorStart,
  twoFactorStatus,
} from "./accounts/two-factor.ts";
import { budgetSet, sessionEnd, userDisable, userEnable } from "./accounts/user-access.ts";
import { userAdd } from "./accounts/user-add.ts";
import { userDelete } from "./accounts/user-delete.ts";
import { userList } from "./accounts/user-list.ts";
import { userResetLink, userResetSecondFactor } from "./accounts/user-reset.ts";
import { verifyEmail } from "./accounts/verify-email.ts";
import { waysLeftDismiss } from "./accounts/ways-left-dismiss.ts";
import { aiActClassify } from "./ai-act/ai-act-classify.ts";
import { aiActQuestions } from "./ai-act/ai-act-questions.ts";
import { assessmentAnswer } from "./assessments/assessment-answer.ts";
import { assessmentCompare } from "./assessments/assessment-compare.ts";
import { assessmentComplete } from "./assessments/assessment-complete.ts";
import { assessmentDiscard } from "./assessments/assessment-discard.ts";
import { assessmentFile } from "./assessments/assessment-file.ts";
import { assessmentList } from "./assessments/assessment-list.ts";
import { assessmentPreview } from "./assessments/assessment-preview.ts";
import { assessmentResult } from "./assessments/assessment-result.ts";
import { assessmentShow } from "./assessments/assessment-show.ts";
import { assessmentStart } from "./assessments/assessment-start.ts";
import { auditDeletions } from "./audit/audit-deletions.ts";
import { auditLog } from "./audit/audit-log.ts";
import { auditVerify } from "./audit/audit-verify.ts";
import { organizationAuditExport, organizationAuditLog } from "./audit/organization-audit-log.ts";
import { scopeBatch, scopeBatchHere } from "./batch/scope-batch.ts";
import { boardFile, boardHold, boardShow } from "./board/board.ts";
import type { Capability } from "./capability.ts";
import { companyDetail } from "./companies/company-detail.ts";
import { companyName } from "./companies/company-name.ts";
import { companySearch } from "./companies/company-search.ts";
import { searchList } from "./companies/search-list.ts";
import { connectionDecide } from "./connections/connection-decide.ts";
import { connectionRequest } from "./connections/connection-request.ts";
import { operatorClientAdd, operatorClientRemove, operatorClients } from "./connections/operator-clients.ts";
import { ownConnectionEnd, ownConnections } from "./connections/own-connections.ts";
import { deadlineCalendar } from "./deadlines/deadline-calendar.ts";
import { statedMemo, verdictMemo } from "./deadlines/verdict-memo.ts";
import { verdictRoad } from "./deadlines/verdict-road.ts";
import { digestStop } from "./digest/digest-stop.ts";
import { mailChoices, mailChoicesChange } from "./digest/mail-choices.ts";
import { regulatoryFeed } from "./feed/regulatory-feed.ts";
import { regulatoryFeedBrowse } from "./feed/regulatory-feed-browse.ts";
import { regulatoryFeedCalendar } from "./feed/regulatory-feed-calendar.ts";
import { regulatoryFeedLatest } from "./feed/regulatory-feed-latest.ts";
import { regulatoryFeedRefresh } from "./feed/regulatory-feed-refresh.ts";
import { regulatoryFeedSources } from "./feed/regulatory-feed-sources.ts";
import { incidentCalendar } from "./incident/incident-calendar.ts";
import { incidentClock } from "./incident/incident-clock.ts";
import { incidentGuide } from "./incident/incident-guide.ts";
import { ownKeyIssue } from "./keys/own-key-issue.ts";
import { ownKeyRevoke, ownKeys } from "./keys/own-keys.ts";
import { citationCheck } from "./law/citation-check.ts";
import { knowledgeCheck } from "./law/knowledge-check.ts";
import { knowledgeRelease } from "./law/knowledge-release.ts";
import { ruleChangelog } from "./law/rule-changelog.ts";
import { listsOverview, organizationLists } from "./lists/list-all.ts";
import { listChange, listDelete } from "./lists/list-change.ts";
import { listCompare } from "./lists/list-compare.ts";
import { listCompareFile } from "./lists/list-compare-file.ts";
import { listCreate } from "./lists/list-create.ts";
import { listExport, listFile } from "./lists/list-file.ts";
import { listImport, listRowsAdd } from "./lists/list-import.ts";
import { listRowChange, listRowRead, listRowRemove, listRowShow } from "./lists/list-row.ts";
import { listRead, listRowsRead, listShow } from "./lists/list-show.ts";
import { notificationDraft, statedNotification } from "./notification/notification-draft.ts";
import { commentAdd } from "./obligations/comment-add.ts";
import { commentRemove } from "./obligations/comment-remove.ts";
import { myObligations } from "./obligations/my-obligations.ts";
import { nis2Obligations } from "./obligations/nis2-obligations.ts";
import { obligationBulk } from "./obligations/obligation-bulk.ts";
import { obligationCatalog } from "./obligations/obligation-catalog.ts";
import { obligationChange } from "./obligations/obligation-change.ts";
import { obligationEntry } from "./obligations/obligation-entry.ts";
import { obligationRegister } from "./obligations/obligation-register.ts";
import { organizationsObligations } from "./obligations/organizations-obligations.ts";
import { organizationsObligationsFile } from "./obligations/organizations-obligations-file.ts";
import { ownObligationChange, ownObligationShow, ownObligations } from "./obligations/own-obligations.ts";
import { registerFile } from "./obligations/register-file.ts";
import { opendataAiAct } from "./opendata/opendata-ai-act.ts";
import { opendataDcat } from "./opendata/opendata-dcat.ts";
import { opendataIndex } from "./opendata/opendata-index.ts";
import { opendataNace } from "./opendata/opendata-nace.ts";
import { opendataObligations } from "./opendata/opendata-obligations.ts";
import { opendataQuestionnaire } from "./opendata/opendata-questionnaire.ts";
import { opendataScanChecks } from "./opendata/opendata-scan-checks.ts";
import { backup, backupCheck, restore, restoreVerify } from "./operation/backup.ts";
import { doctor } from "./operation/doctor.ts";
import { installation, programVersion } from "./operation/installation.ts";
import { jobList, jobRetry } from "./operation/jobs.ts";
import { mailList, mailShow, mailTest } from "./operation/mail-outbox.ts";
import { stateMigrate, stateStatus } from "./operation/state-layout.ts";
import { status } from "./operation/status.ts";
import { calendarCreate, calendarFile, calendarRevoke, calendarShow } from "./organizations/calendar.ts";
import { firmChoice } from "./organizations/firm-choice.ts";
import {
  invitationAccept,
  invitationShow,
  myInvitationAccept,
  myInvitationDecline,
  myInvitations,
} from "./organizations/invitation-accept.ts";
import { invitationCreate } from "./organizations/invitation-create.ts";
import { invitationWithdraw } from "./organizations/invitation-withdraw.ts";
import { leavePreview, memberGrants } from "./organizations/lost-grants.ts";
import { memberAdd } from "./organizations/member-add.ts";
import { myOrganizations } from "./organizations/my-organizations.ts";
import { orgAdd } from "./organizations/org-add.ts";
import { orgList } from "./organizations/org-list.ts";
import { organizationActivate } from "./organizations/organization-activate.ts";
import { organizationChange } from "./organizations/organization-change.ts";
import { organizationCreate } from "./organizations/organization-create.ts";
import { organizationDelete } from "./organizations/organization-delete.ts";
import { organizationFactsChange } from "./organizations/organization-facts-change.ts";
import { organizationFirm } from "./organizations/organization-firm.ts";
import { organizationFirmChange } from "./organizations/organization-firm-change.ts";
import { organizationHead } from "./organizations/organization-head.ts";
import { organizationLeave } from "./organizations/organization-leave.ts";
import { organizationMemberRemove, organizationMemberRole } from "./organizations/organization-member-change.ts";
import { organizationMembers } from "./organizations/organization-members.ts";
import { organizationSettings } from "./organizations/organization-settings.ts";
import { organizationShow } from "./organizations/organization-show.ts";
import { organizationVerdict } from "./organizations/organization-verdict.ts";
import { organizationVerdictFile } from "./organizations/organization-verdict-file.ts";
import { organizationsCompare, organizationsCompareFile } from "./organizations/organizations-compare.ts";
import { organizationsAdd, organizationsImport } from "./organizations/organizations-import.ts";
import { organizationsOverview } from "./organizations/organizations-overview.ts";
import { organizationChoices, organizationsSeveral } from "./organizations/organizations-several.ts";
import { ownOrganizationShow, ownOrganizations } from "./organizations/own-organizations.ts";
import { frameworks } from "./questionnaire/frameworks.ts";
import { nis2Questionnaire } from "./questionnaire/nis2-questionnaire.ts";
import { questionnaireReferences } from "./questionnaire/questionnaire-references.ts";
import { questionnaireScore } from "./questionnaire/questionnaire-score.ts";
import { nis2Stats } from "./registers/nis2-stats.ts";
import { radarChart } from "./registers/radar-chart.ts";
import { registerFetch } from "./registers/register-fetch.ts";
import { registerImport } from "./registers/register-import.ts";
import { registerPublish } from "./registers/register-publish.ts";
import { sourceStatus } from "./registers/source-status.ts";
import { domainAdd } from "./scans/domain-add.ts";
import { domainList } from "./scans/domain-list.ts";
import { domainRemove } from "./scans/domain-remove.ts";
import { domainSchedule, scheduleList } from "./scans/domain-schedule.ts";
import { domainVerify } from "./scans/domain-verify.ts";
import { findingChange } from "./scans/finding-change.ts";
import { findingList } from "./scans/finding-list.ts";
import { myScanDetail } from "./scans/my-scan-detail.ts";
import { myScans } from "./scans/my-scans.ts";
import { nis2Map } from "./scans/nis2-map.ts";
import { operatorScan } from "./scans/operator-scan.ts";
import { quickCheck, quickCheckStart } from "./scans/quick-check.ts";
import { scanCompare } from "./scans/scan-compare.ts";
import { scanDetail } from "./scans/scan-detail.ts";
import { scanDisagreements } from "./scans/scan-disagreements.ts";
import { scanFile } from "./scans/scan-file.ts";
import { scanHistory } from "./scans/scan-history.ts";
import { scanList } from "./scans/scan-list.ts";
import { scanRemove } from "./scans/scan-remove.ts";
import { scanStart } from "./scans/scan-start.ts";
import { scanTerms } from "./scans/scan-terms.ts";
import { activityList } from "./scope/activity-list.ts";
import { activityOptions } from "./scope/activity-options.ts";
import { activitySearch } from "./scope/activity-search.ts";
import { firmRow } from "./scope/firm-row.ts";
import { nis2ScopeCheck } from "./scope/nis2-scope-check.ts";
import { regimeComparison } from "./scope/regime-comparison.ts";
import { scopeEvaluate } from "./scope/scope-evaluate.ts";
import { scopeQuestions } from "./scope/scope-questions.ts";
import { sectorGuide } from "./scope/sector-guide.ts";
import { sizeThresholds } from "./scope/size-thresholds.ts";
import { startFacts } from "./scope/start-facts.ts";
import { subscriptionCalendar, subscriptionFeed } from "./subscriptions/subscription-files.ts";
import {
  subscriptionChoices,
  subscriptionCreate,
  subscriptionEnd,
  subscriptionList,
} from "./subscriptions/subscriptions.ts";
import { ownSupplierShow, ownSuppliers } from "./suppliers/own-suppliers.ts";
import { supplierAdd } from "./suppliers/supplier-add.ts";
import { supplierAsk, supplierAskPreview } from "./suppliers/supplier-ask.ts";
import { supplierAskChoices, supplierAskSeveral } from "./suppliers/supplier-ask-several.ts";
import { supplierAskStop } from "./suppliers/supplier-ask-stop.ts";
import { supplierBulk } from "./suppliers/supplier-bulk.ts";
import { supplierChoices, supplierPlaces } from "./suppliers/supplier-choices.ts";
import { supplierCompare } from "./suppliers/supplier-compare.ts";
import { supplierCompareFile } from "./suppliers/supplier-compare-file.ts";
import { supplierFile } from "./suppliers/supplier-file.ts";
import { supplierImport } from "./suppliers/supplier-import.ts";
import { supplierJudge } from "./suppliers/supplier-judge.ts";
import { supplierList } from "./suppliers/supplier-list.ts";
import { supplierRemove } from "./suppliers/supplier-remove.ts";
import {
  supplierRequestAnswer,
  supplierRequestDecline,
  supplierRequestOpen,
  supplierRequestShow,
  supplierRequestStart,
} from "./suppliers/supplier-request.ts";
import { supplierShow } from "./suppliers/supplier-show.ts";
import { organizationOverview, taskPage } from "./tasks/organization-overview.ts";
import { taskAct } from "./tasks/task-act.ts";
import { taskList } from "./tasks/task-list.ts";
import {
  operatorTrustClaims,
  operatorTrustComplaints,
  operatorTrustConfirm,
  operatorTrustKeyRotate,
  operatorTrustVerify,
} from "./trust/operator-trust.ts";
import { signedProfile, trustKeySet } from "./trust/signed-profile.ts";
import { supplierQuestionnaire, supplierQuestionnaires } from "./trust/supplier-questionnaires.ts";
import { supplierTrustProfile } from "./trust/supplier-trust-profile.ts";
import { trustAreaSave, trustDraft, trustDraftReplace } from "./trust/trust-draft.ts";
import { trustEvidenceAdd, trustEvidenceFile, trustEvidenceRemove } from "./trust/trust-evidence.ts";
import { trustExport, trustImport } from "./trust/trust-files.ts";
import { trustLook } from "./trust/trust-look.ts";
import { trustOverview } from "./trust/trust-overview.ts";
import { trustPage, trustReport } from "./trust/trust-page.ts";
import { trustPreview, trustPublish } from "./trust/trust-publish.ts";
import {
  trustRequestAsk,
  trustRequestable,
  trustRequestConfirm,
  trustRequestDecline,
  trustRequestGrant,
  trustRequestShow,
  trustRequests,
} from "./trust/trust-requests.ts";
import { trustShareCreate, trustShareOpen, trustShareRevoke, trustShares } from "./trust/trust-shares.ts";
import { trustSignatureCheck } from "./trust/trust-signature-check.ts";
import { trustChoices, trustDelete, trustSlugChange, trustWithdraw } from "./trust/trust-withdraw.ts";
import { eventsRead } from "./watch/events-read.ts";
import { watchDiscard, watchRelease, watchRunNow, watchStatus } from "./watch/watch-control.ts";
import { week } from "./week/week.ts";

/** Everything Dosah can do, in the order of the documentation. */
export const capabilities: readonly Capability[] = [
  nis2ScopeCheck,
  firmRow,
  companySearch,
  companyDetail,
  companyName,
  searchList,
  nis2Obligations,
  obligationCatalog,
  nis2Questionnaire,
  questionnaireReferences,
  questionnaireScore,
  regulatoryFeed,
  regulatoryFeedLatest,
  regulatoryFeedBrowse,
  regulatoryFeedSources,
  regulatoryFeedCalendar,
  nis2Stats,
  radarChart,
  scopeBatch,
  scopeBatchHere,
  listsOverview,
  listCreate,
  listRead,
  listChange,
  listDelete,
  listRowsRead,
  listRowsAdd,
  listRowRead,
  listRowChange,
  listRowRemove,
  listExport,
  listCompare,
  listCompareFile,
  eventsRead,
  week,
  watchStatus,
  watchRunNow,
  watchRelease,
  watchDiscard,
  organizationLists,
  listShow,
  listImport,
  listRowShow,
  listFile,
  scopeEvaluate,
  deadlineCalendar,
  verdictMemo,
  statedMemo,
  verdictRoad,
  notificationDraft,
  statedNotification,
  incidentClock,
  incidentCalendar,
  incidentGuide,
  sectorGuide,
  sizeThresholds,
  startFacts,
  regimeComparison,
  scopeQuestions,
  activityOptions,
  activitySearch,
  activityList,
  aiActClassify,
  aiActQuestions,
  myOrganizations,
  myScans,
  myScanDetail,
  scanStart,
  scanList,
  findingChange,
  findingList,
  scanDetail,
  scanFile,
  scanRemove,
  scanHistory,
  scanDisagreements,
  scanCompare,
  domainList,
  domainAdd,
  domainVerify,
  domainRemove,
  domainSchedule,
  scheduleList,
  scanTerms,
  quickCheck,
  quickCheckStart,
  nis2Map,
  myObligations,
  obligationRegister,
  registerFile,
  obligationEntry,
  commentAdd,
  commentRemove,
  obligationBulk,
  ownObligations,
  ownObligationShow,
  ownObligationChange,
  obligationChange,
  assessmentList,
  assessmentResult,
  assessmentShow,
  assessmentFile,
  assessmentStart,
  assessmentAnswer,
  assessmentPreview,
  assessmentComplete,
  assessmentDiscard,
  assessmentCompare,
  auditLog,
  organizationsOverview,
  organizationsCompare,
  organizationsCompareFile,
  ownOrganizations,
  ownOrganizationShow,
  organizationCreate,
  organizationsImport,
  organizationsAdd,
  organizationChoices,
  organizationsSeveral,
  organizationsObligations,
  organizationsObligationsFile,
  organizationShow,
  organizationSettings,
  organizationChange,
  organizationActivate,
  organizationLeave,
  leavePreview,
  memberGrants,
  organizationDelete,
  organizationMembers,
  organizationMemberRole,
  organizationMemberRemove,
  invitationCreate,
  invitationWithdraw,
  invitationShow,
  invitationAccept,
  myInvitations,
  myInvitationAccept,
  myInvitationDecline,
  calendarShow,
  calendarCreate,
  calendarRevoke,
  calendarFile,
  organizationVerdict,
  organizationVerdictFile,
  organizationFactsChange,
  firmChoice,
  organizationHead,
  organizationOverview,
  taskPage,
  taskAct,
  taskList,
  boardShow,
  boardFile,
  boardHold,
  mailChoices,
  mailChoicesChange,
  digestStop,
  subscriptionList,
  subscriptionChoices,
  subscriptionCreate,
  subscriptionEnd,
  subscriptionFeed,
  subscriptionCalendar,
  organizationFirm,
  organizationFirmChange,
  organizationAuditLog,
  organizationAuditExport,
  connectionRequest,
  connectionDecide,
  ownConnections,
  ownConnectionEnd,
  operatorClientAdd,
  operatorClients,
  operatorClientRemove,
  ownKeys,
  ownKeyIssue,
  ownKeyRevoke,
  citationCheck,
  frameworks,
  opendataIndex,
  opendataDcat,
  opendataObligations,
  opendataQuestionnaire,
  opendataNace,
  opendataAiAct,
  opendataScanChecks,
  ruleChangelog,
  signedProfile,
  supplierTrustProfile,
  trustKeySet,
  trustPage,
  trustEvidenceFile,
  trustLook,
  trustShareOpen,
  trustReport,
  trustSignatureCheck,
  trustRequestable,
  trustRequestAsk,
  trustRequestShow,
  trustRequestConfirm,
  trustRequests,
  trustRequestGrant,
  trustRequestDecline,
  trustOverview,
  trustExport,
  trustImport,
  trustDraft,
  trustDraftReplace,
  trustAreaSave,
  trustEvidenceAdd,
  trustEvidenceRemove,
  trustPreview,
  trustPublish,
  trustWithdraw,
  trustDelete,
  trustSlugChange,
  trustChoices,
  trustShares,
  trustShareCreate,
  trustShareRevoke,
  supplierQuestionnaires,
  supplierQuestionnaire,
  supplierList,
  supplierShow,
  supplierPlaces,
  supplierChoices,
  supplierAdd,
  supplierJudge,
  supplierBulk,
  supplierImport,
  supplierRemove,
  supplierAskPreview,
  supplierAsk,
  supplierAskChoices,
  supplierAskSeveral,
  supplierAskStop,
  supplierRequestShow,
  supplierRequestOpen,
  supplierRequestDecline,
  supplierRequestAnswer,
  supplierRequestStart,
  supplierCompare,
  supplierCompareFile,
  supplierFile,
  // After the comparison, whose path has a word in the place of the number.
  ownSuppliers,
  ownSupplierShow,
  sourceStatus,
  invitedAddress,
  mailLinkOpen,
  signUp,
  verifyEmail,
  signIn,
  secondFactorWays,
  secondFactor,
  passkeyChallenge,
  passkeySignIn,
  oidcBegin,
  oidcFinish,
  identityLinkBegin,
  identityLinkReturn,
  identityWaiting,
  identityLink,
  requestReset,
  resetWays,
  resetPassword,
  waysLeftDismiss,
  signOut,
  accountOverview,
  accountUsage,
  profileChange,
  passwordChange,
  emailChange,
  identityUnlink,
  mySessionsEnd,
  twoFactorStatus,
  twoFactorStart,
  twoFactorConfirm,
  twoFactorOff,
  twoFactorCodes,
  passkeyList,
  passkeyAdd,
  passkeyRemove,
  accountExport,
  accountDeletePreview,
  accountDelete,
  userAdd,
  userList,
  userDisable,
  budgetSet,
  userEnable,
  userDelete,
  userResetLink,
  userResetSecondFactor,
  sessionEnd,
  orgAdd,
  orgList,
  memberAdd,
  auditVerify,
  auditDeletions,
  operatorScan,
  operatorTrustComplaints,
  operatorTrustClaims,
  operatorTrustConfirm,
  operatorTrustKeyRotate,
  operatorTrustVerify,
  mailList,
  mailShow,
  mailTest,
  registerImport,
  registerFetch,
  registerPublish,
  regulatoryFeedRefresh,
  knowledgeCheck,
  knowledgeRelease,
  stateStatus,
  stateMigrate,
  jobList,
  jobRetry,
  backup,
  backupCheck,
  restore,
  restoreVerify,
  doctor,
  installation,
  status,
  programVersion,
];
