import { z } from "zod";
import { foreignLines, foreignText } from "../../core/foreign-text.ts";
import type { Localized } from "../../core/locale.ts";
import { type Problem, ServiceError } from "../../core/problem.ts";
import { newId } from "../../core/random-id.ts";
import { formatDay } from "../../core/text.ts";
import { bareEmail } from "../../core/typed-contact.ts";
import { emailKeyOf, readEmailAddress } from "../../identity/email-address.ts";
import { hashToken, isToken, newToken } from "../../identity/token.ts";
import type { StateDatabase } from "../../state/state-database.ts";
import {
  addTrustRequest,
  confirmTrustRequest,
  openRequestsOf,
  type TrustRequest,
  trustRequestByToken,
  waitingRequests,
} from "../../state/trust-requests.ts";
import { mailLinkFor } from "../accounts/mail-link.ts";
import { mayMail } from "../accounts/queue-mail.ts";
import { refuseBeyond } from "../calling/charge.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { notYours } from "../calling/principal.ts";
import { type Fault, Refused, refuseFaults } from "../calling/refusal.ts";
import { defineCapability } from "../capability.ts";
import type { OrganizationContext, Services } from "../contexts.ts";
import { firmInMail } from "../organizations/firm-in-mail.ts";
import { readSupplierName } from "../suppliers/listed-supplier.ts";
import { questionnaireOf } from "./draft.ts";

const DAY_MS = 86_400_000;

/** A request is confirmed within this time. */
const CONFIRM_MS = DAY_MS;

/** So many requests wait for one profile, and so many of one address for it. */
const MOST_WAITING = 50;
const MOST_OF_ADDRESS = 3;

const MOST_DAYS = 90;
const DEFAULT_DAYS = 30;

/** The fields of a published profile that are not public, or have evidence that is not. */
async function requestable(slug: string, { trust }: Services) {
  const profile = await trust.findBySlug(slug);
  const revision = profile === undefined ? undefined : await trust.shown(profile);
  if (profile === undefined || revision === undefined) return undefined;
  const { onRequest, evidence } = revision.snapshot;
  const files = evidence.filter(({ visibility }) => visibility === "on_request").map(({ field_id }) => field_id);
  return { profile, fields: [...new Set([...Object.keys(onRequest), ...files])] };
}

/** What may be asked for of a profile, in the words of its questions. */
export const trustRequestable = defineCapability({
  name: "trust_requestable",
  access: "public",
  input: z.strictObject({ slug: z.string(), locale: localeParameter }),
  run: async ({ slug, locale }, services) => {
    const found = await requestable(slug, services);
    if (found === undefined || found.fields.length === 0) throw new ServiceError(nothingToAsk);
    const { fieldById } = questionnaireOf(undefined, services);
    return {
      fields: found.fields.map((id) => ({ id, label: fieldById.get(id)?.label[locale] ?? id })),
    };
  },
});

/**
 * Asks for answers that are not public. Whatever stands at the address, and whoever asked before, the answer is the same:
 * only the mail says more, and it says nothing that anybody typed.
 */
export const trustRequestAsk = defineCapability({
  name: "trust_request_ask",
  access: "visitor",
  effect: "write",
  input: z.strictObject({
    slug: z.string(),
    name: z.string().max(1_000),
    email: z.string().max(1_000),
    firm: z.string().max(40).default("").describe("Country and number of the asking firm: SK-31322832."),
    company: z.string().max(1_000).default("").describe("0 to 120 characters."),
    fields: z.array(z.string().max(100)).max(100).default([]).describe("What is asked for; default: all."),
    purpose: z.string().max(5_000).describe("10 to 500 characters."),
    locale: localeParameter,
  }),
  form: {
    cost: { rows: ["web_page", "trust_access_request"] },
    path: "/trust/:slug/request",
    leadsTo: "/trust/:slug/request/sent",
    mailLink: ({ mailLink }) => mailLink,
    isOpen: true,
  },
  run: async (input, { accounts, change, baseUrl, ...services }) => {
    const [name, company, purpose] = [foreignText(input.name), foreignText(input.company), foreignLines(input.purpose)];
    const email = readEmailAddress(bareEmail(input.email));
    const firm = input.firm.trim() === "" ? null : readSupplierName(input.firm.trim());
    const faults: Fault[] = [];
    if (name === "" || [...name].length > 120) faults.push({ code: "name_invalid", field: "name" });
    if (email === undefined) faults.push({ code: "email_invalid", field: "email" });
    if (firm === undefined) faults.push({ code: "ico_invalid", field: "firm" });
    if ([...company].length > 120) faults.push({ code: "text_length", field: "company", values: { min: 0, max: 120 } });
    if ([...purpose].length < 10 || [...purpose].length > 500) {
      faults.push({ code: "text_length", field: "purpose", values: { min: 10, max: 500 } });
    }
    refuseFaults(faults);
    const found = await requestable(input.slug, { ...services, baseUrl });
    if (email === undefined || found === undefined || found.fields.length === 0) return { mailLink: null };
    const { profile } = found;
    const chosen = found.fields.filter((id) => input.fields.length === 0 || input.fields.includes(id));
    const at = accounts.now();
    const key = emailKeyOf(email);
    if ((await waitingRequests(accounts.state, profile.org_id)) >= MOST_WAITING) {
      throw new Refused([{ code: "request_limit" }]);
    }
    const open = await openRequestsOf(accounts.state, profile.org_id, key, at - CONFIRM_MS);
    if (chosen.length === 0 || open >= MOST_OF_ADDRESS || !(await mayMail(accounts, email))) return { mailLink: null };
    const token = newToken();
    const link = `${baseUrl}/${input.locale}/trust-requests/${token}`;
    await change(async ({ tx, mail }) => {
      await addTrustRequest(tx, {
        org_id: profile.org_id,
        id: newId("accessRequest"),
        slug: profile.slug,
        locale: input.locale,
        name,
        email,
        email_key: key,
        company,
        country: firm?.country ?? null,
        ico: firm?.ico ?? null,
        fields: JSON.stringify(chosen),
        purpose,
        created_at: at,
        tokenHash: hashToken(token),
      });
      await mail({ to: email, locale: input.locale, kind: "access_confirm", link });
    });
    return { mailLink: mailLinkFor(accounts, link) };
  },
});

