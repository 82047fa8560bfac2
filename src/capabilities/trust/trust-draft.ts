import { z } from "zod";
import type { Localized } from "../../core/locale.ts";
import { ServiceError } from "../../core/problem.ts";
import type { SupplierField } from "../../knowledge/supplier-questionnaire.ts";
import { SUPPLIER_SECTIONS } from "../../knowledge/supplier-questionnaire-ids.ts";
import { type AnswerFault, checkAnswer } from "../../rules/supplier-questionnaire/check-answer.ts";
import { VISIBILITIES, type Visibility } from "../../rules/supplier-questionnaire/visibility.ts";
import {
  type SupplierAnswer,
  type SupplierAnswers,
  visibleFields,
} from "../../rules/supplier-questionnaire/visible-fields.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { type Fault, Refused, refuseFaults } from "../calling/refusal.ts";
import { defineCapability } from "../capability.ts";
import {
  ANSWER_FAULTS,
  checkedAnswers,
  checkedVisibility,
  draft,
  draftAnswer,
  isElsewhere,
  questionnaireOf,
  readDraft,
  readersOf,
  typedValue,
} from "./draft.ts";
import { unknownField, versionRequired } from "./trust-problems.ts";

/** The draft with its version, which REST sends as `ETag`. */
const versioned = z.object({ ...draft.shape, version: z.number().int().describe("0: nothing was saved yet.") });
const withoutVersion = {
  schema: draft,
  of: ({ version: _version, ...rest }: z.output<typeof versioned>) => rest,
};

/** The draft of the trust profile of an organization. */
export const trustDraft = defineCapability({
  name: "trust_draft",
  access: "organization",
  input: z.strictObject({
    organizationId: organizationParameter,
    locale: localeParameter.describe("Language of error texts."),
  }),
  published: {
    title: "Draft of the profile",
    description:
      "The draft of an organization's trust profile, private answers included; empty where nothing was saved.",
    output: versioned,
  },
  rest: [
    {
      method: "GET",
      path: "/api/v1/trust-profile",
      cost: { rows: ["person_read"] },
      view: withoutVersion,
      version: { of: ({ version }) => version },
    },
  ],
  run: async (_input, { store, ...services }) => {
    const [profile, evidence] = await Promise.all([store.trust.profile(), store.trust.evidence()]);
    return { ...draftAnswer(profile, evidence, services), version: profile?.draft_version ?? 0 };
  },
});

/** Replaces the draft of the trust profile as a whole. */
export const trustDraftReplace = defineCapability({
  name: "trust_draft_replace",
  access: "organization",
  effect: "write",
  right: "change",
  scope: "trust:write",
  input: z.strictObject({
    answers: z.record(z.string(), z.unknown()).describe("By field of the questionnaire."),
    visibility: z.record(z.string(), z.enum(VISIBILITIES)).optional().describe("Absent: the defaults."),
    version: z.number().int().optional(),
    organizationId: organizationParameter,
    locale: localeParameter.describe("Language of error texts."),
  }),
  published: {
    title: "Saving the draft of the profile",
    description:
      "Replaces answers and visibility of the draft; an absent answer is null. Nothing becomes public: publishing is for a " +
      "signed-in person on the website alone.",
    output: versioned,
  },
  rest: [
    {
      method: "PUT",
      path: "/api/v1/trust-profile",
      cost: { rows: ["person_write"] },
      only: ["answers", "visibility", "organizationId"],
      inQuery: ["organizationId"],
      view: withoutVersion,
      version: { of: ({ version }) => version, argument: "version" },
      problems: ["version_required", "changed_meanwhile"],
    },
  ],
  run: async (
    { answers: sent, visibility: chosen = {}, version },
    { store, write, trust, organization, ...services },
  ) => {
    const before = await store.trust.profile();
    const questionnaire = questionnaireOf(before, { ...services, trust });
    const answers = checkedAnswers(questionnaire, sent, { ...services, trust });
    // The firm is stated once, by the organization.
    if (isElsewhere("country", answers.country ?? null, organization)) {
      throw new Refused([{ code: "firm_elsewhere", field: "country" }]);
    }
    const visibility = checkedVisibility(questionnaire, chosen);
    if (version === undefined) throw new ServiceError(versionRequired);
    await write(async ({ store: own, record }) => {
      const profile = await own.trust.lock(questionnaire.version, trust.now());
      const agreed = isSameContact(readDraft(profile).answers, answers) ? profile : NOT_AGREED;
      const isSaved = await own.trust.saveDraft(
        {
          draft_answers: JSON.stringify(answers),
          draft_visibility: JSON.stringify(visibility),
          draft_version: version,
          contact_agreed_at: agreed.contact_agreed_at,
          contact_agreed_by: agreed.contact_agreed_by,
        },
        trust.now(),
      );
      if (!isSaved) throw new Refused([{ code: "changed_meanwhile" }]);
      await record("trust.draft_saved", { type: "profile", id: profile.id }, { fields: Object.keys(answers).length });
    });
    const [profile, evidence] = await Promise.all([store.trust.profile(), store.trust.evidence()]);
    return { ...draftAnswer(profile, evidence, { ...services, trust }), version: profile?.draft_version ?? 0 };
  },
});

