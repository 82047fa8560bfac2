import type { Role } from "../core/role.ts";
import {
  type Assessment,
  type AssessmentAnswer,
  addAssessment,
  answersFor,
  assessmentFor,
  assessmentsFor,
  completeAssessment,
  type ListedAssessment,
  lockAssessment,
  removeDraft,
  saveAnswer,
} from "./assessments.ts";
import { type AuditEntry, type AuditFilter, type AuditPlace, auditOfOrganization, hashBefore } from "./audit-log.ts";
import { calendarSince, removeCalendar, setCalendar } from "./calendars.ts";
import {
  addDomain,
  domainsFor,
  noteNoProof,
  noteProof,
  type OwnedDomain,
  type ProofMethod,
  removeDomain,
} from "./domains.ts";
import {
  addInvitation,
  type Invitation,
  invitationsFor,
  type NewInvitation,
  withdrawInvitation,
} from "./invitations.ts";
import { factsFor, lockFacts, type OrganizationFacts, saveFacts } from "./organization-facts.ts";
import {
  type ChangedOrganization,
  changeMembership,
  changeOrganization,
  deleteOrganization,
  type Member,
  type MembershipChange,
  membersFor,
  roleOf,
} from "./organizations.ts";
import {
  changesFor,
  lockRegister,
  lockRegisterEntry,
  type RegisterChange,
  type RegisterEntry,
  registerFor,
  saveRegisterEntry,
} from "./register-entries.ts";
import { type Reminder, reminderFor, setReminder } from "./reminders.ts";
import { turnOnScanMails } from "./scan-reminders.ts";
import { removeSchedule, type ScanSchedule, schedulesFor, setSchedule } from "./scan-schedules.ts";
import {
  addQuestionnaireScan,
  finishScan,
  type ListedScan,
  type NewestScan,
  newestScansFor,
  type QuestionnaireScan,
  removeScan,
  removeScanJob,
  type Scan,
  type ScanLedger,
  type ScanOutcome,
  type ScanPlace,
  scanFor,
  scanLedger,
  scansFor,
  scansOfDomainFor,
} from "./scans.ts";
import type { StateDatabase } from "./state-database.ts";
import { type TrustStore, trustStore } from "./trust-store.ts";

/** Domains whose newest scan is read at once. */
const MOST_NEWEST = 100;

/**
 * What a member may reach of one organization. It is bound to the person and the organization, and every statement
 * that reads joins the membership: what is asked for through it cannot be another organization's, and a membership that
 * has ended shows nothing. What changes something is reached only after the membership was read in the same call.
 */
