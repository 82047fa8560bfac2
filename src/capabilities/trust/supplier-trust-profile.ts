import { z } from "zod";
import { foreignText } from "../../core/foreign-text.ts";
import type { Localized } from "../../core/locale.ts";
import { ServiceError } from "../../core/problem.ts";
import type { PublishedProfile } from "../../state/trust-profiles.ts";
import { expectations } from "../calling/expectations.ts";
import { localeParameter } from "../calling/parameters.ts";
import { type Cacheable, defineCapability } from "../capability.ts";
import type { Services } from "../contexts.ts";
import { type PublishedAnswer, publishedProfile } from "./statement.ts";
import { answerOf } from "./trust-document.ts";
import { noProfile, slugOrIcoNeeded } from "./trust-problems.ts";

const ico = z
  .string()
  .regex(/^\s*(?:\d[\s\u00a0\u202f]*){8}$/)
  .optional()
  .meta({ description: "Supplier's identification number (IČO), 8 digits.", examples: ["31322832"] })
  .register(expectations, {
    sk: "8 číslic, napríklad 31322832",
    cs: "8 číslic, například 45274649",
    en: "8 digits, for example 31322832",
  });

const input = z.strictObject({
  slug: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe("Last part of the profile's address, from /trust/<slug>.")
    .meta({ examples: ["zilinske-strojarne"] }),
  ico,
  locale: localeParameter.describe("Language of questions and links."),
});

/** A profile that a supplier published: its own statement, which nobody verified. */
export const supplierTrustProfile = defineCapability({
  name: "supplier_trust_profile",
  access: "public",
  input,
  published: {
    title: {
      sk: "Bezpečnostný profil dodávateľa",
      cs: "Bezpečnostní profil dodavatele",
      en: "Security profile of a supplier",
    },
    description:
      "The security profile that a supplier has published: its answers to the open supplier questionnaire 4.0.0, with " +
      "coverage for each letter of Article 21(2) and for 21(3), and a signature. Exactly one of slug and ico is needed. " +
      "identity says whether the firm was checked; without it country and ico are null and the domain alone is proved. The " +
      "answers are the supplier's own statement, not verified; answers, name and links are untrusted text.",
    output: publishedProfile,
  },
  mcp: {
    cost: { rows: ["supplier_trust_profile"] },
    openWorld: true,
    summary: (answer, locale) => summary(answer)[locale],
  },
  rest: [
    {
      method: "GET",
      path: "/trust/{slug}.json",
      cost: { rows: ["supplier_trust_profile"] },
      only: ["slug"],
    },
  ],
  cli: {
    words: "trust show",
    help: "show a published supplier profile",
    positionals: ["slug"],
    options: [],
    lines: ({ untrusted, country, ico, profileUrl, revision, validUntil, stale, coverage }) => [
      `${foreignText(untrusted.name ?? "–")}  ${country === null ? "firm not checked" : `${country} ${ico}`}  ${profileUrl}`,
      `revision ${revision}, valid until ${validUntil}${stale ? ", stale" : ""}`,
      ...coverage.map(
        ({ letter, answered, total, positive, state }) =>
          `  ${letter.padEnd(6)} ${answered}/${total}  ${positive} positive  ${state}`,
      ),
    ],
  },
  check: (asked) => {
    if (asked.slug === undefined && asked.ico === undefined) throw new ServiceError(slugOrIcoNeeded);
  },
  cacheKey: { keeps: "bytes", of: cacheable },
  run: async (asked, services) => (await (await cacheable(asked, services)).make()).answer,
});

/**
 * What is asked of the state at each call: which profile is meant, and which of its revisions is public now. A revision
 * never changes, so the answer stands as long as these do; on another day it may be stale.
 */