async function requestOf(db: StateDatabase, token: string, now: number): Promise<TrustRequest> {
  const found = isToken(token) ? await trustRequestByToken(db, hashToken(token), now - CONFIRM_MS) : undefined;
  if (found === undefined) throw new ServiceError(noRequest);
  return found;
}

/** Whether a request is confirmed already, for whoever holds the link of its mail. */
export const trustRequestShow = defineCapability({
  name: "trust_request_show",
  access: "visitor",
  input: z.strictObject({ token: z.string(), locale: localeParameter }),
  run: async ({ token }, { accounts }) => {
    const { state } = await requestOf(accounts.state, token, accounts.now());
    return { isConfirmed: state !== "unconfirmed" };
  },
});

/** Confirms a request by the link of its mail; confirmed twice it is confirmed once. */
export const trustRequestConfirm = defineCapability({
  name: "trust_request_confirm",
  access: "visitor",
  effect: "write",
  input: z.strictObject({ token: z.string(), locale: localeParameter }),
  form: {
    cost: { rows: ["web_page", "share_use"] },
    path: "/trust-requests/:token",
    leadsTo: "/trust-requests/:token",
    done: "confirmed",
    isOpen: true,
  },
  run: async ({ token }, { accounts, change }) => {
    const { org_id: orgId, id } = await requestOf(accounts.state, token, accounts.now());
    await change(async ({ tx, record }) => {
      if (!(await confirmTrustRequest({ db: tx, orgId }, id, accounts.now()))) return;
      const target = { type: "request", id };
      await record({ action: "trust.access_requested", actorId: null, orgId, target });
    });
    return {};
  },
});

/** The requests to an organization, for those who decide. */
export const trustRequests = defineCapability({
  name: "trust_requests",
  access: "organization",
  right: "manage",
  needsSession: true,
  input: z.strictObject({ organizationId: organizationParameter, locale: localeParameter }),
  run: async ({ locale }, context) => {
    const { store, organization, role } = context;
    const { fieldById } = questionnaireOf(undefined, context);
    return {
      organization: { id: organization.id, role, untrusted: { name: foreignText(organization.name) } },
      requests: (await store.trust.requests()).map((request) => ({
        id: request.id,
        state: request.state,
        confirmedAt: new Date(request.confirmed_at ?? request.created_at).toISOString(),
        country: request.country,
        ico: request.ico,
        fields: fieldsOf(request).map((id) => ({ id, label: fieldById.get(id)?.label[locale] ?? id })),
        untrusted: {
          name: foreignText(request.name),
          email: foreignText(request.email),
          company: foreignText(request.company),
          purpose: foreignLines(request.purpose),
        },
      })),
    };
  },
});

function fieldsOf({ fields }: Pick<TrustRequest, "fields">): string[] {
  return JSON.parse(fields);
}

const decision = { requestId: z.string(), organizationId: organizationParameter, locale: localeParameter };

/** The request of an id that waits. @throws ServiceError for any other, all alike */
async function waitingOf(requestId: string, { store }: Pick<OrganizationContext, "store">): Promise<TrustRequest> {
  const found = (await store.trust.requests()).find(({ id, state }) => id === requestId && state === "waiting");
  if (found === undefined) throw new ServiceError(notYours);
  return found;
}

