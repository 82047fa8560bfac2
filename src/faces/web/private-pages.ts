import { ASK_STOP_PATH } from "../../capabilities/suppliers/ask-mail.ts";
import {
  accountExportFile,
  emailForm,
  endOtherSessionsForm,
  endSessionForm,
  passwordForm,
  profileForm,
  unlinkForm,
} from "./account/account-forms.ts";
import { accountPage } from "./account/account-page.tsx";
import { deleteForm as deleteAccountForm, deletePage } from "./account/delete-page.tsx";
import { forgotForm, forgotPage, forgotSentPage } from "./account/forgot-page.tsx";
import { keysForm, keysPage, revokeKeyForm } from "./account/keys-page.tsx";
import { oidcBeginStep, oidcReturnStep } from "./account/oidc-steps.ts";
import { passkeyRemoveForm, passkeysForm, passkeysPage } from "./account/passkeys-page.tsx";
import { resetForm, resetPage } from "./account/reset-page.tsx";
import { signInCodeForm, signInCodePage } from "./account/sign-in-code-page.tsx";
import { signInForm, signInPage } from "./account/sign-in-page.tsx";
import { signOutForm } from "./account/sign-out.ts";
import { signUpForm, signUpPage, signUpSentPage } from "./account/sign-up-page.tsx";
import {
  twoFactorCodesForm,
  twoFactorForm,
  twoFactorOffForm,
  twoFactorPage,
  twoFactorStartForm,
} from "./account/two-factor-page.tsx";
import { verifyForm, verifyPage } from "./account/verify-page.tsx";
import { assessmentAreaForm, assessmentAreaPage } from "./assessments/assessment-area-page.tsx";
import { assessmentComparePage } from "./assessments/assessment-compare-page.tsx";
import { assessmentPage } from "./assessments/assessment-page.tsx";
import { TAKE_OVER_PATH } from "./assessments/assessment-paths.ts";
import { assessmentsForm, assessmentsPage } from "./assessments/assessments-page.tsx";
import { completionForm, completionPage } from "./assessments/completion-page.tsx";
import { discardForm, discardPage } from "./assessments/discard-page.tsx";
import { importForm, importPage, takeOverPage } from "./assessments/import-page.tsx";
import { entryForm, entryPage } from "./obligation-register/entry-page.tsx";
import {
  registerCalendar,
  registerCsv,
  registerDocx,
  registerJson,
  registerPdf,
  registerXlsx,
} from "./obligation-register/register-files.ts";
import { registerPage } from "./obligation-register/register-page.tsx";
import { auditLogCsv, auditLogJson, auditLogPage } from "./organizations/audit-log-page.tsx";
import { calendarDocument, calendarForm, calendarPage, calendarRevokeForm } from "./organizations/calendar-page.tsx";
import { acceptForm, invitationPage } from "./organizations/invitation-page.tsx";
import { inviteForm, membersPage, removeForm, roleForm, withdrawForm } from "./organizations/members-page.tsx";
import { leaveForm, organizationPage } from "./organizations/organization-page.tsx";
import {
  activateForm,
  organizationsCsv,
  organizationsForm,
  organizationsPage,
} from "./organizations/organizations-page.tsx";
import { remindersForm, remindersPage } from "./organizations/reminders-page.tsx";
import { deleteForm, settingsForm, settingsPage } from "./organizations/settings-page.tsx";
import {
  verdictCalendar,
  verdictDocx,
  verdictForm,
  verdictJson,
  verdictPage,
  verdictPdf,
} from "./organizations/verdict-page.tsx";
import { paths, privatePaths } from "./paths.ts";
import { challenge, entrance, type PrivateRoute, personal, personalFile, step } from "./private-page.ts";
import { comparePage } from "./scans/compare-page.tsx";
import { domainForm, domainRemoveForm, domainsPage, domainVerifyForm, scheduleForm } from "./scans/domains-page.tsx";
import { scanDetailPage, scanRemoveForm } from "./scans/scan-detail-page.tsx";
import { quickCheckForm } from "./scans/scan-page.tsx";
import { scanForm, scansPage } from "./scans/scans-page.tsx";
import { askStopForm, askStopPage } from "./suppliers/ask-stop-page.tsx";
import { supplierAskForm, supplierAskPage } from "./suppliers/supplier-ask-page.tsx";
import { supplierForm, supplierPage, supplierRemoveForm } from "./suppliers/supplier-page.tsx";
import { suppliersFile, suppliersForm, suppliersPage } from "./suppliers/suppliers-page.tsx";
import { trustAreaForm, trustAreaPage } from "./trust/trust-area-page.tsx";
import { trustChoicesForm, trustEditorPage, trustSlugForm } from "./trust/trust-editor-page.tsx";
import { trustEvidenceForm, trustEvidencePage, trustEvidenceRemoveForm } from "./trust/trust-evidence-page.tsx";
import { trustExportFile, trustImportForm, trustImportPage } from "./trust/trust-files-page.tsx";
import { trustPreviewPage, trustPublishForm, trustPublishPage } from "./trust/trust-publish-page.tsx";
import { trustReportForm, trustReportPage } from "./trust/trust-report-page.tsx";
import { trustShareRevokeForm, trustSharesForm, trustSharesPage } from "./trust/trust-shares-page.tsx";
import {
  trustDeleteForm,
  trustDeletePage,
  trustWithdrawForm,
  trustWithdrawPage,
} from "./trust/trust-withdraw-page.tsx";

