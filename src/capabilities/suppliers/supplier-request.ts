import { z } from "zod";
import { foreignText, foreignTextOrNull } from "../../core/foreign-text.ts";
import { type Problem, ServiceError } from "../../core/problem.ts";
import { hashToken } from "../../identity/token.ts";
import type { PersonStore } from "../../state/person-store.ts";
import type { StateDatabase } from "../../state/state-database.ts";
import {
  askAnswered,
  askByToken,
  askOpened,
  askStarted,
  DECLINE_REASONS,
  declineAsk,
} from "../../state/supplier-asks.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { notYours } from "../calling/principal.ts";
import { Refused } from "../calling/refusal.ts";
import { defineCapability } from "../capability.ts";
import { isSameFirm, type NamedFirm } from "../organizations/firm.ts";
import { supplierName } from "./listed-supplier.ts";
import { askStopOf } from "./send-ask.ts";
import { lookUpSupplier } from "./supplier-standing.ts";

const tokenParameter = z.string().describe("From the link of the mail.");

/** The request of a token. @throws ServiceError the same for a wrong, an old and a withdrawn one */
async function requestOf(db: StateDatabase, token: string, now: number) {
  const ask = isRequestToken(token) ? await askByToken(db, hashToken(token), now) : undefined;
  if (ask === undefined || ask.id === null) throw new ServiceError(noRequest);
  return { ...ask, id: ask.id };
}

/** Who asks a supplier for what, for whoever holds the link of the mail. Nothing private is opened. */
export const supplierRequestShow = defineCapability({
  name: "supplier_request_show",
  access: "visitor",
  input: z.strictObject({ token: tokenParameter, locale: localeParameter }),
  run: async ({ token, locale }, { accounts, ...services }) => {
    const ask = await requestOf(accounts.state, token, accounts.now());
    const { country, ico } = ask;
    const { found, name } = await lookUpSupplier({ country, ico }, services, locale);
    const { fields, sections } = services.knowledge.supplierQuestionnaires.newest;
    const parts = sections.map(({ id, title }) => {
      const own = fields.filter(({ section }) => section === id);
      const example = own.find(({ type }) => type === "boolean");
      return {
        id,
        title: title[locale],
        // Those that everybody is asked, and those that an answer adds.
        least: own.filter(({ visibleWhen }) => visibleWhen === null).length,
        most: own.length,
        example: example === undefined ? null : services.confirm(example.label[locale]),
      };
    });
    return {
      supplier: supplierName(ask),
      country,
      ico,
      askedOn: new Date(ask.at).toISOString().slice(0, 10),
      validUntil: new Date(ask.expires_at ?? ask.at).toISOString().slice(0, 10),
      asker: { country: ask.firm_country, ico: ask.firm_ico },
      parts,
      stop: askStopOf(ask.org_id, ask.email_key, accounts),
      untrusted: {
        name,
        seat: foreignTextOrNull(found?.company.address ?? null),
        asker: foreignTextOrNull(ask.firm_name),
        askerSeat: foreignTextOrNull(ask.firm_seat),
        by: ask.by_email === null ? null : foreignText(ask.by_email),
      },
    };
  },
});

/** Notes that somebody opened a request: a browser that shows the page, and no program that checks links. */
export const supplierRequestOpen = defineCapability({
  name: "supplier_request_open",
  access: "visitor",
  effect: "write",
  input: z.strictObject({ token: tokenParameter, locale: localeParameter }),
  run: async ({ token }, { accounts, change }) => {
    const ask = await requestOf(accounts.state, token, accounts.now());
    if (ask.opened_at !== null) return {};
    await change(async ({ tx, record }) => {
      if (!(await askOpened({ db: tx, orgId: ask.org_id }, ask.id, accounts.now()))) return;
      const target = { type: "supplier", id: supplierName(ask) };
      await record({ action: "supplier.ask_opened", actorId: null, orgId: ask.org_id, target });
    });
    return {};
  },
});

