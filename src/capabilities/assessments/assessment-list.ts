import { z } from "zod";
import { foreignText } from "../../core/foreign-text.ts";
import { hasRight } from "../../core/rights.ts";
import type { MODES } from "../../knowledge/questionnaire-ids.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import { askedAreas } from "./sheet.ts";

/** So many of the newest scans are searched for the scores of completed questionnaires. */
const MOST_SCANS = 1000;

/** The saved questionnaires of an organization. */
export const assessmentList = defineCapability({
  name: "assessment_list",
  access: "organization",
  openToOperator: true,
  input: z.strictObject({ organizationId: organizationParameter, locale: localeParameter }),
  run: async (_input, { organization, role, store, knowledge }) => {
    const [assessments, members, scans] = await Promise.all([
      store.assessments(),
      store.members(),
      store.scans(MOST_SCANS),
    ]);
    const names = new Map(members.map(({ account_id, name }) => [account_id, foreignText(name)]));
    const scores = new Map(scans.map(({ id, questionnaire }) => [id, questionnaire]));
    const countOf = (mode: (typeof MODES)[number]) =>
      askedAreas(knowledge.questionnaire, mode).reduce((sum, { questions }) => sum + questions.length, 0);
    const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());
    return {
      organization: { id: organization.id, role, untrusted: { name: foreignText(organization.name) } },
      mayChange: hasRight(role, "change"),
      questionnaires: assessments.map((each) => ({
        id: each.id,
        mode: each.mode,
        state: each.state,
        createdAt: new Date(each.created_at).toISOString(),
        completedAt: iso(each.completed_at),
        answeredAt: iso(each.answered_at),
        answered: Number(each.answered) - Number(each.to_confirm),
        toConfirm: Number(each.to_confirm),
        from: each.from_id,
        questionCount: countOf(each.mode),
        scanId: each.scan_id,
        score: each.scan_id === null ? null : (scores.get(each.scan_id) ?? null),
        untrusted: { createdBy: names.get(each.created_by) ?? null },
      })),
    };
  },
});
