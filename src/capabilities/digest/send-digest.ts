import { addDays } from "../../core/calendar.ts";
import { type Day, localDayOf } from "../../core/day.ts";
import { localInstants } from "../../core/local-time.ts";
import type { Locale, Localized } from "../../core/locale.ts";
import { hasRight } from "../../core/rights.ts";
import { formatShortDay } from "../../core/text.ts";
import type { Sealing } from "../../identity/sealing.ts";
import { nameInMail } from "../../mail/mail-name.ts";
import { type DigestLines, digestLines, isEmpty } from "../../rules/tasks/digest-lines.ts";
import { accountById } from "../../state/accounts.ts";
import { digestOf, digestWantedAfter, leftOutOf, noteDigestSent } from "../../state/digests.ts";
import { organizationStore } from "../../state/organization-store.ts";
import { type OwnOrganization, organizationsOf } from "../../state/organizations.ts";
import type { StateDatabase } from "../../state/state-database.ts";
import { type News, newsOf } from "../../state/watch.ts";
import { queueMail } from "../accounts/queue-mail.ts";
import type { Services } from "../contexts.ts";
import { readTasks, type StandingTask } from "../tasks/read-tasks.ts";
import { taskWriter } from "../tasks/task-words.ts";
import { changeLines } from "./change-lines.ts";

/** So many lines a mail has; then it leads to the list. */
const MOST_LINES = 100;
/** So many lines one organization has. */
const MOST_OF_ONE = 20;
/** So many characters of a name. */
const MOST_NAME = 60;
const BATCH = 500;
const MONDAY = 1;

/** What making digests needs. */
export interface DigestOptions {
  readonly state: StateDatabase;
  readonly services: Services;
  readonly sealing: Pick<Sealing, "seal">;
  /** The time of day at which digests are made. */
  readonly at: string;
}

const TEXTS = {
  late: { sk: "Moje po termíne:", cs: "Moje po termínu:", en: "Mine, overdue:" },
  due: { sk: "Moje do 14 dní:", cs: "Moje do 14 dnů:", en: "Mine, due in 14 days:" },
  given: { sk: "Nové pridelené mne:", cs: "Nově přidělené mně:", en: "Newly assigned to me:" },
  now: { sk: "Treba teraz:", cs: "Je třeba teď:", en: "To be done now:" },
  changes: { sk: "Zmeny:", cs: "Změny:", en: "Changes:" },
} satisfies Record<string, Localized>;

const CHANGES_IN_SUBJECT: Readonly<Record<Locale, (count: number) => string>> = {
  sk: (count) => `, zmeny ${count}`,
  cs: (count) => `, změny ${count}`,
  en: (count) => `, ${count} changes`,
};

/** True on the day of the week on which weekly digests are sent. */
export function isWeeklyDay(day: Day): boolean {
  return new Date(`${day}T00:00:00Z`).getUTCDay() === MONDAY;
}

/** The people who want a digest today. */
export async function peopleToDigest({ state, services }: DigestOptions): Promise<readonly string[]> {
  const isWeekly = isWeeklyDay(localDayOf(services.now()));
  const people: string[] = [];
  for (let after = ""; ; ) {
    const batch = await digestWantedAfter(state, after, isWeekly, BATCH);
    people.push(...batch);
    const last = batch.at(-1);
    if (batch.length < BATCH || last === undefined) return people;
    after = last;
  }
}

/**
 * Makes the digest of a person for a day. What a person chose, whose address it is and where they are a member is asked
 * now.
 * @returns what puts the mail on the list and notes the day, in one transaction; `null`: there is nothing to send
 */
