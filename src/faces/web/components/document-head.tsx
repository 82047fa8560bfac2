import type { Child } from "hono/jsx";
import type { Locale, Localized } from "../../../core/locale.ts";
import { formatDay } from "../../../core/text.ts";
import type { Site } from "../page.ts";
import { QrCode } from "./qr-code.tsx";

const text = {
  nameless: { sk: "bez názvu", cs: "bez názvu", en: "untitled" },
  indicative: { sk: "orientačné", cs: "orientační", en: "indicative" },
  address: { sk: "Adresa tohto výsledku", cs: "Adresa tohoto výsledku", en: "Address of this result" },
  by: { sk: "Posúdil", cs: "Posoudil", en: "Assessed by" },
  day: { sk: "Dátum", cs: "Datum", en: "Date" },
} satisfies Record<string, Localized>;

const rulesText: Readonly<Record<Locale, (version: string, day: string) => string>> = {
  sk: (version, day) => `pravidlá ${version}, právny stav ${day}`,
  cs: (version, day) => `pravidla ${version}, právní stav ${day}`,
  en: (version, day) => `rules ${version}, state of the law ${day}`,
};

const decides: Readonly<Record<Locale, (authority: string) => string>> = {
  sk: (authority) => `záväzne rozhoduje ${authority}`,
  cs: (authority) => `závazně rozhoduje ${authority}`,
  en: (authority) => `the binding decision is made by ${authority}`,
};

/** A longer address makes a code that a camera cannot read from paper. */
const LONGEST_CODED = 300;

/**
 * What a printed result must say to be filed: of what and whom, of which day, by which rules, where it stands. On screen
 * it is hidden, since the page says the same.
 * @param title what it is; @param subject the firm or the name that was typed, `null` for neither
 * @param address the canonical address in full; @param authority who decides, where somebody does
 * @param isSigned with a line for the person who assessed
 */
export function DocumentHead({
  title,
  subject,
  address,
  authority,
  isSigned = false,
  isShown = false,
  site,
  locale,
}: {
  title: string;
  subject: Child | null;
  address: string;
  authority?: string | undefined;
  isSigned?: boolean;
  isShown?: boolean;
  site: Site;
  locale: Locale;
}) {
  const today = site.today();
  return (
    <div class={isShown ? "dochead is-shown" : "dochead"} data-dochead>
      {address.length > LONGEST_CODED ? null : <QrCode text={address} label={text.address[locale]} />}
      <div>
        <p>
          <b>{title}</b> · <span data-dochead-subject>{subject ?? text.nameless[locale]}</span>
        </p>
        <p>
          <time datetime={today}>{formatDay(today, locale)}</time> ·{" "}
          {rulesText[locale](site.rules.version, formatDay(site.rules.lawDay, locale))} · {text.indicative[locale]}
          {authority === undefined ? null : `; ${decides[locale](authority)}`}
        </p>
        <p class="dochead-address">{address}</p>
        {isSigned ? (
          <p class="dochead-signature">
            {text.by[locale]}: <span class="blank" /> {text.day[locale]}: <span class="blank" />
          </p>
        ) : null}
      </div>
    </div>
  );
}