/** Opens answers to who asked for them: a share link of these fields, by mail. */
export const trustRequestGrant = defineCapability({
  name: "trust_request_grant",
  access: "organization",
  effect: "write",
  right: "manage",
  needsSession: true,
  input: z.strictObject({
    ...decision,
    days: z.string().max(20).default("").describe("1 to 90; empty: 30."),
    fields: z.array(z.string()).max(100).default([]).describe("Which of the fields that were asked for; default: all."),
  }),
  form: {
    cost: { rows: ["person_write"], stock: ["mail_out"] },
    path: "/organizations/:organizationId/trust-profile/requests/:requestId/grant",
    shownOn: "/organizations/:organizationId/trust-profile/requests",
    leadsTo: "/organizations/:organizationId/trust-profile/requests",
    done: "granted",
  },
  run: async ({ requestId, days: typed, fields: chosen }, context) => {
    const { store, person, organization, trust, baseUrl, write } = context;
    const asked = await waitingOf(requestId, context);
    const days = typed.trim() === "" ? DEFAULT_DAYS : /^\d{1,2}$/.test(typed.trim()) ? Number(typed) : 0;
    if (days < 1 || days > MOST_DAYS) throw new Refused([{ code: "date_invalid", field: "days", why: DAYS }]);
    const fields = fieldsOf(asked).filter((id) => chosen.length === 0 || chosen.includes(id));
    if (fields.length === 0) throw new Refused([{ code: "nothing_chosen", field: "fields" }]);
    const profile = await store.trust.profile();
    if (profile?.state !== "published" || profile.slug === null) throw new ServiceError(notYours);
    const [id, token, at] = [newId("shareLink"), newToken(), trust.now()];
    const expires_at = at + days * DAY_MS;
    const { locale } = asked;
    await write(async ({ store: own, record, mail, charge }) => {
      const { state } = await own.trust.lock(profile.questionnaire_version, at);
      if (state !== "published") throw new ServiceError(notYours);
      const live = (await own.trust.shares()).filter((each) => each.revoked_at === null && each.expires_at > at);
      refuseBeyond("live_shares", live.length);
      await charge("mail_out");
      const share = { id, label: asked.email, tokenHash: hashToken(token), fields: JSON.stringify(fields) };
      await own.trust.addShare({ ...share, created_by: person.accountId, created_at: at, expires_at });
      const decided = { state: "granted", decided_at: at, decided_by: person.accountId, share_id: id } as const;
      if (!(await own.trust.decideRequest(requestId, decided))) throw new Refused([{ code: "changed_meanwhile" }]);
      const day = formatDay(new Date(expires_at).toISOString().slice(0, 10), locale);
      const facts = { ...firmInMail(organization), day };
      const link = `${baseUrl}/${locale}/trust/${profile.slug}?share=${token}`;
      await mail({ to: asked.email, locale, kind: "access_granted", link, facts });
      await record(
        "trust.access_granted",
        { type: "request", id: requestId },
        { share: id, days, fields: fields.length },
      );
    });
    return {};
  },
});

/** Why a request is declined. */
export const ACCESS_DECLINE_REASONS = ["unknown", "not_customer", "other"] as const;

/** Declines a request, and says so by mail where that is wanted. */
export const trustRequestDecline = defineCapability({
  name: "trust_request_decline",
  access: "organization",
  effect: "write",
  right: "manage",
  needsSession: true,
  input: z.strictObject({
    ...decision,
    reason: z.enum(ACCESS_DECLINE_REASONS),
    tell: z.boolean().default(false).describe("Whoever asked gets a mail."),
  }),
  form: {
    cost: { rows: ["person_write"], stock: ["mail_out"] },
    path: "/organizations/:organizationId/trust-profile/requests/:requestId/decline",
    shownOn: "/organizations/:organizationId/trust-profile/requests",
    leadsTo: "/organizations/:organizationId/trust-profile/requests",
    done: "declined",
  },
  run: async ({ requestId, reason, tell }, context) => {
    const { person, organization, trust, write } = context;
    const { email, locale } = await waitingOf(requestId, context);
    await write(async ({ store: own, record, mail, charge }) => {
      const decided = {
        state: "declined",
        decided_at: trust.now(),
        decided_by: person.accountId,
        share_id: null,
      } as const;
      if (!(await own.trust.decideRequest(requestId, decided))) throw new Refused([{ code: "changed_meanwhile" }]);
      if (tell) {
        await charge("mail_out");
        await mail({ to: email, locale, kind: "access_declined", facts: { ...firmInMail(organization) } });
      }
      await record("trust.access_declined", { type: "request", id: requestId }, { reason, tell });
    });
    return {};
  },
});

const DAYS: Localized = { sk: "1 až 90 dní", cs: "1 až 90 dní", en: "1 to 90 days" };

/** The answer to a link that is wrong or too old: all alike. */
const noRequest: Problem = {
  code: "not_found",
  message: { sk: "Táto žiadosť neplatí.", cs: "Tato žádost neplatí.", en: "This request is not valid." },
  nextStep: {
    sk: "Pošlite novú zo stránky profilu.",
    cs: "Pošlete novou ze stránky profilu.",
    en: "Send a new one from the page of the profile.",
  },
};

const nothingToAsk: Problem = {
  code: "not_found",
  message: {
    sk: "Na tejto adrese nie je o čo žiadať.",
    cs: "Na této adrese není oč žádat.",
    en: "There is nothing to ask for at this address.",
  },
  nextStep: {
    sk: "Skontrolujte adresu profilu.",
    cs: "Zkontrolujte adresu profilu.",
    en: "Check the address of the profile.",
  },
};
