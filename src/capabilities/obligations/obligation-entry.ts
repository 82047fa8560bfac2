import { z } from "zod";
import { foreignLines, foreignText } from "../../core/foreign-text.ts";
import { ServiceError } from "../../core/problem.ts";
import { hasRight } from "../../core/rights.ts";
import { type RegisterEntry, readStoredEntry } from "../../state/register-entries.ts";
import { groundingFor } from "../answers/grounding.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { notYours } from "../calling/principal.ts";
import { defineCapability } from "../capability.ts";
import { BY_SERVICE } from "./by-service.ts";
import { changedFields } from "./change-entry.ts";
import { entryAnswers } from "./entry-answers.ts";
import { registerRows } from "./register-rows.ts";

/** So many saves of one entry are shown; older ones stay in the history. */
const MOST_CHANGES = 200;

/** One obligation in the register of an organization, with its history. */
export const obligationEntry = defineCapability({
  name: "obligation_entry",
  access: "organization",
  input: z.strictObject({
    organizationId: organizationParameter,
    code: z.string().describe("Code of the obligation."),
    locale: localeParameter,
  }),
  run: async ({ code, locale }, context) => {
    const { organization, role, store, knowledge } = context;
    const entries = await store.register();
    const stored = entries.find((entry) => entry.code === code);
    const isInCatalog = knowledge.obligations.byCode.has(code);
    if (!isInCatalog && stored === undefined) throw new ServiceError(notYours);
    const [changes, members, comments] = await Promise.all([
      store.registerChanges(code, MOST_CHANGES),
      store.members(),
      store.comments(code),
    ]);
    const names = new Map(members.map(({ account_id, name }) => [account_id, foreignText(name)]));
    return {
      organization: { id: organization.id, role, untrusted: { name: foreignText(organization.name) } },
      mayChange: hasRight(role, "change") && isInCatalog,
      code,
      entry: registerRows(entries, context, locale).find((row) => row.code === code) ?? null,
      comments: comments.map(({ id, text, at, by }) => ({
        id,
        at: new Date(at).toISOString(),
        mayRemove: by === context.person.accountId || hasRight(role, "manage"),
        untrusted: { text: foreignLines(text), by: names.get(by) ?? null },
      })),
      answers:
        stored === undefined ? null : await entryAnswers(stored, store, knowledge, groundingFor(context, locale)),
      members: members.map(({ account_id, name }) => ({ id: account_id, untrusted: { name: foreignText(name) } })),
      stored: stored === undefined ? null : { ...valuesOf(stored, names), version: stored.version },
      history: changes.map(({ version, at, by, before, after }) => {
        const [was, is] = [readStoredEntry(before), readStoredEntry(after)];
        if (is === null) throw new Error("the history holds a save without an entry");
        return {
          version,
          at: new Date(at).toISOString(),
          by: { id: by, isService: by === BY_SERVICE, untrusted: { name: names.get(by) ?? null } },
          fields: [...changedFields(was, is)],
          before: was === null ? null : valuesOf(was, names),
          after: valuesOf(is, names),
        };
      }),
    };
  },
});

function valuesOf(entry: RegisterEntry, names: ReadonlyMap<string, string>) {
  const member = entry.responsible_id ? names.get(entry.responsible_id) : undefined;
  return {
    status: entry.status,
    statusSource: entry.status_source,
    scanId: entry.scan_id,
    lastReviewedAt: entry.last_reviewed_at,
    nextReviewAt: entry.next_review_at,
    // The history of a release before it has no such day.
    workDueAt: entry.work_due_at ?? null,
    responsibleId: entry.responsible_id ?? null,
    untrusted: {
      evidenceNote: foreignLines(entry.evidence_note),
      responsiblePerson: member ?? foreignText(entry.responsible_person),
    },
  };
}
