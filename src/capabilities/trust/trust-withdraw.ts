import { z } from "zod";
import { foreignText } from "../../core/foreign-text.ts";
import { ServiceError } from "../../core/problem.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { notYours } from "../calling/principal.ts";
import { Refused } from "../calling/refusal.ts";
import { defineCapability } from "../capability.ts";
import { chooseSlug, confirmAnew, isNameOfOther } from "./publication.ts";
import { noProfile } from "./trust-problems.ts";

const input = z.strictObject({
  reason: z
    .string()
    .default("")
    .describe("Kept and shown to the supplier where the operator withdraws; else for the person alone."),
  current: z.string().default("").describe("Password or code."),
  organizationId: organizationParameter,
  locale: localeParameter,
});

/** Takes the published profile back: revisions and files go after 30 days, the audit log keeps who and when. */
export const trustWithdraw = defineCapability({
  name: "trust_withdraw",
  access: "organization",
  effect: "write",
  right: "manage",
  needsSession: true,
  input,
  published: {
    title: "Withdrawal of the profile",
    description: "Withdraws the published trust profile. For a signed-in person on the website alone.",
    output: z.object({}),
  },
  rest: [
    {
      method: "POST",
      path: "/api/v1/trust-profile/withdraw",
      cost: { rows: ["person_write"] },
      only: ["organizationId"],
      problems: ["session_required"],
    },
  ],
  form: {
    cost: { rows: ["person_write"] },
    path: "/organizations/:organizationId/trust-profile/withdraw",
    leadsTo: "/organizations/:organizationId/trust-profile",
    done: "withdrawn",
  },
  cli: {
    words: "trust withdraw",
    help: "withdraw a published profile; the supplier reads the reason",
    options: ["organizationId", "reason"],
    required: ["reason"],
    values: { reason: "TEXT" },
    json: (_answer, { organizationId }) => ({ organization: organizationId }),
    lines: (_answer, _locale, { organizationId }) => [organizationId ?? ""],
  },
  run: async ({ current, reason }, context) => {
    const { store, write, trust, person } = context;
    await confirmAnew(context, current);
    const [missing, why] = person.operator === undefined ? [notYours, "supplier"] : [noProfile, foreignText(reason)];
    const profile = await store.trust.profile();
    if (profile?.state !== "published") throw new ServiceError(missing);
    await write(async ({ store: own, record }) => {
      if (!(await own.trust.withdraw(why, trust.now()))) throw new ServiceError(missing);
      const details = { revision: profile.published_revision ?? 0 };
      await record("trust.withdrawn", { type: "profile", id: profile.id }, details);
    });
    return {};
  },
});

/** Deletes the profile with its draft, revisions, files and links, at once. */
export const trustDelete = defineCapability({
  name: "trust_delete",
  access: "organization",
  effect: "write",
  right: "manage",
  needsSession: true,
  input,
  form: {
    cost: { rows: ["person_write"] },
    path: "/organizations/:organizationId/trust-profile/delete",
    leadsTo: "/organizations/:organizationId/trust-profile",
    done: "deleted",
  },
  run: async ({ current }, context) => {
    const { store, write, trust } = context;
    await confirmAnew(context, current);
    const profile = await store.trust.profile();
    if (profile === undefined) throw new ServiceError(notYours);
    await write(async ({ store: own, record }) => {
      await own.trust.remove(trust.now());
      await record("trust.deleted", { type: "profile", id: profile.id });
    });
    return {};
  },
});

/** Gives the profile another address; the former one leads to it for a year. */
export const trustSlugChange = defineCapability({
  name: "trust_slug_change",
  access: "organization",
  effect: "write",
  right: "manage",
  needsSession: true,
  input: z.strictObject({
    slug: z.string(),
    current: z.string().default(""),
    organizationId: organizationParameter,
    locale: localeParameter,
  }),
  form: {
    cost: { rows: ["person_write"] },
    path: "/organizations/:organizationId/trust-profile/slug",
    leadsTo: "/organizations/:organizationId/trust-profile",
    done: "saved",
  },
  run: async ({ slug: typed, current }, context) => {
    const { store, write, trust, organization } = context;
    await confirmAnew(context, current);
    const before = await store.trust.profile();
    if (before?.state !== "published") throw new ServiceError(notYours);
    const entered = typed.trim();
    if (entered === "") throw new Refused([{ code: "slug_invalid", field: "slug" }]);
    const other = entered !== before.slug && (await isNameOfOther(entered, before.ico, context));
    const now = trust.now();
    return write(async ({ store: own, record }) => {
      const profile = await own.trust.lock(before.questionnaire_version, now);
      if (profile.state !== "published") throw new ServiceError(notYours);
      const slug = await chooseSlug(own.trust.db, {
        entered,
        own: profile.slug,
        name: "",
        orgId: organization.id,
        isNameOfOther: other,
        now,
      });
      await own.trust.changeSlug(profile, slug, now);
      await record("trust.slug_changed", { type: "profile", id: profile.id });
      return { slug };
    });
  },
});

/** Whether search engines may show the page, and whether what a scan saw stands beside the answers. */
export const trustChoices = defineCapability({
  name: "trust_choices",
  access: "organization",
  effect: "write",
  right: "manage",
  needsSession: true,
  input: z.strictObject({
    isIndexed: z.boolean(),
    showsScan: z.boolean(),
    organizationId: organizationParameter,
    locale: localeParameter,
  }),
  form: {
    cost: { rows: ["person_write"] },
    path: "/organizations/:organizationId/trust-profile/choices",
    leadsTo: "/organizations/:organizationId/trust-profile",
    done: "saved",
  },
  run: async ({ isIndexed, showsScan }, { write, trust, knowledge }) => {
    await write(async ({ store, record }) => {
      const profile = await store.trust.lock(knowledge.supplierQuestionnaires.newest.version, trust.now());
      await store.trust.setChoices({ isIndexed, showsScan }, trust.now());
      await record("trust.draft_saved", { type: "profile", id: profile.id }, { choices: true });
    });
    return {};
  },
});
