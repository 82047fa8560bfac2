import { z } from "zod";
import { foreignLines } from "../../core/foreign-text.ts";
import { ServiceError } from "../../core/problem.ts";
import { newId } from "../../core/random-id.ts";
import { addTrustComplaint } from "../../state/trust-complaints.ts";
import { localeParameter } from "../calling/parameters.ts";
import { Refused } from "../calling/refusal.ts";
import { defineCapability } from "../capability.ts";
import { observedOf } from "./observed.ts";
import { answerOf } from "./trust-document.ts";
import { noProfile } from "./trust-problems.ts";

/** What stands at an address of a profile, for its page alone: the other faces know published profiles only. */
export const trustPage = defineCapability({
  name: "trust_page",
  access: "public",
  input: z.strictObject({ slug: z.string(), locale: localeParameter }),
  run: async ({ slug, locale }, services) => {
    const { trust } = services;
    const profile = await trust.findBySlug(slug);
    const revision = profile === undefined ? undefined : await trust.shown(profile);
    if (profile === undefined || revision === undefined) {
      const other = await trust.otherPlace(slug);
      if (other === undefined) throw new ServiceError(noProfile);
      return other;
    }
    const published = answerOf(profile, revision, locale, await trust.removed(profile), services);
    const isIndexed = profile.is_indexed === 1 && !published.stale;
    return {
      kind: "published" as const,
      isIndexed,
      observed: await observedOf(profile, published, locale, services),
      today: services.today(),
      imprintPage: profile.identity_method === "imprint" ? ((await trust.imprintPage(profile.org_id)) ?? null) : null,
      published,
    };
  },
});

/** Takes what somebody tells the operator about a profile. */
export const trustReport = defineCapability({
  name: "trust_report",
  access: "visitor",
  effect: "write",
  input: z.strictObject({
    slug: z.string(),
    message: z.string(),
    reason: z.enum(["our_firm"]).optional().describe("our_firm: the firm of the profile is theirs."),
    locale: localeParameter,
  }),
  form: {
    cost: { rows: ["trust_report"] },
    path: "/trust/:slug/report",
    leadsTo: "/trust/:slug/report",
    done: "done",
    isOpen: true,
  },
  run: async ({ slug, message, reason = null }, { trust, change, visitor }) => {
    const profile = await trust.findBySlug(slug);
    if (profile === undefined) throw new ServiceError(noProfile);
    const text = [...foreignLines(message)].slice(0, 4000).join("");
    if (text === "") throw new Refused([{ code: "message_missing", field: "message" }]);
    const complaint = {
      id: newId("complaint"),
      slug,
      at: trust.now(),
      ip_prefix: visitor.ipPrefix,
      message: text,
      reason,
    };
    await change(async ({ tx }) => addTrustComplaint(tx, complaint));
    return {};
  },
});