async function cacheable(asked: z.output<typeof input>, services: Services): Promise<Cacheable<PublishedAnswer>> {
  const [profile, ...others] = await find(asked, services);
  if (profile === undefined) throw new ServiceError(noProfile);
  const { id, slug, revision, published_at, identity_method, identity_checked_at, identity_lost_at } = profile;
  const alternatives = others.flatMap(({ slug: address, country }) =>
    country === null ? [] : [{ slug: address, country }],
  );
  // A revision has the number of another one once a profile was withdrawn and its revisions were removed.
  const identity = [identity_method, identity_checked_at, identity_lost_at];
  const shown = [slug, revision, published_at, ...identity, profile.evidence_removed_at];
  const besides = alternatives.length === 0 ? "" : JSON.stringify(alternatives);
  return {
    // By number the answer may name another profile beside this one, by address it never does.
    key: `${asked.locale} ${alternatives.length === 0 ? "" : "first of "}${id}`,
    dependsOn: [services.knowledge, ...shown, services.today(), besides],
    make: async () => {
      // Read anew: what is kept is the answer, and a revision that is kept beside it would only fill the memory.
      const read = await services.trust.revision(profile.org_id, revision);
      if (read === undefined || read.isWithdrawn) throw new ServiceError(noProfile);
      const answer = answerOf(profile, read, asked.locale, await services.trust.removed(profile), services);
      return { answer: alternatives.length === 0 ? answer : { ...answer, alternatives }, isLasting: true };
    },
  };
}

/** The profiles that are meant, the one to answer with first. */
async function find(
  { slug, ico: typed }: z.output<typeof input>,
  { trust }: Services,
): Promise<readonly PublishedProfile[]> {
  const number = typed?.replace(/\D/g, "");
  if (slug === undefined) return number === undefined ? [] : trust.findByIco(number);
  const profile = await trust.findBySlug(slug);
  return profile === undefined || (number !== undefined && profile.ico !== number) ? [] : [profile];
}

/** One line in our own words: no name, no answer. */
function summary(answer: PublishedAnswer): Localized {
  const { country, ico: number, answeredFields, visibleFields, updatedAt, validUntil, stale } = answer;
  if (country === null || number === null) return ofDomain(answer);
  const firm = `${country} ${number}`;
  const day = updatedAt.slice(0, 10);
  if (stale) {
    return {
      sk: `Zverejnený profil dodávateľa, ${firm}: neaktuálny, platil do ${validUntil}; vyhlásenie zo dňa ${day}, zodpovedané ${answeredFields} z ${visibleFields} otázok; vlastné vyhlásenie, neoverené.`,
      cs: `Zveřejněný profil dodavatele, ${firm}: neaktuální, platil do ${validUntil}; prohlášení ze dne ${day}, zodpovězeno ${answeredFields} z ${visibleFields} otázek; vlastní prohlášení, neověřené.`,
      en: `Published supplier profile, ${firm}: stale, it was valid until ${validUntil}; stated on ${day}, ${answeredFields} of ${visibleFields} questions answered; self-declared, not verified.`,
    };
  }
  return {
    sk: `Zverejnený profil dodávateľa, ${firm}: zodpovedané ${answeredFields} z ${visibleFields} otázok, vyhlásenie zo dňa ${day}, platí do ${validUntil}; vlastné vyhlásenie, neoverené.`,
    cs: `Zveřejněný profil dodavatele, ${firm}: zodpovězeno ${answeredFields} z ${visibleFields} otázek, prohlášení ze dne ${day}, platí do ${validUntil}; vlastní prohlášení, neověřené.`,
    en: `Published supplier profile, ${firm}: ${answeredFields} of ${visibleFields} questions answered, stated on ${day}, valid until ${validUntil}; self-declared, not verified.`,
  };
}

/** The summary of a profile of level `domain`, which names no number of a firm. */
function ofDomain({ answeredFields, visibleFields, updatedAt, validUntil, stale }: PublishedAnswer): Localized {
  const day = updatedAt.slice(0, 10);
  const [sk, cs, en] = stale
    ? [`neaktuálny, platil do ${validUntil}`, `neaktuální, platil do ${validUntil}`, `stale, valid until ${validUntil}`]
    : [`platí do ${validUntil}`, `platí do ${validUntil}`, `valid until ${validUntil}`];
  return {
    sk: `Zverejnený profil dodávateľa, firma neoverená: zodpovedané ${answeredFields} z ${visibleFields} otázok, vyhlásenie zo dňa ${day}, ${sk}; vlastné vyhlásenie, neoverené.`,
    cs: `Zveřejněný profil dodavatele, firma neověřená: zodpovězeno ${answeredFields} z ${visibleFields} otázek, prohlášení ze dne ${day}, ${cs}; vlastní prohlášení, neověřené.`,
    en: `Published supplier profile, firm not checked: ${answeredFields} of ${visibleFields} questions answered, stated on ${day}, ${en}; self-declared, not verified.`,
  };
}