export interface OrganizationStore extends ScanLedger {
  /** Its trust profile and its list of suppliers. */
  readonly trust: TrustStore;
  members(): Promise<readonly Member[]>;
  invitations(now: number): Promise<readonly Invitation[]>;
  audit(filter: AuditFilter, limit: number, after?: AuditPlace): Promise<readonly AuditEntry[]>;
  /** The hash before an entry of its audit log; `undefined` where it is not known here. */
  auditHashBefore(seq: number): Promise<string | undefined>;
  /** Entries of the register that were ever touched; the rest of the catalog is not tracked. */
  register(): Promise<readonly RegisterEntry[]>;
  /** The saves of one entry, newest first. */
  registerChanges(code: string, limit: number): Promise<readonly RegisterChange[]>;
  /** Every entry; nobody else changes one until the transaction ends. */
  lockRegister(): Promise<readonly RegisterEntry[]>;
  /** One entry; likewise. `undefined`: never touched. */
  lockEntry(code: string): Promise<RegisterEntry | undefined>;
  /** Saves an entry over the one that was locked, with its history. @returns false when somebody else saved it meanwhile */
  saveEntry(before: RegisterEntry | undefined, entry: Omit<RegisterEntry, "version">): Promise<boolean>;
  /** What the member gets by mail; `undefined`: he never said. */
  reminder(): Promise<Reminder | undefined>;
  setReminder(reminder: Reminder): Promise<void>;
  /** Since when the member has a calendar address. */
  calendarSince(): Promise<number | undefined>;
  /** Gives the member a calendar address; an older one ends. */
  setCalendar(tokenHash: string, at: number): Promise<void>;
  /** @returns false when there was none. */
  removeCalendar(): Promise<boolean>;
  /** What the organization said of itself; `undefined`: nothing yet. */
  facts(): Promise<OrganizationFacts | undefined>;
  /** The same; nobody else changes it until the transaction ends. */
  lockFacts(): Promise<OrganizationFacts | undefined>;
  /** Saves facts over those of this version, 0 for none. @returns false when somebody else saved them meanwhile */
  saveFacts(version: number, facts: Omit<OrganizationFacts, "version">): Promise<boolean>;
  /** Saved questionnaires, newest first. */
  assessments(): Promise<readonly ListedAssessment[]>;
  assessment(id: string): Promise<Assessment | undefined>;
  answers(assessmentId: string): Promise<readonly AssessmentAnswer[]>;
  /** A questionnaire with its answers, which nobody else changes until the transaction ends. */
  lockAssessment(
    id: string,
  ): Promise<{ readonly assessment: Assessment; readonly answers: readonly AssessmentAnswer[] } | undefined>;
  addAssessment(draft: Parameters<typeof addAssessment>[2]): Promise<void>;
  saveAnswer(assessmentId: string, answer: AssessmentAnswer): Promise<void>;
  /** Closes a draft as the scan that is given with it. @returns false when it was closed already */
  completeAssessment(assessmentId: string, scan: QuestionnaireScan, at: number): Promise<boolean>;
  /** Removes a draft with its answers. @returns false when it was closed, or is not there */
  removeDraft(assessmentId: string): Promise<boolean>;
  /** Newest first. */
  scans(limit: number, after?: ScanPlace): Promise<readonly ListedScan[]>;
  /** `undefined` for a scan that does not exist and for one of another organization. */
  scan(id: string): Promise<Scan | undefined>;
  /** The role of a person in this organization; `undefined` for a stranger. */
  roleOf(accountId: string): Promise<Role | undefined>;
  change(fields: ChangedOrganization): Promise<void>;
  /** Removes it with everything that belongs to it, but for its audit log. */
  remove(at: number): Promise<void>;
  /** Changes a membership, or ends it with `null`; the last owner stays. */
  changeMember(accountId: string, role: Role | null): Promise<MembershipChange>;
  /** Adds an invitation; an older open one for the same address ends. */
  invite(invitation: Omit<NewInvitation, "org_id">): Promise<void>;
  /** @returns false where there is no such open invitation. */
  withdraw(invitationId: string, now: number): Promise<boolean>;
  /** The newest completed scan of each domain, of at most `MOST_NEWEST` domains. */
  newestScans(): Promise<readonly NewestScan[]>;
  /** The scans of one domain, newest first. */
  scansOfDomain(domain: string, limit: number): Promise<readonly Scan[]>;
  /** Ends a scan that has not ended, with its job. @returns false when it had ended. */
  endScan(id: string, outcome: ScanOutcome, at: number): Promise<boolean>;
  removeScan(id: string): Promise<boolean>;
  /** @returns false when the organization has it already. */
  addDomain(domain: Pick<OwnedDomain, "domain" | "token" | "added_by">, at: number): Promise<boolean>;
  noteProof(domain: string, method: ProofMethod, at: number): Promise<void>;
  noteNoProof(domain: string, at: number): Promise<"ended" | "kept" | "unproved">;
  removeDomain(domain: string): Promise<boolean>;
  schedules(): Promise<readonly ScanSchedule[]>;
  setSchedule(schedule: ScanSchedule): Promise<void>;
  removeSchedule(domain: string): Promise<boolean>;
  /** The person gets mails about its scans, unless he said before what he wants. */
  turnOnScanMails(): Promise<void>;
}

