import { addDays } from "../../core/calendar.ts";
import type { Country } from "../../core/country.ts";
import { type Day, dayOf } from "../../core/day.ts";
import { hasRight } from "../../core/rights.ts";
import { SETUP_STEPS, setupKey, type TaskBand, type TaskState } from "../../core/task.ts";
import { deadlineTasks } from "../../rules/tasks/deadline-tasks.ts";
import { type End, expiryTasks, findingTasks, riskTasks, type ScannedCheck } from "../../rules/tasks/finding-tasks.ts";
import { gapTasks } from "../../rules/tasks/gap-tasks.ts";
import type { ListedTask, TaskPerson } from "../../rules/tasks/listed-task.ts";
import {
  accessTasks,
  againTasks,
  confirmTasks,
  firmTasks,
  invitationTasks,
  questionTasks,
} from "../../rules/tasks/other-tasks.ts";
import { orphanTasks, reviewTasks, workTasks } from "../../rules/tasks/review-tasks.ts";
import { type Setup, setupOf, setupTasks } from "../../rules/tasks/setup-steps.ts";
import { supplierTasks } from "../../rules/tasks/supplier-tasks.ts";
import { bandOf, nearTasks, orderTasks } from "../../rules/tasks/task.ts";
import { taskStateOf } from "../../rules/tasks/task-state.ts";
import { MOST_FAILURES } from "../../state/domains.ts";
import type { OrganizationStore } from "../../state/organization-store.ts";
import type { Member } from "../../state/organizations.ts";
import type { RegisterEntry } from "../../state/register-entries.ts";
import type { ScannedDomain } from "../../state/task-facts.ts";
import type { TaskStateRow } from "../../state/task-states.ts";
import type { OrganizationContext, Services } from "../contexts.ts";
import { factsRest } from "../organizations/firm.ts";
import { foundInFile, type KeptVerdict, shownVerdict } from "../organizations/kept-verdict.ts";
import { readStoredScan, type StoredScan } from "../scans/stored-scan.ts";
import { profileStateOf } from "../suppliers/supplier-profile.ts";
import { askedQuestions, newestQuestionnaires } from "./newest-questionnaires.ts";

const DAY_MS = 86_400_000;
/** A key that ended longer ago is forgotten. */
const ENDED_KEY_DAYS = 90;
/** An invitation may take so long to be answered. */
const INVITED_DAYS = 3;

/** A line of the list as it stands. */
export interface StandingTask extends ListedTask {
  readonly band: TaskBand;
  readonly state: TaskState;
  /** The day on which a snoozed line returns. */
  readonly until: Day | null;
  /** Who does it: the person who was given, else who is responsible already. */
  readonly assignee: TaskPerson | null;
  /** Of what was said of it; 0: nothing. */
  readonly version: number;
  /** The day on which somebody else gave it to who does it; `null`: nobody did. */
  readonly givenOn: Day | null;
}

/** A proved domain with what its newest scan found. */
export interface ReadDomain extends ScannedDomain {
  readonly found: StoredScan | null;
}

/** Everything that the overview of an organization says. */
export interface OrganizationTasks {
  /** In their order; what is done or put off stands among them. */
  readonly tasks: readonly StandingTask[];
  readonly setup: Setup;
  readonly verdict: KeptVerdict | null;
  /** The entries of obligations that the catalog has. */
  readonly entries: readonly RegisterEntry[];
  readonly members: readonly Member[];
  readonly domains: readonly ReadDomain[];
}

/** What the list of an organization is read from. */
export type TaskSource = Pick<OrganizationContext, "organization" | "role"> & {
  readonly store: Pick<
    OrganizationStore,
    | "facts"
    | "members"
    | "register"
    | "scannedDomains"
    | "taskBasics"
    | "newestAnswers"
    | "askedSuppliers"
    | "endingThings"
    | "taskStates"
    | "taskFindings"
  >;
} & Services;