export async function digestFor(
  { state, services, sealing, at }: DigestOptions,
  accountId: string,
  day: Day,
  now: number,
): Promise<((tx: StateDatabase) => Promise<void>) | null> {
  const scope = { db: state, accountId };
  const [account, { frequency, sent_for: since }] = await Promise.all([accountById(state, accountId), digestOf(scope)]);
  if (account === undefined || account.disabled_at !== null || account.email_verified_at === null) return null;
  if (frequency === "off" || (since !== null && since >= day)) return null;
  const { locale, email } = account;
  const sinceDay = since ?? addDays(day, frequency === "weekly" ? -7 : -1);
  const leftOut = await leftOutOf(scope);
  const organizations = (await organizationsOf(state, accountId)).filter(({ id }) => !leftOut.includes(id));
  const parts: string[] = [];
  const counts = { late: 0, due: 0 };
  let changes = 0;
  let left = MOST_LINES;
  for (const organization of organizations) {
    const store = organizationStore({ db: state, accountId, orgId: organization.id });
    const { tasks } = await readTasks({ ...services, organization, role: organization.role, store });
    const isManager = hasRight(organization.role, "manage");
    const isWeekly = frequency === "weekly" || isWeeklyDay(day);
    const lines = digestLines(tasks, { accountId, isManager, isWeekly, today: day, since });
    const of = { db: state, accountId, orgId: organization.id };
    const news = await newsOf(of, instantOf(sinceDay, at), instantOf(day, at));
    if (isEmpty(lines) && news.length === 0) continue;
    counts.late += lines.late.length;
    counts.due += lines.due.length;
    changes += news.length;
    const written = partOf(organization, { ...lines, news }, services, locale, left);
    left -= written.length;
    parts.push(written.join("\n"));
  }
  if (parts.length === 0) return null;
  const facts = {
    lines: parts.join("\n\n"),
    changes: changes === 0 ? "" : CHANGES_IN_SUBJECT[locale](changes),
  };
  const link = `${services.baseUrl}/${locale}/organizations`;
  const stopLink = `${services.baseUrl}/${locale}/unsubscribe/${sealing.seal(accountId, "digest")}`;
  return async (tx) => {
    if (!(await noteDigestSent({ db: tx, accountId }, day))) return;
    await queueMail(tx, sealing, { to: email, locale, kind: "digest", link, counts, facts, stopLink }, now);
  };
}

/** The instant at which the digest of a day is made; where the clocks skip it, the beginning of the day. */
function instantOf(day: Day, at: string): number {
  return Date.parse(localInstants(`${day}T${at}`)[0] ?? `${day}T00:00:00Z`);
}

/** What a mail says of one organization; firms are named as the register has them. */
function partOf(
  organization: OwnOrganization,
  lines: DigestLines<StandingTask> & { readonly news: readonly News[] },
  services: Services,
  locale: Locale,
  most: number,
): string[] {
  const write = taskWriter(organization.id, services, locale);
  const name = nameInMail(organization.firm_name ?? organization.name, MOST_NAME);
  const list = (key: "late" | "due" | "given" | "now") =>
    lines[key].length === 0
      ? []
      : [
          TEXTS[key][locale],
          ...lines[key].map((task) => {
            const day = task.due === null ? "" : ` (${formatShortDay(task.due, locale)})`;
            return `- ${unlinked(write(task).title)}${day}`;
          }),
        ];
  const changes = changeLines(lines.news, locale).map((line) => `- ${line}`);
  const rest = [name, ...list("late"), ...list("due"), ...list("given"), ...list("now")];
  // Changes are the shorter part: they stay, and what is beyond the most lines leads to the list.
  const room = Math.min(MOST_OF_ONE, most) - (changes.length === 0 ? 0 : changes.length + 1);
  const changed = changes.length === 0 ? [] : [TEXTS.changes[locale], ...changes];
  return [...rest.slice(0, Math.max(1, room)), ...changed].slice(0, Math.max(0, most));
}

/** The name of a domain without its stops: no program that shows the mail makes a link of it. */
function unlinked(title: string): string {
  return title.replace(/\.(?=[\p{L}\p{N}])/gu, " ");
}
