import { twoFactorCodes, twoFactorConfirm } from "../../capabilities/accounts/two-factor.ts";
import { capabilities } from "../../capabilities/index.ts";
import { ownKeyIssue } from "../../capabilities/keys/own-key-issue.ts";
import { calendarCreate } from "../../capabilities/organizations/calendar.ts";
import { invitationCreate } from "../../capabilities/organizations/invitation-create.ts";
import { ASK_STOP_PATH } from "../../capabilities/suppliers/ask-mail.ts";
import { trustShareCreate } from "../../capabilities/trust/trust-shares.ts";
import { accountExportFile, endOtherSessionsForm, profileForm } from "./account/account-forms.ts";
import { accountPage } from "./account/account-page.tsx";
import { deletePage } from "./account/delete-page.tsx";
import { forgotPage, forgotSentPage } from "./account/forgot-page.tsx";
import { identitiesForm, identitiesPage } from "./account/identities-page.tsx";
import { keyIssuedPage, keysPage } from "./account/keys-page.tsx";
import { oidcBeginStep, oidcReturnStep } from "./account/oidc-steps.ts";
import { passkeysPage } from "./account/passkeys-page.tsx";
import { resetPage } from "./account/reset-page.tsx";
import { signInCodeForm, signInCodePage, signOutForm } from "./account/sign-in-code-page.tsx";
import { signInForm, signInPage } from "./account/sign-in-page.tsx";
import { signUpPage, signUpSentPage } from "./account/sign-up-page.tsx";
import { firstCodesPage, newCodesPage, twoFactorPage } from "./account/two-factor-page.tsx";
import { usagePage } from "./account/usage-page.tsx";
import { verifyPage } from "./account/verify-page.tsx";
import { assessmentAreaForm, assessmentAreaPage } from "./assessments/assessment-area-page.tsx";
import { assessmentComparePage } from "./assessments/assessment-compare-page.tsx";
import { assessmentPage } from "./assessments/assessment-page.tsx";
import { TAKE_OVER_PATH } from "./assessments/assessment-paths.ts";
import { assessmentsPage } from "./assessments/assessments-page.tsx";
import { completionPage } from "./assessments/completion-page.tsx";
import { discardPage } from "./assessments/discard-page.tsx";
import { importForm, importPage, takeOverPage } from "./assessments/import-page.tsx";
import { entryPage } from "./obligation-register/entry-page.tsx";
import { registerPage } from "./obligation-register/register-page.tsx";
import { offeredFiles } from "./offered-files.ts";
import { answerPage, withOfferedForms } from "./offered-forms.ts";
import { auditLogPage } from "./organizations/audit-log-page.tsx";
import { calendarDocument, calendarMadePage, calendarPage } from "./organizations/calendar-page.tsx";
import { acceptForm, invitationPage } from "./organizations/invitation-page.tsx";
import { invitedPage } from "./organizations/invitations.tsx";
import { leavePage, memberRemovePage, memberRolePage } from "./organizations/member-change-pages.tsx";
import { membersPage } from "./organizations/members-page.tsx";
import { organizationPage } from "./organizations/organization-page.tsx";
import { organizationsCsv, organizationsPage } from "./organizations/organizations-page.tsx";
import { remindersPage } from "./organizations/reminders-page.tsx";
import { settingsPage } from "./organizations/settings-page.tsx";
import { verdictForm, verdictPage } from "./organizations/verdict-page.tsx";
import { exampleOf } from "./path-parameters.ts";
import { paths, privatePaths } from "./paths.ts";
import { challenge, entrance, type PrivateRoute, personal, personalFile, step } from "./private-page.ts";
import { comparePage } from "./scans/compare-page.tsx";
import { domainsPage } from "./scans/domains-page.tsx";
import { scanDetailPage } from "./scans/scan-detail-page.tsx";
import { quickCheckForm } from "./scans/scan-page.tsx";
import { scansPage } from "./scans/scans-page.tsx";
import { askStopPage } from "./suppliers/ask-stop-page.tsx";
import { supplierAskPage } from "./suppliers/supplier-ask-page.tsx";
import { supplierPage } from "./suppliers/supplier-page.tsx";
import { suppliersPage } from "./suppliers/suppliers-page.tsx";
import { trustAreaForm, trustAreaPage } from "./trust/trust-area-page.tsx";
import { trustEditorPage } from "./trust/trust-editor-page.tsx";
import { trustEvidencePage } from "./trust/trust-evidence-page.tsx";
import { trustImportForm, trustImportPage } from "./trust/trust-files-page.tsx";
import { trustPreviewPage, trustPublishPage } from "./trust/trust-publish-page.tsx";
import { trustReportPage } from "./trust/trust-report-page.tsx";
import { shareMadePage, trustSharesPage } from "./trust/trust-shares-page.tsx";
import { trustDeletePage, trustWithdrawPage } from "./trust/trust-withdraw-page.tsx";

const organization = `${privatePaths.organizations}/:organizationId`;

