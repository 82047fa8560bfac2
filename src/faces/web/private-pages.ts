import { twoFactorCodes, twoFactorConfirm } from "../../capabilities/accounts/two-factor.ts";
import { capabilities } from "../../capabilities/index.ts";
import { ownKeyIssue } from "../../capabilities/keys/own-key-issue.ts";
import { listImport } from "../../capabilities/lists/list-import.ts";
import { calendarCreate } from "../../capabilities/organizations/calendar.ts";
import { invitationCreate } from "../../capabilities/organizations/invitation-create.ts";
import { organizationFirmChange } from "../../capabilities/organizations/organization-firm-change.ts";
import { organizationsImport } from "../../capabilities/organizations/organizations-import.ts";
import { subscriptionCreate } from "../../capabilities/subscriptions/subscriptions.ts";
import { ASK_STOP_PATH } from "../../capabilities/suppliers/ask-mail.ts";
import { trustShareCreate } from "../../capabilities/trust/trust-shares.ts";
import { accountExportFile, endOtherSessionsForm, profileForm } from "./account/account-forms.ts";
import { accountPage } from "./account/account-page.tsx";
import { deletePage } from "./account/delete-page.tsx";
import { calendarDocument, feedDocument } from "./account/feed-documents.ts";
import { feedMadePage, feedsPage } from "./account/feeds-page.tsx";
import { forgotPage, forgotSentPage } from "./account/forgot-page.tsx";
import { identitiesForm, identitiesPage } from "./account/identities-page.tsx";
import { keyIssuedPage, keysPage } from "./account/keys-page.tsx";
import { mailPage } from "./account/mail-page.tsx";
import { oidcBeginStep, oidcReturnStep } from "./account/oidc-steps.ts";
import { passkeysPage } from "./account/passkeys-page.tsx";
import { resetPage } from "./account/reset-page.tsx";
import { signInCodeForm, signInCodePage, signOutForm } from "./account/sign-in-code-page.tsx";
import { signInForm, signInPage } from "./account/sign-in-page.tsx";
import { signUpPage, signUpSentPage } from "./account/sign-up-page.tsx";
import { firstCodesPage, newCodesPage, twoFactorPage } from "./account/two-factor-page.tsx";
import { unsubscribeForm, unsubscribePage } from "./account/unsubscribe-page.tsx";
import { usagePage } from "./account/usage-page.tsx";
import { verifyPage } from "./account/verify-page.tsx";
import { assessmentAreaForm, assessmentAreaPage } from "./assessments/assessment-area-page.tsx";
import { assessmentComparePage } from "./assessments/assessment-compare-page.tsx";
import { assessmentPage } from "./assessments/assessment-page.tsx";
import { TAKE_OVER_PATH } from "./assessments/assessment-paths.ts";
import { assessmentsPage } from "./assessments/assessments-page.tsx";
import { autosaveForm } from "./assessments/autosave.ts";
import { completionPage } from "./assessments/completion-page.tsx";
import { discardPage } from "./assessments/discard-page.tsx";
import { importForm, importPage, takeOverPage } from "./assessments/import-page.tsx";
import { boardPage } from "./board/board-page.tsx";
import { connectForm, connectPage } from "./connections/connect-page.tsx";
import { connectionEndPage, connectionsPage } from "./connections/connections-page.tsx";
import { listComparePage } from "./lists/list-compare-page.tsx";
import { listDeletePage } from "./lists/list-delete-page.tsx";
import { listImportedPage, listImportPage } from "./lists/list-import-page.tsx";
import { listPage } from "./lists/list-page.tsx";
import { listRowPage, listRowRemovePage } from "./lists/list-row-page.tsx";
import { listsPage } from "./lists/lists-page.tsx";
import { allEntriesPage } from "./obligation-register/all-entries-page.tsx";
import { entryPage } from "./obligation-register/entry-page.tsx";
import { registerPage } from "./obligation-register/register-page.tsx";
import { restPage } from "./obligation-register/rest-page.tsx";
import { offeredFiles } from "./offered-files.ts";
import { answerPage, withOfferedForms } from "./offered-forms.ts";
import { auditLogPage } from "./organizations/audit-log-page.tsx";
import { calendarMadePage, calendarPage } from "./organizations/calendar-page.tsx";
import { firmChangedPage, firmPage } from "./organizations/firm-page.tsx";
import { acceptForm, invitationPage } from "./organizations/invitation-page.tsx";
import { invitedPage } from "./organizations/invitations.tsx";
import { leavePage, memberRemovePage, memberRolePage } from "./organizations/member-change-pages.tsx";
import { membersPage } from "./organizations/members-page.tsx";
import { newOrganizationPage } from "./organizations/new-organization-page.tsx";
import { organizationPage } from "./organizations/organization-page.tsx";
import { organizationsComparePage } from "./organizations/organizations-compare-page.tsx";
import { organizationsImportedPage, organizationsImportPage } from "./organizations/organizations-import-page.tsx";
import { organizationsCsv, organizationsPage } from "./organizations/organizations-page.tsx";
import { settingsPage } from "./organizations/settings-page.tsx";
import { severalPage } from "./organizations/several-page.tsx";
import { verdictForm, verdictPage } from "./organizations/verdict-page.tsx";
import { exampleOf } from "./path-parameters.ts";
import { href, paths, privatePaths, redirectTo } from "./paths.ts";
import { bearer, challenge, entrance, type PrivateRoute, personal, personalFile, step } from "./private-page.ts";
import {
  feedQuestion,
  keyQuestion,
  passkeyQuestion,
  sessionsQuestion,
  twoFactorQuestion,
} from "./questions/account-questions.tsx";
import {
  calendarQuestion,
  domainQuestion,
  evidenceQuestion,
  invitationQuestion,
  scanQuestion,
  shareQuestion,
  supplierQuestion,
} from "./questions/organization-questions.tsx";
import { comparePage } from "./scans/compare-page.tsx";
import { domainsPage } from "./scans/domains-page.tsx";
import { scanDetailPage } from "./scans/scan-detail-page.tsx";
import { quickCheckForm } from "./scans/scan-page.tsx";
import { scansPage } from "./scans/scans-page.tsx";
import { askStopPage } from "./suppliers/ask-stop-page.tsx";
import { supplierAddPage } from "./suppliers/supplier-add-page.tsx";
import { supplierAskPage } from "./suppliers/supplier-ask-page.tsx";
import { supplierAskSeveralPage } from "./suppliers/supplier-ask-several-page.tsx";
import { supplierComparePage } from "./suppliers/supplier-compare-page.tsx";
import { supplierImportForm, supplierImportPage } from "./suppliers/supplier-import-page.tsx";
import { supplierPage } from "./suppliers/supplier-page.tsx";
import { supplierPlacePage } from "./suppliers/supplier-place-page.tsx";
import { supplierRequestPage } from "./suppliers/supplier-request-page.tsx";
import { suppliersPage } from "./suppliers/suppliers-page.tsx";
import { todoPage } from "./tasks/todo-page.tsx";
import { trustAreaForm, trustAreaPage } from "./trust/trust-area-page.tsx";
import { trustEditorPage } from "./trust/trust-editor-page.tsx";
import { trustEvidencePage } from "./trust/trust-evidence-page.tsx";
import { trustImportForm, trustImportPage } from "./trust/trust-files-page.tsx";
import { TRUST_VERIFY_PATH } from "./trust/trust-paths.ts";
import { trustPreviewPage, trustPublishPage } from "./trust/trust-publish-page.tsx";
import { trustReportPage } from "./trust/trust-report-page.tsx";
import {
  trustRequestConfirmPage,
  trustRequestPage,
  trustRequestSentPage,
  trustRequestsPage,
} from "./trust/trust-request-pages.tsx";
import { shareMadePage, trustSharesPage } from "./trust/trust-shares-page.tsx";
import { trustVerifyForm, trustVerifyPage } from "./trust/trust-verify-page.tsx";
import { trustDeletePage, trustWithdrawPage } from "./trust/trust-withdraw-page.tsx";
import { weekPage } from "./week/week-page.tsx";