/** Binds the store to a member and an organization. */
export function organizationStore(db: StateDatabase, accountId: string, orgId: string): OrganizationStore {
  return {
    trust: trustStore(db, accountId, orgId),
    members: () => membersFor(db, accountId, orgId),
    invitations: (now) => invitationsFor(db, accountId, orgId, now),
    audit: (filter, limit, after) => auditOfOrganization(db, { accountId, orgId }, filter, limit, after),
    auditHashBefore: (seq) => hashBefore(db, `org:${orgId}`, seq),
    register: () => registerFor(db, accountId, orgId),
    registerChanges: (code, limit) => changesFor(db, accountId, orgId, code, limit),
    lockRegister: () => lockRegister(db, orgId),
    lockEntry: (code) => lockRegisterEntry(db, orgId, code),
    saveEntry: (before, entry) => saveRegisterEntry(db, orgId, before, entry),
    reminder: () => reminderFor(db, accountId, orgId),
    setReminder: (reminder) => setReminder(db, accountId, orgId, reminder),
    calendarSince: () => calendarSince(db, accountId, orgId),
    setCalendar: (tokenHash, at) => setCalendar(db, accountId, orgId, tokenHash, at),
    removeCalendar: () => removeCalendar(db, accountId, orgId),
    facts: () => factsFor(db, accountId, orgId),
    lockFacts: () => lockFacts(db, orgId),
    saveFacts: (version, facts) => saveFacts(db, orgId, version, facts),
    assessments: () => assessmentsFor(db, accountId, orgId),
    assessment: (id) => assessmentFor(db, accountId, orgId, id),
    answers: (assessmentId) => answersFor(db, accountId, orgId, assessmentId),
    lockAssessment: (id) => lockAssessment(db, orgId, id),
    addAssessment: (draft) => addAssessment(db, orgId, draft),
    saveAnswer: (assessmentId, answer) => saveAnswer(db, orgId, assessmentId, answer),
    completeAssessment: async (assessmentId, scan, at) => {
      if (!(await completeAssessment(db, orgId, assessmentId, scan.id, at))) return false;
      await addQuestionnaireScan(db, orgId, scan, at);
      return true;
    },
    removeDraft: (assessmentId) => removeDraft(db, orgId, assessmentId),
    scans: (limit, after) => scansFor(db, accountId, orgId, limit, after),
    scan: (id) => scanFor(db, accountId, orgId, id),
    roleOf: (other) => roleOf(db, other, orgId),
    change: (fields) => changeOrganization(db, orgId, fields),
    remove: async (at) => {
      await deleteOrganization(db, orgId, at);
    },
    changeMember: (other, role) => changeMembership(db, other, orgId, role),
    invite: (invitation) => addInvitation(db, { ...invitation, org_id: orgId }),
    withdraw: (invitationId, now) => withdrawInvitation(db, invitationId, orgId, now),
    newestScans: () => newestScansFor(db, accountId, orgId, MOST_NEWEST),
    scansOfDomain: (domain, limit) => scansOfDomainFor(db, accountId, orgId, domain, { limit }),
    ...scanLedger(db, orgId),
    latestScans: (domain, since) => scansOfDomainFor(db, accountId, orgId, domain, { since, limit: 10 }),
    endScan: async (id, outcome, at) => {
      await removeScanJob(db, id);
      return finishScan(db, orgId, id, outcome, at);
    },
    removeScan: (id) => removeScan(db, orgId, id),
    domains: () => domainsFor(db, accountId, orgId),
    addDomain: (domain, at) => addDomain(db, orgId, domain, at),
    noteProof: (domain, method, at) => noteProof(db, orgId, domain, method, at),
    noteNoProof: (domain, at) => noteNoProof(db, orgId, domain, at),
    removeDomain: async (domain) => {
      await removeSchedule(db, orgId, domain);
      return removeDomain(db, orgId, domain);
    },
    schedules: () => schedulesFor(db, accountId, orgId),
    setSchedule: (schedule) => setSchedule(db, { ...schedule, org_id: orgId }),
    removeSchedule: (domain) => removeSchedule(db, orgId, domain),
    turnOnScanMails: () => turnOnScanMails(db, orgId, accountId),
  };
}
