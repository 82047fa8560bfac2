import { z } from "zod";
import { foreignText, foreignTextOrNull } from "../../core/foreign-text.ts";
import { emailKeyOf } from "../../identity/email-address.ts";
import { mailText } from "../../mail/texts.ts";
import { CRITICALITIES } from "../../state/supplier-changes.ts";
import type { SupplierEntry } from "../../state/suppliers.ts";
import { mailLinkFor } from "../accounts/mail-link.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { type Fault, Refused, refuseFaults } from "../calling/refusal.ts";
import { defineCapability } from "../capability.ts";
import type { OrganizationContext } from "../contexts.ts";
import { askMail } from "./ask-mail.ts";
import { isChosen, markedSuppliers, supplierFilters } from "./chosen-suppliers.ts";
import { listedSupplier, supplierName } from "./listed-supplier.ts";
import { ASK_PAUSE_MS, asksOfToday, hindranceOf, MOST_ASKS_A_DAY, prepareAsk, sendAsk } from "./supplier-ask.ts";
import { rowPartsOf } from "./supplier-row.ts";
import { lookUpSuppliers } from "./supplier-standing.ts";

/** So many suppliers are shown to choose from. */
const MOST_SHOWN = 100;

/** The field that a request to several names them in. */
const suppliersField = z.array(z.string()).max(MOST_SHOWN).default([]).describe("SK-31322832, repeated.");

/** The suppliers that can be asked at once, each with the addressee of its mail, and the mail of the first one. */
export const supplierAskChoices = defineCapability({
  name: "supplier_ask_choices",
  access: "organization",
  right: "change",
  needsSession: true,
  input: z.strictObject({
    organizationId: organizationParameter,
    suppliers: suppliersField,
    ...supplierFilters,
    locale: localeParameter.describe("Language of the mail."),
  }),
  run: async ({ suppliers, locale, organizationId: _organizationId, ...filters }, context) => {
    const { store, organization, role, accounts, person, baseUrl } = context;
    const now = accounts.now();
    const [listed, parts, asks] = await Promise.all([
      store.trust.suppliers(),
      rowPartsOf(store),
      store.trust.asks(now - ASK_PAUSE_MS),
    ]);
    const wanted = new Set(suppliers);
    const candidates = markedSuppliers(listed, parts, context)
      .filter(({ entry, state }) => (wanted.size === 0 ? state === "none" : wanted.has(supplierName(entry))))
      .filter((each) => isChosen(each, filters))
      .map(({ entry, ask }) => ({ entry, ask, hindrance: hindranceOfEntry(entry, asks, now) }))
      .toSorted((a, b) => rankOf(a) - rankOf(b));
    const shown = candidates.slice(0, MOST_SHOWN);
    const looked = await lookUpSuppliers(
      shown.map(({ entry }) => entry),
      context,
      locale,
    );
    const left = Math.max(0, MOST_ASKS_A_DAY - asksOfToday(asks, now).length);
    const [first] = looked;
    const by = person.session?.email ?? "";
    return {
      organization: { id: organization.id, role, untrusted: { name: foreignText(organization.name) } },
      /** So many requests may still be sent today. */
      left,
      isCut: candidates.length > shown.length,
      suppliers: shown.map(({ entry, ask, hindrance }, at) => ({
        supplier: supplierName(entry),
        country: entry.country,
        ico: entry.ico,
        criticality: entry.criticality,
        ask,
        hindrance,
        untrusted: {
          name: looked[at]?.standing.name ?? null,
          contactEmail: foreignTextOrNull(entry.contact_email),
        },
      })),
      mail:
        first === undefined
          ? null
          : mailText(
              askMail(
                {
                  organization,
                  supplier: { ...first.key, name: first.standing.name },
                  by,
                  token: "…",
                  stop: "…",
                  baseUrl,
                },
                locale,
              ),
              baseUrl,
            ),
    };
  },
});