const organization = `${privatePaths.organizations}/:organizationId`;

/** A row of a list, for the tests of its pages. */
const exampleRow = `${exampleOf(organization)}/lists/0/rows/SK/31322832`;

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
  personal(privatePaths.endOtherSessions, { ...sessionsQuestion, form: endOtherSessionsForm }),
  personal(privatePaths.twoFactor, { page: twoFactorPage }),
  personal(privatePaths.twoFactorOff, twoFactorQuestion),
  personal(privatePaths.passkeys, { page: passkeysPage }),
  personal(`${privatePaths.passkeys}/:id/remove`, { ...passkeyQuestion, example: `${privatePaths.passkeys}/0/remove` }),
  personal(privatePaths.identities, { page: identitiesPage, form: identitiesForm }),
  step(privatePaths.oidc, oidcBeginStep),
  step(privatePaths.oidcReturn, oidcReturnStep),
  personalFile(privatePaths.accountExport, accountExportFile),
  personal(privatePaths.accountDelete, { page: deletePage }),
  personal(privatePaths.usage, { page: usagePage }),
  personal(privatePaths.mail, { page: mailPage }),
  personal(privatePaths.feeds, { page: feedsPage }),
  personal(`${privatePaths.feeds}/:id/revoke`, { ...feedQuestion, example: `${privatePaths.feeds}/0/revoke` }),
  entrance(`${privatePaths.unsubscribe}/:token`, {
    page: unsubscribePage,
    form: unsubscribeForm,
    example: "/unsubscribe/0",
  }),
  personal(privatePaths.keys, { page: keysPage }),
  personal(`${privatePaths.keys}/:keyId/revoke`, { ...keyQuestion, example: `${privatePaths.keys}/0/revoke` }),
  personal(privatePaths.connections, { page: connectionsPage }),
  personal(`${privatePaths.connections}/:connectionId/revoke`, {
    page: connectionEndPage,
    example: `${privatePaths.connections}/0/revoke`,
  }),
  personal("/connect/:requestId", { page: connectPage, form: connectForm, example: "/connect/0" }),
  personal(privatePaths.organizations, { page: organizationsPage }),
  personal(privatePaths.week, { page: weekPage }),
  personalFile(privatePaths.organizationsCsv, organizationsCsv),
  personal(privatePaths.newOrganization, { page: newOrganizationPage }),
  personal(privatePaths.allObligations, { page: allEntriesPage }),
  personal(privatePaths.organizationsCompare, { page: organizationsComparePage }),
  personal(privatePaths.organizationsSeveral, { page: severalPage }),
  personal(privatePaths.organizationsImport, { page: organizationsImportPage }),
  ofOrganization("", { page: organizationPage }),
  ofOrganization("/todo", { page: todoPage }),
  ofOrganization("/board", { page: boardPage }),
  ofOrganization("/firm", { page: firmPage }),
  ofOrganization("/settings", { page: settingsPage }),
  ofOrganization("/members", { page: membersPage }),
  ofOrganization("/members/:accountId/role", { page: memberRolePage }),
  ofOrganization("/members/:accountId/remove", { page: memberRemovePage }),
  ofOrganization("/invitations/:invitationId/withdraw", invitationQuestion),
  ofOrganization("/leave", { page: leavePage }),
  ofOrganization("/audit-log", { page: auditLogPage }),
  ofOrganization("/verdict", { page: verdictPage, form: verdictForm }),
  // What one gets by mail is chosen once, over all organizations.
  ofOrganization("/reminders", { page: ({ locale }) => redirectTo(href(locale, privatePaths.mail), 303) }),
  ofOrganization("/calendar", { page: calendarPage }),
  ofOrganization("/calendar/revoke", calendarQuestion),
  step("/calendar/:file", calendarDocument, "/calendar/0"),
  step("/feeds/:file", feedDocument, "/feeds/0"),
  ofOrganization("/obligations", { page: registerPage }),
  // Before an entry, whose path would take these words for its code.
  ofOrganization("/obligations/bulk", {}),
  ofOrganization("/obligations/rest", { page: restPage }),
  ofOrganization("/obligations/:code", { page: entryPage }),
  personal(TAKE_OVER_PATH, { page: takeOverPage }),
  ofOrganization("/questionnaires", { page: assessmentsPage }),
  ofOrganization("/questionnaires/import", { page: importPage, form: importForm }),
  ofOrganization("/questionnaires/compare", { page: assessmentComparePage }),
  ofOrganization("/questionnaires/:questionnaireId", { page: assessmentPage }),
  ofOrganization("/questionnaires/:questionnaireId/complete", { page: completionPage }),
  ofOrganization("/questionnaires/:questionnaireId/discard", { page: discardPage }),
  ofOrganization("/questionnaires/:questionnaireId/answers", { form: autosaveForm }),
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
  ofOrganization("/scans/:scanId/remove", scanQuestion),
  ofOrganization("/domains", { page: domainsPage }),
  ofOrganization("/domains/:domain/remove", {
    ...domainQuestion,
    example: `${exampleOf(organization)}/domains/firma.sk/remove`,
  }),
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
  ofOrganization("/trust-profile/evidence/:evidenceId/remove", evidenceQuestion),
  ofOrganization("/trust-profile/preview", { page: trustPreviewPage }),
  ofOrganization("/trust-profile/publish", { page: trustPublishPage }),
  ofOrganization("/trust-profile/withdraw", { page: trustWithdrawPage }),
  ofOrganization("/trust-profile/delete", { page: trustDeletePage }),
  ofOrganization("/trust-profile/shares", { page: trustSharesPage }),
  ofOrganization("/trust-profile/shares/:shareId/revoke", shareQuestion),
  ofOrganization("/trust-profile/requests", { page: trustRequestsPage }),
  ofOrganization("/trust-profile/import", { page: trustImportPage, form: trustImportForm }),
  ofOrganization("/lists", { page: listsPage }),
  ofOrganization("/lists/:list", { page: listPage }),
  ofOrganization("/lists/:list/compare", { page: listComparePage }),
  ofOrganization("/lists/:list/import", { page: listImportPage }),
  ofOrganization("/lists/:list/delete", { page: listDeletePage }),
  personal(`${organization}/lists/:list/rows/:country/:ico`, { page: listRowPage, example: exampleRow }),
  personal(`${organization}/lists/:list/rows/:country/:ico/remove`, {
    page: listRowRemovePage,
    example: `${exampleRow}/remove`,
  }),
  ofOrganization("/suppliers", { page: suppliersPage }),
  ofOrganization("/suppliers/add", { page: supplierAddPage }),
  ofOrganization("/suppliers/import", { page: supplierImportPage, form: supplierImportForm }),
  ofOrganization("/suppliers/compare", { page: supplierComparePage }),
  // Before the page of a supplier, whose path has a parameter in their place.
  ofOrganization("/suppliers/bulk", {}),
  ofOrganization("/suppliers/ask", { page: supplierAskSeveralPage }),
  ofOrganization("/suppliers/:supplier", { page: supplierPage }),
  ofOrganization("/suppliers/:supplier/ask", { page: supplierAskPage }),
  ofOrganization("/suppliers/:supplier/remove", supplierQuestion),
  personal(privatePaths.suppliersAdd, { page: supplierPlacePage }),
  // Before the page of a token, whose path has a parameter in its place.
  entrance(ASK_STOP_PATH, { page: askStopPage }),
  bearer("/supplier-requests/:token", { page: supplierRequestPage, example: "/supplier-requests/0" }),
  entrance(TRUST_VERIFY_PATH, { page: trustVerifyPage, form: trustVerifyForm }),
  entrance("/trust/:slug/request", { page: trustRequestPage, example: "/trust/0/request" }),
  entrance("/trust/:slug/request/sent", { page: trustRequestSentPage, example: "/trust/0/request/sent" }),
  bearer("/trust-requests/:token", { page: trustRequestConfirmPage, example: "/trust-requests/0" }),
  entrance("/trust/:slug/report", { page: trustReportPage, example: "/trust/0/report" }),
];

/** The pages that show what a form answered. */
const answers = [
  answerPage(twoFactorConfirm, firstCodesPage),
  answerPage(twoFactorCodes, newCodesPage),
  answerPage(ownKeyIssue, keyIssuedPage),
  answerPage(subscriptionCreate, feedMadePage),
  answerPage(invitationCreate, invitedPage),
  answerPage(calendarCreate, calendarMadePage),
  answerPage(organizationFirmChange, firmChangedPage),
  answerPage(trustShareCreate, shareMadePage),
  answerPage(listImport, listImportedPage),
  answerPage(organizationsImport, organizationsImportedPage),
];

/** Every private page, form and file; a file comes before a page whose path has a parameter in its place. The tests of every page take their list from here. */
export const privatePages = [...offeredFiles(capabilities), ...withOfferedForms(routes, capabilities, answers)];

/** A page or form below an organization. */
function ofOrganization(part: string, options: Parameters<typeof personal>[1]): PrivateRoute {
  const path = `${organization}${part}`;
  return personal(path, { example: exampleOf(path), ...options });
}
