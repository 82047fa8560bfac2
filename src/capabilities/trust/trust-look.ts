import { z } from "zod";
import type { Country } from "../../core/country.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";
import { actorOf } from "../contexts.ts";
import { readDraft } from "./draft.ts";
import { type FirmLook, logClaim, lookForFirm, noteFirmLook } from "./firm-look.ts";
import { identityOptions, settleIdentity } from "./identity-change.ts";

/** What came of a look; domain and pages are foreign text. */
interface LookAnswer {
  readonly outcome: FirmLook["outcome"];
  readonly country: Country | null;
  readonly ico: string | null;
  readonly untrusted: { readonly domain: string | null; readonly pages: readonly string[] };
}

/** Looks for the number of the firm on the website of its proved domain, now. */
export const trustLook = defineCapability({
  name: "trust_look",
  access: "organization",
  effect: "write",
  right: "manage",
  needsSession: true,
  input: z.strictObject({ organizationId: organizationParameter, locale: localeParameter }),
  form: {
    cost: { rows: ["person_write", "firm_look"] },
    path: "/organizations/:organizationId/trust-profile/proof",
    leadsTo: ({ outcome, untrusted: { pages } }: LookAnswer) => {
      const query = new URLSearchParams([["imprint", outcome], ...pages.map((page) => ["page", page])]);
      return `/organizations/:organizationId/trust-profile?${query}`;
    },
    done: "looked",
  },
  cli: {
    words: "trust look",
    help: "look for the company number on the website of the proved domain",
    options: ["organizationId"],
    lines: ({ outcome, country, ico, untrusted }) => [
      `${outcome}${ico === null ? "" : `  ${country} ${ico}`}${untrusted.domain === null ? "" : `  ${untrusted.domain}`}`,
      ...untrusted.pages,
    ],
    exit: ({ outcome }) => (outcome === "found" ? undefined : outcome === "unreachable" ? 3 : 1),
  },
  run: async (_input, context): Promise<LookAnswer> => {
    const { organization, store, accounts, write, trust, person } = context;
    const profile = await store.trust.profile();
    const { primaryDomain } = readDraft(profile).answers;
    const look = await lookForFirm(organization, primaryDomain, await store.domains(), context);
    // A look that finds nothing ends no proof by itself: the third one in a row does, and the night says so.
    if (look.outcome === "absent") await store.trust.noteNoImprint(look.firm, trust.now());
    if (look.outcome === "found") {
      await write(async ({ store: own, record, ipPrefix }) => {
        const at = trust.now();
        const { db } = own.trust;
        if (await noteFirmLook(db, organization.id, look, at)) logClaim(accounts, organization.id, look.firm);
        await record("trust.firm_proved", { type: "organization", id: organization.id }, { method: "imprint" });
        const cause = {
          actorId: actorOf(person),
          via: person.operator === undefined ? "web" : "cli",
          ipPrefix,
        } as const;
        await settleIdentity(db, organization.id, identityOptions(accounts, context), at, cause);
      });
    }
    return {
      outcome: look.outcome,
      country: "firm" in look ? look.firm.country : null,
      ico: "firm" in look ? look.firm.ico : null,
      untrusted: {
        domain: "domain" in look ? look.domain : null,
        pages: look.outcome === "found" ? [look.url] : look.outcome === "absent" ? [...look.pages] : [],
      },
    };
  },
});
