import { z } from "zod";
import { foreignText } from "../../core/foreign-text.ts";
import { emailKeyOf, readEmailAddress } from "../../identity/email-address.ts";
import { mailText } from "../../mail/texts.ts";
import type { SupplierAsk } from "../../state/suppliers.ts";
import { countAttempt } from "../accounts/attempts.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { type Fault, Refused, refuseFaults } from "../calling/refusal.ts";
import { defineCapability } from "../capability.ts";
import { askMail } from "./ask-mail.ts";
import { listedSupplier, supplierName, supplierParameter } from "./listed-supplier.ts";
import { lookUpSupplier } from "./supplier-standing.ts";

const DAY_MS = 86_400_000;

/** So many requests an organization may send in a day. */
const MOST_A_DAY = 20;

/** So long an address is left alone by the same organization. */
const PAUSE_MS = 7 * DAY_MS;

/** The request as it will go out, for the person who decides whether it does. */
export const supplierAskPreview = defineCapability({
  name: "supplier_ask_preview",
  access: "organization",
  right: "change",
  needsSession: true,
  input: z.strictObject({
    organizationId: organizationParameter,
    supplier: supplierParameter,
    locale: localeParameter.describe("Language of the mail."),
  }),
  run: async ({ supplier, locale }, context) => {
    const { store, organization, role, baseUrl } = context;
    const entry = await listedSupplier(store.trust, supplier);
    const [{ name }, [last]] = await Promise.all([
      lookUpSupplier(entry, context, locale),
      store.trust.asksOf(entry, 1),
    ]);
    return {
      organization: { id: organization.id, role, untrusted: { name: foreignText(organization.name) } },
      supplier: supplierName(entry),
      ico: entry.ico,
      hasProfile: entry.slug !== null,
      lastAskedAt: last === undefined ? null : new Date(last.at).toISOString(),
      // The address of the refusal is made for the addressee, when it is sent.
      mail: mailText(askMail(entry, "…", context, locale), baseUrl),
      untrusted: { name },
    };
  },
});

/** Sends the request that a person has seen and approved: one mail, never without it. */
export const supplierAsk = defineCapability({
  name: "supplier_ask",
  access: "organization",
  effect: "write",
  right: "change",
  needsSession: true,
  input: z.strictObject({
    organizationId: organizationParameter,
    supplier: supplierParameter,
    email: z.string(),
    confirm: z.string().describe("`1`: the person has seen the mail and wants it sent."),
    locale: localeParameter.describe("Language of the mail."),
  }),
  form: {
    path: "/organizations/:organizationId/suppliers/:supplier/ask",
    leadsTo: "/organizations/:organizationId/suppliers/:supplier?done=asked",
  },
  run: async ({ supplier, email: typed, confirm, locale }, context) => {
    const { store, organization, accounts, write } = context;
    const entry = await listedSupplier(store.trust, supplier);
    const email = readEmailAddress(typed);
    const faults: Fault[] = [];
    if (email === undefined) faults.push({ code: "email_invalid", field: "email" });
    if (confirm !== "1") faults.push({ code: "confirm_missing", field: "confirm" });
    refuseFaults(faults);
    if (email === undefined) return {};
    const now = accounts.now();
    const key = emailKeyOf(email);
    const since = now - PAUSE_MS;
    refuseTooMany(await store.trust.asks(since), key, now);
    await countAttempt(accounts, "mail_to", accounts.sealing.keyedHash(key, "mail_to"));
    const stop = accounts.sealing.seal(JSON.stringify([organization.id, key]), "supplier_ask");
    await write(async ({ store: own, record, mail, charge }) => {
      // The organization is locked here: of two who send at once, the second one sees the first.
      refuseTooMany(await own.trust.asks(since), key, now);
      await charge("mail_out");
      await own.trust.addAsk(entry, key, now);
      await mail({ to: email, ...askMail(entry, stop, context, locale) });
      await record("supplier.asked", { type: "supplier", id: supplierName(entry) });
    });
    return {};
  },
});

/**
 * @param asks those of the last week, and every one that was refused
 * @throws Refused where the addressee wants none, or there were enough
 */
function refuseTooMany(asks: readonly SupplierAsk[], emailKey: string, now: number): void {
  const toAddress = asks.filter((ask) => ask.email_key === emailKey);
  if (toAddress.some(({ refused_at }) => refused_at !== null)) {
    throw new Refused([{ code: "ask_refused", field: "email" }]);
  }
  const today = asks.map(({ at }) => at).filter((at) => at > now - DAY_MS);
  const ends = [
    ...toAddress.map(({ at }) => at + PAUSE_MS),
    ...(today.length < MOST_A_DAY ? [] : [Math.min(...today) + DAY_MS]),
  ].filter((end) => end > now);
  if (ends.length > 0) {
    throw new Refused([{ code: "ask_limit", field: "email" }], Math.ceil((Math.max(...ends) - now) / 1_000));
  }
}