const organization = `${privatePaths.organizations}/:id`;

/** Every private page and form. The tests of every page take their list from here. */
export const privatePages: readonly PrivateRoute[] = [
  entrance(privatePaths.signUp, { page: signUpPage, form: signUpForm }),
  entrance(privatePaths.signUpSent, { page: signUpSentPage }),
  entrance(privatePaths.verify, { page: verifyPage, form: verifyForm }),
  entrance(privatePaths.signIn, { page: signInPage, form: signInForm }),
  entrance(privatePaths.signOut, { form: signOutForm }),
  entrance(privatePaths.forgot, { page: forgotPage, form: forgotForm }),
  entrance(privatePaths.forgotSent, { page: forgotSentPage }),
  entrance(privatePaths.reset, { page: resetPage, form: resetForm }),
  challenge(privatePaths.signInCode, { page: signInCodePage, form: signInCodeForm }),
  personal(privatePaths.account, { page: accountPage }),
  personal(privatePaths.profile, { form: profileForm }),
  personal(privatePaths.password, { form: passwordForm }),
  personal(privatePaths.email, { form: emailForm }),
  personal("/account/sessions/:n/end", { form: endSessionForm }),
  personal(privatePaths.endOtherSessions, { form: endOtherSessionsForm }),
  personal(privatePaths.twoFactor, { page: twoFactorPage, form: twoFactorForm }),
  personal(privatePaths.twoFactorStart, { form: twoFactorStartForm }),
  personal(privatePaths.twoFactorOff, { form: twoFactorOffForm }),
  personal(privatePaths.twoFactorCodes, { form: twoFactorCodesForm }),
  personal(privatePaths.passkeys, { page: passkeysPage, form: passkeysForm }),
  personal(`${privatePaths.passkeys}/:id/remove`, { form: passkeyRemoveForm }),
  personal(privatePaths.identityUnlink, { form: unlinkForm }),
  step(privatePaths.oidc, oidcBeginStep),
  step(privatePaths.oidcReturn, oidcReturnStep),
  personalFile(privatePaths.accountExport, accountExportFile),
  personal(privatePaths.accountDelete, { page: deletePage, form: deleteAccountForm }),
  personal(privatePaths.keys, { page: keysPage, form: keysForm }),
  personal(`${privatePaths.keys}/:key/revoke`, { form: revokeKeyForm, example: `${privatePaths.keys}/key_0/revoke` }),
  personal(privatePaths.organizations, { page: organizationsPage, form: organizationsForm }),
  personalFile(privatePaths.organizationsCsv, organizationsCsv),
  ofOrganization("", { page: organizationPage }),
  ofOrganization("/activate", { form: activateForm }),
  ofOrganization("/settings", { page: settingsPage, form: settingsForm }),
  ofOrganization("/delete", { form: deleteForm }),
  ofOrganization("/members", { page: membersPage }),
  ofOrganization("/members/:account/role", { form: roleForm }),
  ofOrganization("/members/:account/remove", { form: removeForm }),
  ofOrganization("/invitations", { form: inviteForm }),
  ofOrganization("/invitations/:invitation/withdraw", { form: withdrawForm }),
  ofOrganization("/leave", { form: leaveForm }),
  ofOrganization("/audit-log", { page: auditLogPage }),
  fileOfOrganization("/audit-log.csv", auditLogCsv),
  fileOfOrganization("/audit-log.json", auditLogJson),
  ofOrganization("/verdict", { page: verdictPage, form: verdictForm }),
  fileOfOrganization("/verdict.json", verdictJson),
  fileOfOrganization("/verdict.ics", verdictCalendar),
  fileOfOrganization("/verdict.pdf", verdictPdf),
  fileOfOrganization("/verdict.docx", verdictDocx),
  ofOrganization("/reminders", { page: remindersPage, form: remindersForm }),
  ofOrganization("/calendar", { page: calendarPage, form: calendarForm }),
  ofOrganization("/calendar/revoke", { form: calendarRevokeForm }),
  step("/calendar/:file", calendarDocument, "/calendar/0"),
  ofOrganization("/obligations", { page: registerPage }),
  fileOfOrganization("/obligations.csv", registerCsv),
  fileOfOrganization("/obligations.json", registerJson),
  fileOfOrganization("/obligations.ics", registerCalendar),
  fileOfOrganization("/obligations.pdf", registerPdf),
  fileOfOrganization("/obligations.docx", registerDocx),
  fileOfOrganization("/obligations.xlsx", registerXlsx),
  ofOrganization("/obligations/:code", { page: entryPage, form: entryForm }),
  personal(TAKE_OVER_PATH, { page: takeOverPage }),
  ofOrganization("/questionnaires", { page: assessmentsPage, form: assessmentsForm }),
  ofOrganization("/questionnaires/import", { page: importPage, form: importForm }),
  ofOrganization("/questionnaires/compare", { page: assessmentComparePage }),
  ofOrganization("/questionnaires/:asm", { page: assessmentPage }),
  ofOrganization("/questionnaires/:asm/complete", { page: completionPage, form: completionForm }),
  ofOrganization("/questionnaires/:asm/discard", { page: discardPage, form: discardForm }),
  personal(`${organization}/questionnaires/:asm/:area`, {
    page: assessmentAreaPage,
    form: assessmentAreaForm,
    example: `${exampleOf(organization)}/questionnaires/0/incidents`,
  }),
  entrance("/invitations/:token", { page: invitationPage, form: acceptForm, example: "/invitations/0" }),
  entrance(paths.scan, { form: quickCheckForm }),
  ofOrganization("/scans", { page: scansPage, form: scanForm }),
  ofOrganization("/scans/compare", { page: comparePage }),
  ofOrganization("/scans/:scn", { page: scanDetailPage }),
  ofOrganization("/scans/:scn/remove", { form: scanRemoveForm }),
  ofOrganization("/domains", { page: domainsPage, form: domainForm }),
  ofOrganization("/domains/:domain/verify", { form: domainVerifyForm }),
  ofOrganization("/domains/:domain/remove", { form: domainRemoveForm }),
  ofOrganization("/domains/:domain/schedule", { form: scheduleForm }),
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
  ofOrganization("/trust-profile/evidence", { page: trustEvidencePage, form: trustEvidenceForm }),
  ofOrganization("/trust-profile/evidence/:evd/remove", { form: trustEvidenceRemoveForm }),
  ofOrganization("/trust-profile/preview", { page: trustPreviewPage }),
  ofOrganization("/trust-profile/publish", { page: trustPublishPage, form: trustPublishForm }),
  ofOrganization("/trust-profile/withdraw", { page: trustWithdrawPage, form: trustWithdrawForm }),
  ofOrganization("/trust-profile/delete", { page: trustDeletePage, form: trustDeleteForm }),
  ofOrganization("/trust-profile/slug", { form: trustSlugForm }),
  ofOrganization("/trust-profile/choices", { form: trustChoicesForm }),
  ofOrganization("/trust-profile/shares", { page: trustSharesPage, form: trustSharesForm }),
  ofOrganization("/trust-profile/shares/:shr/revoke", { form: trustShareRevokeForm }),
  ofOrganization("/trust-profile/import", { page: trustImportPage, form: trustImportForm }),
  personalFile(
    `${organization}/trust-profile/export.json`,
    trustExportFile("json"),
    `${exampleOf(organization)}/trust-profile/export.json`,
  ),
  personalFile(
    `${organization}/trust-profile/export.csv`,
    trustExportFile("csv"),
    `${exampleOf(organization)}/trust-profile/export.csv`,
  ),
  ofOrganization("/suppliers", { page: suppliersPage, form: suppliersForm }),
  fileOfOrganization("/suppliers.csv", suppliersFile("csv")),
  fileOfOrganization("/suppliers.xlsx", suppliersFile("xlsx")),
  fileOfOrganization("/suppliers.json", suppliersFile("json")),
  ofOrganization("/suppliers/:supplier", { page: supplierPage, form: supplierForm }),
  ofOrganization("/suppliers/:supplier/ask", { page: supplierAskPage, form: supplierAskForm }),
  ofOrganization("/suppliers/:supplier/remove", { form: supplierRemoveForm }),
  entrance(ASK_STOP_PATH, { page: askStopPage, form: askStopForm }),
  entrance("/trust/:slug/report", { page: trustReportPage, form: trustReportForm, example: "/trust/0/report" }),
];

/** A page or form below an organization. */
function ofOrganization(part: string, options: Parameters<typeof personal>[1]): PrivateRoute {
  const path = `${organization}${part}`;
  return personal(path, { ...options, example: exampleOf(path) });
}

/** A file below an organization. */
function fileOfOrganization(part: string, page: Parameters<typeof personalFile>[1]): PrivateRoute {
  const path = `${organization}${part}`;
  return personalFile(path, page, exampleOf(path));
}

/** An address of a path with parameters. */
function exampleOf(path: string): string {
  return path.replace(/:\w+/g, "0");
}