/** Reads what an organization has to do, as one of its members sees it: ten statements, and no live register. */
export async function readTasks(source: TaskSource): Promise<OrganizationTasks> {
  const { organization, role, store, ...services } = source;
  const { knowledge, today: dayToday, now: instant } = services;
  const today = dayToday();
  const now = instant().getTime();
  const [row, members, register, scanned, basics, newest, suppliers, ending, states, findings] = await Promise.all([
    store.facts(),
    store.members(),
    store.register(),
    store.scannedDomains(),
    store.taskBasics(),
    store.newestAnswers(),
    store.askedSuppliers(),
    store.endingThings({
      now,
      since: now - ENDED_KEY_DAYS * DAY_MS,
      invitedBefore: now - INVITED_DAYS * DAY_MS,
    }),
    store.taskStates(),
    store.taskFindings(),
  ]);
  const rests = factsRest(organization);
  const verdict = await shownVerdict({ ...organization, row, rests }, services);
  const found = await foundInFile(organization, services);
  const stored = new Map(states.map((each) => [each.key, each]));
  const memberIds = new Set(members.map(({ account_id }) => account_id));
  const domains = scanned.map((each) => ({
    ...each,
    found: each.detail === null ? null : readStoredScan(each.detail),
  }));
  const proved = domains.filter(({ verified_at }) => verified_at !== null);
  const entries = register.filter(({ code }) => knowledge.obligations.byCode.has(code));
  const personOf = personsOf(entries);
  const { completed, draft } = newestQuestionnaires(newest);
  const answered = completed === null ? null : askedQuestions(completed, knowledge.questionnaire);

  const setup = setupOf(
    {
      firm: organization.ico !== null,
      verdict: row !== undefined || verdict?.openQuestions === 0,
      questionnaire: completed !== null,
      domain: proved.length > 0 || basics?.was_scanned === 1,
      register: entries.some(isByHand),
      people: members.length > 1 || basics?.was_invited === 1,
      profile: basics?.has_draft === 1,
    },
    new Set(SETUP_STEPS.map(({ id }) => id).filter((id) => stored.get(setupKey(id))?.state === "done")),
    verdict?.category === "out_of_scope",
  );
  const ends: readonly End[] = [
    ...(basics?.valid_until ? [{ of: "profile", subject: "", day: basics.valid_until } as const] : []),
    ...ending.flatMap(({ kind, id, at, day, by }): End[] => {
      if (kind === "invitation" || kind === "access") return [];
      if (kind === "key") return [{ of: kind, subject: id, day: dayOf(new Date(at)), owner: by }];
      return [{ of: kind, subject: id, day }];
    }),
    ...domains.flatMap(endsOfDomain),
  ];
  const dueOf = (code: string) => entries.find((entry) => entry.code === code)?.work_due_at ?? null;
  const reviewed = entries.map(({ code, status, last_reviewed_at, next_review_at, work_due_at }) => ({
    code,
    status,
    lastReviewedAt: last_reviewed_at,
    nextReviewAt: next_review_at,
    workDueAt: work_due_at,
    person: personOf(code),
  }));
  const candidates: readonly ListedTask[] = [
    ...(verdict === null || organization.country === null || verdict.category === "unknown"
      ? []
      : deadlineTasks(verdict.days, organization.country as Country, knowledge.deadlines, today)),
    ...firmTasks(rests ? "conflict" : organization.firm_other !== null ? "choose" : isCeased(found) ? "ceased" : null),
    ...setupTasks(setup),
    ...questionTasks(verdict?.openQuestions ?? 0),
    ...findingTasks(
      proved.flatMap((each) => checksOf(each, knowledge)),
      findings,
      today,
    ),
    ...reviewTasks(reviewed, today),
    ...(answered === null ? [] : gapTasks({ ...answered, newerDraft: draft?.answers ?? new Map() }, personOf, dueOf)),
    ...supplierTasks(
      suppliers.map((each) => ({
        supplier: `${each.country}-${each.ico}`,
        state: profileStateOf({ ...each, slug: each.revision === null ? null : "" }, services),
        revision: each.revision,
        seenRevision: each.seen_revision,
        askedOn: each.asked_at === null || each.refused_at !== null ? null : dayOf(new Date(each.asked_at)),
        askedBy: each.asked_by,
        criticality: each.criticality,
        nextReviewOn: each.next_review_at,
        responsibleId: each.responsible_id,
      })),
      today,
    ),
    ...expiryTasks(ends, today),
    ...accessTasks(
      ending.flatMap(({ kind, id, at }) => (kind === "access" ? [{ id, confirmedOn: dayOf(new Date(at)) }] : [])),
    ),
    ...(hasRight(role, "manage")
      ? invitationTasks(
          ending.flatMap(({ kind, id, at, by }) =>
            kind === "invitation" ? [{ id, until: dayOf(new Date(at)), invitedBy: by }] : [],
          ),
        )
      : []),
    ...riskTasks(findings, today),
    ...workTasks(reviewed, today),
    ...orphanTasks(entries.filter((each) => each.responsible_left_at !== null && each.responsible_id === null).length),
    ...confirmTasks(draft?.id ?? null, draft?.toConfirm ?? 0, completed?.completedOn ?? null),
    ...againTasks(completed?.completedOn ?? null, draft !== null, today),
  ];
  const tasks = orderTasks(nearTasks(candidates, today), today).map((task) =>
    standing(task, stored.get(task.key), memberIds, today),
  );
  return { tasks, setup, verdict, entries, members, domains };
}