/** Every private page, and the forms that do more than a capability can offer. */
const routes: readonly PrivateRoute[] = [
  entrance(privatePaths.signUp, { page: signUpPage }),
  entrance(privatePaths.signUpSent, { page: signUpSentPage }),
  entrance(privatePaths.verify, { page: verifyPage }),
  entrance(privatePaths.signIn, { page: signInPage, form: signInForm }),
  entrance(privatePaths.forgot, { page: forgotPage }),
  entrance(privatePaths.forgotSent, { page: forgotSentPage }),
  entrance(privatePaths.reset, { page: resetPage }),
  challenge(privatePaths.signInCode, { page: signInCodePage, form: signInCodeForm }),
  entrance(privatePaths.signOut, { form: signOutForm }),
  personal(privatePaths.account, { page: accountPage }),
  personal(privatePaths.profile, { form: profileForm }),
  personal(privatePaths.endOtherSessions, { form: endOtherSessionsForm }),
  personal(privatePaths.twoFactor, { page: twoFactorPage }),
  personal(privatePaths.passkeys, { page: passkeysPage }),
  personal(privatePaths.identities, { page: identitiesPage, form: identitiesForm }),
  step(privatePaths.oidc, oidcBeginStep),
  step(privatePaths.oidcReturn, oidcReturnStep),
  personalFile(privatePaths.accountExport, accountExportFile),
  personal(privatePaths.accountDelete, { page: deletePage }),
  personal(privatePaths.usage, { page: usagePage }),
  personal(privatePaths.keys, { page: keysPage }),
  personal(privatePaths.organizations, { page: organizationsPage }),
  personalFile(privatePaths.organizationsCsv, organizationsCsv),
  ofOrganization("", { page: organizationPage }),
  ofOrganization("/settings", { page: settingsPage }),
  ofOrganization("/members", { page: membersPage }),
  ofOrganization("/members/:accountId/role", { page: memberRolePage }),
  ofOrganization("/members/:accountId/remove", { page: memberRemovePage }),
  ofOrganization("/leave", { page: leavePage }),
  ofOrganization("/audit-log", { page: auditLogPage }),
  ofOrganization("/verdict", { page: verdictPage, form: verdictForm }),
  ofOrganization("/reminders", { page: remindersPage }),
  ofOrganization("/calendar", { page: calendarPage }),
  step("/calendar/:file", calendarDocument, "/calendar/0"),
  ofOrganization("/obligations", { page: registerPage }),
  ofOrganization("/obligations/:code", { page: entryPage }),
  personal(TAKE_OVER_PATH, { page: takeOverPage }),
  ofOrganization("/questionnaires", { page: assessmentsPage }),
  ofOrganization("/questionnaires/import", { page: importPage, form: importForm }),
  ofOrganization("/questionnaires/compare", { page: assessmentComparePage }),
  ofOrganization("/questionnaires/:questionnaireId", { page: assessmentPage }),
  ofOrganization("/questionnaires/:questionnaireId/complete", { page: completionPage }),
  ofOrganization("/questionnaires/:questionnaireId/discard", { page: discardPage }),
  personal(`${organization}/questionnaires/:questionnaireId/:area`, {
    page: assessmentAreaPage,
    form: assessmentAreaForm,
    example: `${exampleOf(organization)}/questionnaires/0/incidents`,
  }),
  entrance("/invitations/:token", { page: invitationPage, form: acceptForm, example: "/invitations/0" }),
  entrance(paths.scan, { form: quickCheckForm }),
  ofOrganization("/scans", { page: scansPage }),
  ofOrganization("/scans/compare", { page: comparePage }),
  ofOrganization("/scans/:scanId", { page: scanDetailPage }),
  ofOrganization("/domains", { page: domainsPage }),
  ofOrganization("/trust-profile", { page: trustEditorPage }),
  ofOrganization("/trust-profile/profile", {
    page: trustAreaPage("profile"),
    form: trustAreaForm("profile", "security_practices"),
  }),
  ofOrganization("/trust-profile/security_practices", {
    page: trustAreaPage("security_practices"),
    form: trustAreaForm("security_practices", "saas_technical"),
  }),
  ofOrganization("/trust-profile/saas_technical", {
    page: trustAreaPage("saas_technical"),
    form: trustAreaForm("saas_technical", "on_prem_technical"),
  }),
  ofOrganization("/trust-profile/on_prem_technical", {
    page: trustAreaPage("on_prem_technical"),
    form: trustAreaForm("on_prem_technical", undefined),
  }),
  ofOrganization("/trust-profile/evidence", { page: trustEvidencePage }),
  ofOrganization("/trust-profile/preview", { page: trustPreviewPage }),
  ofOrganization("/trust-profile/publish", { page: trustPublishPage }),
  ofOrganization("/trust-profile/withdraw", { page: trustWithdrawPage }),
  ofOrganization("/trust-profile/delete", { page: trustDeletePage }),
  ofOrganization("/trust-profile/shares", { page: trustSharesPage }),
  ofOrganization("/trust-profile/import", { page: trustImportPage, form: trustImportForm }),
  ofOrganization("/suppliers", { page: suppliersPage }),
  ofOrganization("/suppliers/:supplier", { page: supplierPage }),
  ofOrganization("/suppliers/:supplier/ask", { page: supplierAskPage }),
  entrance(ASK_STOP_PATH, { page: askStopPage }),
  entrance("/trust/:slug/report", { page: trustReportPage, example: "/trust/0/report" }),
];

/** The pages that show what a form answered. */
const answers = [
  answerPage(twoFactorConfirm, firstCodesPage),
  answerPage(twoFactorCodes, newCodesPage),
  answerPage(ownKeyIssue, keyIssuedPage),
  answerPage(invitationCreate, invitedPage),
  answerPage(calendarCreate, calendarMadePage),
  answerPage(trustShareCreate, shareMadePage),
];

/** Every private page, form and file; a file comes before a page whose path has a parameter in its place. The tests of every page take their list from here. */
export const privatePages = [...offeredFiles(capabilities), ...withOfferedForms(routes, capabilities, answers)];

/** A page or form below an organization. */
function ofOrganization(part: string, options: Parameters<typeof personal>[1]): PrivateRoute {
  const path = `${organization}${part}`;
  return personal(path, { ...options, example: exampleOf(path) });
}