/** Saves one area of the draft, as a form sends it. */
export const trustAreaSave = defineCapability({
  name: "trust_area_save",
  access: "organization",
  effect: "write",
  right: "change",
  needsSession: true,
  input: z.strictObject({
    section: z.enum(SUPPLIER_SECTIONS),
    typed: z.record(z.string(), z.string()).describe("By field, as it was typed: yes, no, an option, text, a number."),
    visibility: z.record(z.string(), z.enum(VISIBILITIES)),
    contactAgreed: z.boolean().describe("The address for incidents is one of a role, or its person agreed."),
    version: z.number().int(),
    organizationId: organizationParameter,
    locale: localeParameter,
  }),
  run: async (input, { store, write, person, organization, trust, ...others }) => {
    const services = { ...others, trust };
    const before = await store.trust.profile();
    const questionnaire = questionnaireOf(before, services);
    const values: Record<string, SupplierAnswer> = {};
    const chosen: Record<string, Visibility> = {};
    const faults: Fault[] = [];
    const fields = questionnaire.fields.filter(({ section }) => section === input.section);
    const ids = new Set(fields.map(({ id }) => id));
    for (const part of ["typed", "visibility"] as const) {
      const other = Object.keys(input[part]).find((id) => !ids.has(id));
      if (other !== undefined) throw new ServiceError(unknownField(part === "typed" ? "answers" : "visibility"));
    }
    for (const field of fields) {
      const typed = input.typed[field.id];
      if (typed !== undefined) {
        const checked = checkAnswer(field, typedValue(field, typed, organization.country), readersOf(services));
        if (checked.ok && isElsewhere(field.id, checked.value, organization)) {
          faults.push({ code: "firm_elsewhere", field: field.id });
        } else if (checked.ok) values[field.id] = checked.value;
        else faults.push({ code: "answer_invalid", field: field.id, why: namedFault(field, checked.fault) });
      }
      const visibility = input.visibility[field.id];
      if (visibility !== undefined) chosen[field.id] = visibility;
    }
    refuseFaults(faults);
    const version = await write(async ({ store: own, record }) => {
      const profile = await own.trust.lock(questionnaire.version, trust.now());
      if (profile.draft_version !== input.version) throw new Refused([{ code: "changed_meanwhile" }]);
      const stored = readDraft(profile);
      const answers = withoutNulls({ ...stored.answers, ...values });
      const before = isSameContact(stored.answers, answers) ? profile : NOT_AGREED;
      const isAgreed = input.section === "profile" ? input.contactAgreed : profile.contact_agreed_at !== null;
      await own.trust.saveDraft(
        {
          draft_answers: JSON.stringify(answers),
          draft_visibility: JSON.stringify({ ...stored.visibility, ...checkedVisibility(questionnaire, chosen) }),
          draft_version: profile.draft_version,
          contact_agreed_at: isAgreed ? (before.contact_agreed_at ?? trust.now()) : null,
          contact_agreed_by: isAgreed ? (before.contact_agreed_by ?? person.accountId) : null,
        },
        trust.now(),
      );
      const details = { section: input.section, visible: visibleFields(questionnaire, answers).length };
      await record("trust.draft_saved", { type: "profile", id: profile.id }, details);
      return profile.draft_version + 1;
    });
    return { version };
  },
});

const HOURS: Localized = {
  sk: "napíšte počet hodín, napríklad 24",
  cs: "napište počet hodin, například 24",
  en: "type a number of hours, such as 24",
};

/** What is wrong with an answer, after the words of its question: the summary says which one is meant. */
function namedFault({ label, type }: SupplierField, fault: AnswerFault): Localized {
  const why = type === "integer" && fault === "type" ? HOURS : ANSWER_FAULTS[fault];
  return { sk: `${label.sk}: ${why.sk}`, cs: `${label.cs}: ${why.cs}`, en: `${label.en}: ${why.en}` };
}

/** Nobody has stated it of the address that the draft has now. */
const NOT_AGREED = { contact_agreed_at: null, contact_agreed_by: null };

/** What was stated of an address for incidents, and by whom, says nothing of another one. */
function isSameContact(before: SupplierAnswers, after: SupplierAnswers): boolean {
  return (before.incidentContactEmail ?? null) === (after.incidentContactEmail ?? null);
}

function withoutNulls(answers: Readonly<Record<string, SupplierAnswer>>): Record<string, SupplierAnswer> {
  return Object.fromEntries(Object.entries(answers).filter(([, value]) => value !== null));
}