/** A line with what was said of it. */
export function standing(
  task: ListedTask,
  stored: TaskStateRow | undefined,
  memberIds: ReadonlySet<string>,
  today: Day,
): StandingTask {
  const state = taskStateOf(task, stored, today);
  const given = stored?.assignee_id ?? null;
  // Who is no member any more does nothing here.
  const assignee =
    given !== null && memberIds.has(given)
      ? ({ type: "member", accountId: given } as const)
      : task.person?.type === "member" && !memberIds.has(task.person.accountId)
        ? null
        : task.person;
  return {
    ...task,
    band: bandOf(task, today),
    state,
    until: state === "snoozed" ? (stored?.until ?? null) : null,
    assignee,
    version: stored?.version ?? 0,
    givenOn: stored === undefined || given === null || stored.by === given ? null : dayOf(new Date(stored.at)),
  };
}

/** Somebody filled it in, and not a questionnaire alone. */
function isByHand({ status_source, evidence_note, responsible_person }: RegisterEntry): boolean {
  return status_source !== "questionnaire" || evidence_note !== "" || responsible_person !== "";
}

/** The persons responsible by the register. */
function personsOf(entries: readonly RegisterEntry[]): (code: string) => TaskPerson | null {
  const named = new Map(entries.map((entry) => [entry.code, entry]));
  return (code) => {
    const { responsible_id: accountId = null, responsible_person: text = "" } = named.get(code) ?? {};
    if (accountId !== null) return { type: "member", accountId };
    return text === "" ? null : { type: "text", text };
  };
}

function isCeased(found: Awaited<ReturnType<typeof foundInFile>>): boolean {
  return found?.company.status === "ceased";
}

/** The checks of a proved domain, as its newest scan judged them. */
function checksOf(
  { domain, scan_id: scanId, profile, found }: ReadDomain,
  { scan }: Services["knowledge"],
): ScannedCheck[] {
  if (scanId === null || profile === null || found === null) return [];
  return found.checks.flatMap(({ id, status, reason, weight }) => {
    const words = scan.checks.get(id);
    return words === undefined ? [] : [{ domain, scanId, profile, id, status, reason, weight, effort: words.effort }];
  });
}

/** When the proof of a domain ends, or has ended, and its certificate. */
function endsOfDomain({ domain, method, verified_at, checked_at, failures, found }: ReadDomain): End[] {
  const certificate = verified_at === null ? null : (found?.certificateEnds ?? null);
  const ends: End[] = certificate === null ? [] : [{ of: "certificate", subject: domain, day: certificate }];
  if (method === null || checked_at === null) return ends;
  const checked = dayOf(new Date(checked_at));
  if (verified_at === null) return [...ends, { of: "proof", subject: domain, day: checked }];
  // A proof that was not found is looked up again each night.
  const last = addDays(checked, MOST_FAILURES - failures);
  return failures === 0 ? ends : [...ends, { of: "proof", subject: domain, day: last }];
}