/** Who can be asked stands first, then what more depends on. */
function rankOf({ entry, hindrance }: { readonly entry: SupplierEntry; readonly hindrance: string | null }): number {
  const weight = entry.criticality === null ? CRITICALITIES.length : CRITICALITIES.indexOf(entry.criticality);
  return weight + (hindrance === null ? 0 : CRITICALITIES.length + 1);
}

/** Why a supplier cannot be asked together with others now; `null`: it can. */
function hindranceOfEntry(
  { contact_email: email }: SupplierEntry,
  asks: Parameters<typeof hindranceOf>[0],
  now: number,
): "no_contact" | "refused" | "lately" | null {
  if (email === null || email === "") return "no_contact";
  const hindrance = hindranceOf(asks, emailKeyOf(email), now);
  return typeof hindrance === "number" ? "lately" : hindrance;
}

/** Sends the request to the contacts of several suppliers: to all of them, or to none. */
export const supplierAskSeveral = defineCapability({
  name: "supplier_ask_several",
  access: "organization",
  effect: "write",
  right: "change",
  needsSession: true,
  input: z.strictObject({
    organizationId: organizationParameter,
    suppliers: suppliersField,
    confirm: z.string().default("").describe("`1`: the person has seen the addressees and wants the mails sent."),
    remind: z.boolean().default(false).describe("One reminder to each after 14 days, where nothing came of it."),
    locale: localeParameter.describe("Language of the mails."),
  }),
  form: {
    cost: { rows: ["person_write"], stock: ["mail_out"] },
    path: "/organizations/:organizationId/suppliers/ask",
    leadsTo: "/organizations/:organizationId/suppliers?n=:count",
    done: "done",
    mailLink: ({ mailLink }) => mailLink,
  },
  run: async ({ suppliers, confirm, remind, locale }, context) => {
    const { store, write, accounts } = context;
    const faults: Fault[] = [];
    const names = [...new Set(suppliers)];
    if (names.length === 0) faults.push({ code: "nothing_chosen", field: "suppliers" });
    if (confirm !== "1") faults.push({ code: "confirm_missing", field: "confirm" });
    refuseFaults(faults);
    const chosen: { readonly entry: SupplierEntry; readonly email: string }[] = [];
    for (const name of names) {
      const entry = await listedSupplier(store.trust, name);
      const email = entry.contact_email ?? "";
      if (email === "") throw new Refused([{ code: "email_invalid", field: "suppliers" }]);
      chosen.push({ entry, email });
    }
    await refuseUnlessAll(chosen, context);
    const prepared: Awaited<ReturnType<typeof prepareAsk>>[] = [];
    for (const { entry, email } of chosen) prepared.push(await prepareAsk({ entry, email, remind, locale }, context));
    await write(async (change) => {
      for (const ask of prepared) await sendAsk(ask, change);
    });
    const [only, ...others] = prepared;
    return {
      count: prepared.length,
      // The page that follows shows one link.
      mailLink: only === undefined || others.length > 0 ? null : mailLinkFor(accounts, only.link),
    };
  },
});

/** @throws Refused where not all of them may be asked today: nobody's allowance of mails is used then */
async function refuseUnlessAll(
  chosen: readonly { readonly email: string }[],
  { store, accounts }: OrganizationContext,
): Promise<void> {
  const now = accounts.now();
  const asks = await store.trust.asks(now - ASK_PAUSE_MS);
  const keys = chosen.map(({ email }) => emailKeyOf(email));
  const left = MOST_ASKS_A_DAY - asksOfToday(asks, now).length;
  const isDouble = new Set(keys).size < keys.length;
  const hindrances = keys.map((key) => hindranceOf(asks, key, now));
  if (hindrances.includes("refused")) throw new Refused([{ code: "ask_refused", field: "suppliers" }]);
  if (isDouble || keys.length > left || hindrances.some((each) => each !== null)) {
    throw new Refused([{ code: "ask_limit", field: "suppliers" }]);
  }
}
