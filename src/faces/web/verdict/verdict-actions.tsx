import type { Country } from "../../../core/country.ts";
import type { Ico } from "../../../core/ico.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import type { Site } from "../page.ts";
import { href, paths, privatePaths } from "../paths.ts";
import { incidentHref } from "./road.tsx";
import type { Verdict } from "./verdict-names.ts";

const text = {
  title: { sk: "Čo s tým ďalej", cs: "Co s tím dál", en: "What to do with it" },
  prepare: { sk: "Pripraviť oznámenie", cs: "Připravit ohlášení", en: "Prepare the notification" },
  prepareIf: {
    sk: "Pripraviť oznámenie, ak ste v pôsobnosti",
    cs: "Připravit ohlášení, pokud jste v působnosti",
    en: "Prepare the notification, if you are in scope",
  },
  calendar: { sk: "Do kalendára", cs: "Do kalendáře", en: "Add to a calendar" },
  memo: { sk: "Uložiť ako PDF", cs: "Uložit jako PDF", en: "Save as PDF" },
  organization: {
    sk: "Založiť organizáciu tejto firmy",
    cs: "Založit organizaci této firmy",
    en: "Make an organization of this firm",
  },
  supplier: { sk: "Pridať k dodávateľom", cs: "Přidat k dodavatelům", en: "Add to suppliers" },
  incident: {
    sk: "Stal sa incident? Komu ho nahlásiť a do kedy",
    cs: "Stal se incident? Komu ho nahlásit a dokdy",
    en: "Has an incident happened? Whom to tell, and by when",
  },
  error: { sk: "Nahlásiť chybu v odpovedi", cs: "Nahlásit chybu v odpovědi", en: "Report an error in this answer" },
  subject: {
    sk: "Dosah: chyba v odpovedi",
    cs: "Dosah: chyba v odpovědi",
    en: "Dosah: an error in an answer",
  },
} satisfies Record<string, Localized>;

/** Where the actions of one verdict lead. */
export interface VerdictWays {
  readonly notification: string;
  readonly calendar: string;
  readonly memo: string;
  /** The canonical address of the verdict, in full. */
  readonly address: string;
  readonly firm?: { readonly ico: Ico; readonly country: Country };
}

/** What a verdict lets its reader do, the first three as buttons; every one is a link that works without a script. */
export function VerdictActions({
  verdict,
  ways,
  hasDates,
  site,
  locale,
}: {
  verdict: Verdict;
  ways: VerdictWays;
  /** Days follow from the verdict, in scope or not. */
  hasDates: boolean;
  site: Site;
  locale: Locale;
}) {
  const { category, nationalRegime, nextSteps } = verdict;
  // Czech law does not regulate what the directive lists: nothing to notify.
  const isOut = category === "out_of_scope" || nationalRegime?.id === "none";
  const isUnsure = category === "unknown" || nextSteps.every(({ conditional }) => conditional);
  const firm = ways.firm === undefined ? undefined : `${ways.firm.country}-${ways.firm.ico}`;
  const actions = [
    isOut ? null : { id: "prepare", to: ways.notification, label: isUnsure ? text.prepareIf : text.prepare },
    isOut && !hasDates ? null : { id: "calendar", to: ways.calendar, label: text.calendar },
    { id: "memo", to: ways.memo, label: text.memo },
    firm === undefined
      ? null
      : { id: "organization", to: href(locale, privatePaths.newOrganization, { firm }), label: text.organization },
    firm === undefined
      ? null
      : { id: "supplier", to: href(locale, privatePaths.suppliersAdd, { firms: firm }), label: text.supplier },
    isOut ? null : { id: "incident", to: incidentHref(verdict, locale), label: text.incident },
  ].flatMap((action) => action ?? []);
  return (
    <section class="section screen-only" aria-labelledby="actions-title">
      <h2 id="actions-title">{text.title[locale]}</h2>
      <p class="links">
        {actions.map(({ id, to, label }, index) => (
          <a
            class={index < BUTTONS ? "button is-quiet" : undefined}
            data-action={id}
            data-incident-door={id === "incident"}
            href={to}
          >
            {label[locale]}
          </a>
        ))}
        <ReportError address={ways.address} site={site} locale={locale} />
      </p>
    </section>
  );
}

const BUTTONS = 3;

/** The way to tell the operator; nothing is stored here. */
function ReportError({ address, site, locale }: { address: string; site: Site; locale: Locale }) {
  const { contact } = site.operator;
  const to = contact === null ? href(locale, paths.about) : reportAddress(contact, address, site, locale);
  return (
    <a data-report-error href={to}>
      {text.error[locale]}
    </a>
  );
}

function reportAddress(contact: string, address: string, { rules }: Site, locale: Locale): string {
  if (!contact.startsWith("mailto:")) {
    const url = new URL(contact);
    url.searchParams.set("page", address);
    return url.href;
  }
  const body = `${address}\n${rules.version}`;
  return `${contact}?subject=${encodeURIComponent(text.subject[locale])}&body=${encodeURIComponent(body)}`;
}
