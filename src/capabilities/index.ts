import { accountDelete, accountDeletePreview } from "./accounts/account-delete.ts";
import { accountExport } from "./accounts/account-export.ts";
import { accountOverview } from "./accounts/account-overview.ts";
import { accountUsage } from "./accounts/account-usage.ts";
import { emailChange } from "./accounts/email-change.ts";
import { identityLink, identityLinkBegin, identityLinkReturn, identityWaiting } from "./accounts/identity-link.ts";
import { identityUnlink } from "./accounts/identity-unlink.ts";
import { mySessionsEnd } from "./accounts/my-sessions-end.ts";
import { oidcBegin, oidcFinish } from "./accounts/oidc-sign-in.ts";
import { passkeyChallenge, passkeySignIn } from "./accounts/passkey-sign-in.ts";
import { passkeyAdd, passkeyList, passkeyRemove } from "./accounts/passkeys.ts";
import { passwordChange } from "./accounts/password-change.ts";
import { profileChange } from "./accounts/profile-change.ts";
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
import { assessmentShow } from "./assessments/assessment-show.ts";
import { assessmentStart } from "./assessments/assessment-start.ts";
import { auditDeletions } from "./audit/audit-deletions.ts";
import { auditLog } from "./audit/audit-log.ts";
import { auditVerify } from "./audit/audit-verify.ts";
import { organizationAuditExport, organizationAuditLog } from "./audit/organization-audit-log.ts";
import type { Capability } from "./capability.ts";
import { companyDetail } from "./companies/company-detail.ts";
import { companyName } from "./companies/company-name.ts";
import { companySearch } from "./companies/company-search.ts";
import { deadlineCalendar } from "./deadlines/deadline-calendar.ts";
import { regulatoryFeed } from "./feed/regulatory-feed.ts";
import { regulatoryFeedBrowse } from "./feed/regulatory-feed-browse.ts";
import { regulatoryFeedCalendar } from "./feed/regulatory-feed-calendar.ts";
import { regulatoryFeedLatest } from "./feed/regulatory-feed-latest.ts";
import { regulatoryFeedRefresh } from "./feed/regulatory-feed-refresh.ts";
import { regulatoryFeedSources } from "./feed/regulatory-feed-sources.ts";
import { ownKeyIssue } from "./keys/own-key-issue.ts";
import { ownKeyRevoke, ownKeys } from "./keys/own-keys.ts";
import { citationCheck } from "./law/citation-check.ts";
import { knowledgeCheck } from "./law/knowledge-check.ts";
import { knowledgeRelease } from "./law/knowledge-release.ts";
import { ruleChangelog } from "./law/rule-changelog.ts";
import { myObligations } from "./obligations/my-obligations.ts";
import { nis2Obligations } from "./obligations/nis2-obligations.ts";
import { obligationCatalog } from "./obligations/obligation-catalog.ts";
import { obligationChange } from "./obligations/obligation-change.ts";
import { obligationEntry } from "./obligations/obligation-entry.ts";
import { obligationRegister } from "./obligations/obligation-register.ts";
import { registerFile } from "./obligations/register-file.ts";
import { opendataAiAct } from "./opendata/opendata-ai-act.ts";
import { opendataDcat } from "./opendata/opendata-dcat.ts";
import { opendataIndex } from "./opendata/opendata-index.ts";
import { opendataNace } from "./opendata/opendata-nace.ts";
import { opendataObligations } from "./opendata/opendata-obligations.ts";
import { opendataQuestionnaire } from "./opendata/opendata-questionnaire.ts";
import { opendataScanChecks } from "./opendata/opendata-scan-checks.ts";
import { backup, backupCheck, restore } from "./operation/backup.ts";
import { doctor } from "./operation/doctor.ts";
import { jobList, jobRetry } from "./operation/jobs.ts";
import { mailList, mailShow } from "./operation/mail-outbox.ts";
import { stateMigrate, stateStatus } from "./operation/state-layout.ts";
import { calendarCreate, calendarFile, calendarRevoke, calendarShow } from "./organizations/calendar.ts";
import { invitationAccept, invitationShow } from "./organizations/invitation-accept.ts";
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
import { organizationLeave } from "./organizations/organization-leave.ts";
import { organizationMemberRemove, organizationMemberRole } from "./organizations/organization-member-change.ts";
import { organizationMembers } from "./organizations/organization-members.ts";
import { organizationSettings } from "./organizations/organization-settings.ts";
import { organizationShow } from "./organizations/organization-show.ts";
import { organizationVerdict } from "./organizations/organization-verdict.ts";
import { organizationVerdictFile } from "./organizations/organization-verdict-file.ts";
import { organizationsOverview } from "./organizations/organizations-overview.ts";
import { reminderChange, reminderShow } from "./organizations/reminders.ts";
import { frameworks } from "./questionnaire/frameworks.ts";
import { nis2Questionnaire } from "./questionnaire/nis2-questionnaire.ts";
import { questionnaireReferences } from "./questionnaire/questionnaire-references.ts";
import { questionnaireScore } from "./questionnaire/questionnaire-score.ts";
import { nis2Stats } from "./registers/nis2-stats.ts";
import { registerFetch } from "./registers/register-fetch.ts";
import { registerImport } from "./registers/register-import.ts";
import { registerPublish } from "./registers/register-publish.ts";
import { sourceStatus } from "./registers/source-status.ts";
import { domainAdd } from "./scans/domain-add.ts";
import { domainList } from "./scans/domain-list.ts";
import { domainRemove } from "./scans/domain-remove.ts";
import { domainSchedule, scheduleList } from "./scans/domain-schedule.ts";
import { domainVerify } from "./scans/domain-verify.ts";
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
import { activityOptions } from "./scope/activity-options.ts";
import { activitySearch } from "./scope/activity-search.ts";
import { firmRow } from "./scope/firm-row.ts";
import { nis2ScopeCheck } from "./scope/nis2-scope-check.ts";
import { regimeComparison } from "./scope/regime-comparison.ts";
import { scopeEvaluate } from "./scope/scope-evaluate.ts";
import { scopeQuestions } from "./scope/scope-questions.ts";
import { sizeThresholds } from "./scope/size-thresholds.ts";
import { supplierAdd } from "./suppliers/supplier-add.ts";
import { supplierAsk, supplierAskPreview } from "./suppliers/supplier-ask.ts";
import { supplierAskStop } from "./suppliers/supplier-ask-stop.ts";
import { supplierFile } from "./suppliers/supplier-file.ts";
import { supplierJudge } from "./suppliers/supplier-judge.ts";
import { supplierList } from "./suppliers/supplier-list.ts";
import { supplierRemove } from "./suppliers/supplier-remove.ts";
import { supplierShow } from "./suppliers/supplier-show.ts";
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
import { trustShareCreate, trustShareOpen, trustShareRevoke, trustShares } from "./trust/trust-shares.ts";
import { trustChoices, trustDelete, trustSlugChange, trustWithdraw } from "./trust/trust-withdraw.ts";

/** Everything Dosah can do, in the order of the documentation. */
export const capabilities: readonly Capability[] = [
  nis2ScopeCheck,
  firmRow,
  companySearch,
  companyDetail,
  companyName,
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
  scopeEvaluate,
  deadlineCalendar,
  sizeThresholds,
  regimeComparison,
  scopeQuestions,
  activityOptions,
  activitySearch,
  aiActClassify,
  aiActQuestions,
  myOrganizations,
  myScans,
  myScanDetail,
  scanStart,
  scanList,
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
  obligationChange,
  assessmentList,
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
  organizationCreate,
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
  reminderShow,
  reminderChange,
  calendarShow,
  calendarCreate,
  calendarRevoke,
  calendarFile,
  organizationVerdict,
  organizationVerdictFile,
  organizationFactsChange,
  organizationAuditLog,
  organizationAuditExport,
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
  supplierAdd,
  supplierJudge,
  supplierRemove,
  supplierAskPreview,
  supplierAsk,
  supplierAskStop,
  supplierFile,
  sourceStatus,
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
  doctor,
];
