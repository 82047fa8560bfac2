import { addMonths } from "../../core/calendar.ts";
import { dayOf } from "../../core/day.ts";
import { foreignText, foreignTextOrNull } from "../../core/foreign-text.ts";
import type { Locale } from "../../core/locale.ts";
import { hasRight } from "../../core/rights.ts";
import { isOverdue } from "../../rules/obligation-register/completion.ts";
import { completionHistory } from "../../rules/obligation-register/completion-history.ts";
import { readStoredEntry } from "../../state/register-entries.ts";
import { groundingFor } from "../answers/grounding.ts";
import type { OrganizationContext } from "../contexts.ts";
import { figuresOf } from "../tasks/figures.ts";
import { readTasks } from "../tasks/read-tasks.ts";
import { taskLines } from "../tasks/task-item.ts";

/** The entry of the register that says whether the management body approves and oversees. */
export const BOARD_CODE = "NIS2-20-1";

/** What the management body answers for, and what may befall its members. */
const BOARD_OBLIGATIONS = [BOARD_CODE, "NIS2-20-2"];
const BOARD_STEPS = ["skBan", "czBan"];

/** Decisions that are asked for where nobody chose any, and at most. */
const USUAL_DECISIONS = 3;
export const MOST_DECISIONS = 5;

/** Overdue entries that are named. */
const NAMED_OVERDUE = 3;

/** Lines that one can choose decisions from. */
const MOST_CHOICES = 20;

export type BoardAnswer = Awaited<ReturnType<typeof boardOf>>;

/**
 * Everything that the page for the management body says. Names of suppliers are left out: foreign text of it are names
 * of the organization and of persons alone.
 * @param chosen keys of the lines on which decisions are asked for; none: the first three of weight 3
 */
export async function boardOf(context: OrganizationContext, chosen: readonly string[], locale: Locale) {
  const { organization, role, store, person, knowledge, today } = context;
  const day = today();
  const since = Date.parse(`${addMonths(day, -13)}T00:00:00Z`);
  const [list, changes] = await Promise.all([readTasks(context), store.registerChangesSince(since)]);
  const { country } = organization;
  const open = list.tasks.filter(({ state }) => state === "open");
  const usual = open.filter(({ weight }) => weight === 3).slice(0, USUAL_DECISIONS);
  const named = chosen.flatMap((key) => open.filter((task) => task.key === key)).slice(0, MOST_DECISIONS);
  const lines = { orgId: organization.id, members: list.members, today: day };
  const choices = [...open.filter(({ weight }) => weight === 3), ...open.filter(({ weight }) => weight !== 3)];
  const statuses = new Map(list.entries.map(({ code, status }) => [code, status]));
  const all = new Map([...knowledge.obligations.byCode.keys()].map((code) => [code, statuses.get(code) ?? null]));
  const grounding = groundingFor(context, locale);
  const late = list.entries
    .filter(({ status, next_review_at }) => isOverdue(status, next_review_at, day))
    .toSorted((a, b) => ((a.next_review_at ?? "") < (b.next_review_at ?? "") ? -1 : 1));
  const cite = (references: readonly string[]) => grounding.citations(references)?.join(", ") ?? null;
  const preparedBy = list.members.find(({ account_id }) => account_id === person.accountId)?.name ?? null;
  return {
    id: organization.id,
    role,
    mayHold: hasRight(role, "change"),
    day,
    country,
    ico: organization.ico,
    authority: country === null ? null : knowledge.nis2.authorities[country].name[locale],
    figures: figuresOf(list, context, locale),
    duties: [
      ...BOARD_OBLIGATIONS.flatMap((code) => {
        const known = knowledge.obligations.byCode.get(code);
        const words = known === undefined ? null : grounding.text(known.description);
        if (known === undefined || words === null) return [];
        const { EU, SK, CZ } = known.legalBasis;
        const national = country === "SK" ? SK.references : country === "CZ" ? CZ.references : [];
        return [{ text: words, citation: cite([...EU.references.slice(0, 1), ...national]) }];
      }),
      ...knowledge.nis2.nextSteps.flatMap((step) => {
        const isOurs = step.country === country && BOARD_STEPS.includes(step.id);
        const words = isOurs && list.verdict?.category === "essential" ? grounding.text(step.step) : null;
        return words === null ? [] : [{ text: words, citation: cite(step.citations) }];
      }),
    ],
    history: completionHistory(
      all,
      changes.map(({ code, at, before }) => ({
        code,
        day: dayOf(new Date(at)),
        before: readStoredEntry(before)?.status ?? null,
      })),
      day,
    ),
    overdue: {
      count: late.length,
      oldest: late.slice(0, NAMED_OVERDUE).map(({ code, next_review_at }) => {
        const known = knowledge.obligations.byCode.get(code);
        return { code, name: (known === undefined ? null : grounding.text(known.name)) ?? code, dueAt: next_review_at };
      }),
    },
    decisions: await taskLines(named.length > 0 ? named : usual, lines, context, locale),
    choices: await taskLines(choices.slice(0, MOST_CHOICES), lines, context, locale),
    untrusted: {
      name: foreignText(organization.name),
      firm: foreignTextOrNull(organization.firm_name),
      seat: foreignTextOrNull(organization.firm_seat),
      preparedBy: foreignTextOrNull(preparedBy),
    },
  };
}