/** Declines a request, with a reason; the link leads on. */
export const supplierRequestDecline = defineCapability({
  name: "supplier_request_decline",
  access: "visitor",
  effect: "write",
  input: z.strictObject({ token: tokenParameter, reason: z.enum(DECLINE_REASONS), locale: localeParameter }),
  form: {
    cost: { rows: ["web_page", "share_use"] },
    path: "/supplier-requests/:token/decline",
    leadsTo: "/supplier-requests/:token",
    done: "declined",
    isOpen: true,
  },
  run: async ({ token, reason }, { accounts, change }) => {
    const ask = await requestOf(accounts.state, token, accounts.now());
    await change(async ({ tx, record }) => {
      if (!(await declineAsk({ db: tx, orgId: ask.org_id }, ask.id, reason, accounts.now()))) return;
      const target = { type: "supplier", id: supplierName(ask) };
      const details = { reason };
      await record({ action: "supplier.ask_declined", actorId: null, orgId: ask.org_id, target, details });
    });
    return {};
  },
});

/** Names the profile that the supplier has already, by its address here; who asked sees it. */
export const supplierRequestAnswer = defineCapability({
  name: "supplier_request_answer",
  access: "visitor",
  effect: "write",
  input: z.strictObject({
    token: tokenParameter,
    address: z.string().max(300).describe("The address of the profile, or its last part."),
    locale: localeParameter,
  }),
  form: {
    cost: { rows: ["web_page", "share_use"] },
    path: "/supplier-requests/:token/profile",
    leadsTo: "/supplier-requests/:token",
    done: "saved",
    isOpen: true,
  },
  run: async ({ token, address }, { accounts, trust, change }) => {
    const ask = await requestOf(accounts.state, token, accounts.now());
    const slug =
      address
        .trim()
        .replace(/[?#].*$/, "")
        .replace(/\/+$/, "")
        .split("/")
        .at(-1) ?? "";
    const profile = await trust.findBySlug(slug.toLowerCase());
    const shown = profile === undefined ? undefined : await trust.shown(profile);
    if (profile?.slug == null || shown === undefined)
      throw new Refused([{ code: "profile_unknown", field: "address" }]);
    const { slug: stated } = profile;
    await change(async ({ tx, record }) => {
      await askAnswered({ db: tx, orgId: ask.org_id }, ask.id, stated);
      const target = { type: "supplier", id: supplierName(ask) };
      await record({ action: "supplier.ask_answered", actorId: null, orgId: ask.org_id, target });
    });
    return {};
  },
});

/** Goes on with a request in an organization of that firm that the person has already. */
export const supplierRequestStart = defineCapability({
  name: "supplier_request_start",
  access: "organization",
  effect: "write",
  right: "change",
  needsSession: true,
  input: z.strictObject({ organizationId: organizationParameter, ask: tokenParameter, locale: localeParameter }),
  form: {
    cost: { rows: ["person_write"] },
    path: "/organizations/:organizationId/trust-profile/start",
    leadsTo: "/organizations/:organizationId/trust-profile",
    done: "saved",
  },
  run: async ({ ask: token }, { accounts, organization, write }) => {
    await write(async ({ store, record }) => {
      const { db } = store.trust;
      const ask = await requestOf(db, token, accounts.now());
      if (!isSameFirm(ask, organization)) throw new ServiceError(notYours);
      await askStarted({ db, orgId: ask.org_id }, ask.id, organization.id);
      await record("trust.ask_started", { type: "organization", id: organization.id });
    });
    return {};
  },
});

/**
 * Notes that an organization that is being made goes on with a request. A token that is none, or of another firm, is left
 * aside: nobody loses an organization by it.
 */
export async function startFromRequest(
  store: Pick<PersonStore, "askByToken" | "startAsk">,
  token: string,
  organization: NamedFirm & { readonly id: string },
  now: number,
): Promise<void> {
  const ask = isRequestToken(token) ? await store.askByToken(hashToken(token), now) : undefined;
  if (ask !== undefined && isSameFirm(ask, organization)) await store.startAsk(ask, organization.id);
}

function isRequestToken(token: string): boolean {
  return /^[0-9a-f]{64}$/.test(token);
}

/** The answer to a link that is wrong, too old or ended: all alike. */
const noRequest: Problem = {
  code: "not_found",
  message: { sk: "Táto žiadosť neplatí.", cs: "Tato žádost neplatí.", en: "This request is not valid." },
  nextStep: {
    sk: "Ak ju ešte chcete vyplniť, požiadajte zákazníka o novú.",
    cs: "Pokud ji ještě chcete vyplnit, požádejte zákazníka o novou.",
    en: "If you still want to answer it, ask the customer for a new one.",
  },
};
