import { z } from "zod";
import { foreignText, foreignTextOrNull } from "../../core/foreign-text.ts";
import type { Locale } from "../../core/locale.ts";
import { newId } from "../../core/random-id.ts";
import { emailKeyOf, readEmailAddress } from "../../identity/email-address.ts";
import { mailText } from "../../mail/texts.ts";
import type { OrganizationStore } from "../../state/organization-store.ts";
import type { SupplierAsk } from "../../state/supplier-asks.ts";
import type { SupplierEntry } from "../../state/suppliers.ts";
import { useAllowance } from "../accounts/allowance.ts";
import { mailLinkFor } from "../accounts/mail-link.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { type Fault, Refused, refuseFaults } from "../calling/refusal.ts";
import { defineCapability } from "../capability.ts";
import type { Change, OrganizationContext } from "../contexts.ts";
import { askMail, askPath } from "./ask-mail.ts";
import { ASK_VALID_MS } from "./ask-state.ts";
import { listedSupplier, supplierName, supplierParameter } from "./listed-supplier.ts";
import { askStopOf, askTokenOf } from "./send-ask.ts";
import { lookUpSupplier } from "./supplier-standing.ts";

const DAY_MS = 86_400_000;

/** So many requests an organization may send in a day, its reminders among them. */
export const MOST_ASKS_A_DAY = 20;

/** So long an address is left alone by the same organization. */
export const ASK_PAUSE_MS = 7 * DAY_MS;

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
    const { store, organization, role, person, baseUrl } = context;
    const entry = await listedSupplier(store.trust, supplier);
    const by = person.session?.email ?? "";
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
      // The addresses in it are made for the addressee, when it is sent.
      mail: mailText(
        askMail({ organization, supplier: { ...entry, name }, by, token: "…", stop: "…", baseUrl }, locale),
        baseUrl,
      ),
      untrusted: { name, contactEmail: foreignTextOrNull(entry.contact_email) },
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
    remind: z.boolean().default(false).describe("One reminder after 14 days, where nothing came of it."),
    locale: localeParameter.describe("Language of the mail."),
  }),
  form: {
    cost: { rows: ["person_write"], stock: ["mail_out"] },
    path: "/organizations/:organizationId/suppliers/:supplier/ask",
    leadsTo: "/organizations/:organizationId/suppliers/:supplier",
    done: "done",
    mailLink: ({ mailLink }) => mailLink,
  },
  run: async ({ supplier, email: typed, confirm, remind, locale }, context) => {
    const { store, write, accounts } = context;
    const entry = await listedSupplier(store.trust, supplier);
    const email = readEmailAddress(typed);
    const faults: Fault[] = [];
    if (email === undefined) faults.push({ code: "email_invalid", field: "email" });
    if (confirm !== "1") faults.push({ code: "confirm_missing", field: "confirm" });
    refuseFaults(faults);
    if (email === undefined) return { mailLink: null };
    const ask = await prepareAsk({ entry, email, remind, locale }, context);
    await write((change) => sendAsk(ask, change));
    return { mailLink: mailLinkFor(accounts, ask.link) };
  },
});

/** A request that may be sent, with its mail. */
type PreparedAsk = Awaited<ReturnType<typeof prepareAsk>>;

interface WantedAsk {
  readonly entry: SupplierEntry;
  /** An address that `readEmailAddress` let through. */
  readonly email: string;
  readonly remind: boolean;
  readonly locale: Locale;
}

/** Makes a request and counts its mail. @throws Refused, LimitReached where it may not be sent */
export async function prepareAsk({ entry, email, remind, locale }: WantedAsk, context: OrganizationContext) {
  const { store, organization, person, accounts, baseUrl } = context;
  const at = accounts.now();
  const key = emailKeyOf(email);
  refuseTooMany(await store.trust.asks(at - ASK_PAUSE_MS), key, at);
  const { name } = await lookUpSupplier(entry, context, locale);
  await useAllowance(accounts, "mail_to", accounts.sealing.keyedHash(key, "mail_to"));
  const id = newId("supplierAsk");
  const { token, tokenHash } = askTokenOf(id, accounts);
  const stop = askStopOf(organization.id, key, accounts);
  const by = person.session?.email ?? "";
  const mail = askMail({ organization, supplier: { ...entry, name }, by, token, stop, baseUrl }, locale);
  const { country, ico } = entry;
  return {
    ask: { id, country, ico, email_key: key, tokenHash, locale, at, expires_at: at + ASK_VALID_MS, remind },
    mail: { to: email, ...mail },
    link: `${baseUrl}/${locale}${askPath(token)}`,
  };
}

/** Sends a request in the transaction of the change. @throws Refused where another one was sent meanwhile */
export async function sendAsk(
  { ask, mail: prepared }: PreparedAsk,
  { store, record, mail, charge }: Pick<Change<OrganizationStore>, "store" | "record" | "mail" | "charge">,
): Promise<void> {
  // The organization is locked here: of two who send at once, the second one sees the first.
  refuseTooMany(await store.trust.asks(ask.at - ASK_PAUSE_MS), ask.email_key, ask.at);
  await charge("mail_out");
  await store.trust.addAsk(ask);
  await mail(prepared);
  await record("supplier.asked", { type: "supplier", id: supplierName(ask) }, { remind: ask.remind });
}

/**
 * @param asks those of the last week, and every one that was refused
 * @throws Refused where the addressee wants none, or there were enough
 */
function refuseTooMany(asks: readonly SupplierAsk[], emailKey: string, now: number): void {
  const hindrance = hindranceOf(asks, emailKey, now);
  if (hindrance === "refused") throw new Refused([{ code: "ask_refused", field: "email" }]);
  const today = asksOfToday(asks, now);
  const ends = [hindrance ?? 0, ...(today.length < MOST_ASKS_A_DAY ? [] : [Math.min(...today) + DAY_MS])].filter(
    (end) => end > now,
  );
  if (ends.length > 0) {
    throw new Refused([{ code: "ask_limit", field: "email" }], Math.ceil((Math.max(...ends) - now) / 1_000));
  }
}

/**
 * Why an address gets no further request of an organization now.
 * @returns `refused`: its owner wants none; an instant in milliseconds: before it there was one; `null`: nothing
 */
export function hindranceOf(asks: readonly SupplierAsk[], emailKey: string, now: number): "refused" | number | null {
  const toAddress = asks.filter((ask) => ask.email_key === emailKey);
  if (toAddress.some(({ refused_at }) => refused_at !== null)) return "refused";
  const end = Math.max(0, ...toAddress.map(({ at }) => at + ASK_PAUSE_MS));
  return end > now ? end : null;
}

/** When the requests and reminders of the last 24 hours went out. */
export function asksOfToday(asks: readonly SupplierAsk[], now: number): readonly number[] {
  return asks.flatMap(({ at, reminded_at }) => [at, reminded_at ?? 0]).filter((at) => at > now - DAY_MS);
}
