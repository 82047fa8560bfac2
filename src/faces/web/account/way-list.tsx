import type { accountOverview } from "../../../capabilities/accounts/account-overview.ts";
import type { WayKind } from "../../../capabilities/accounts/ways.ts";
import type { AnswerOf } from "../../../capabilities/capability.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { typesetTexts } from "../../../core/non-breaking.ts";
import { formatInstant } from "../../../core/text.ts";
import { Options } from "../components/form-field.tsx";

const text = typesetTexts({
  added: { sk: "pridané", cs: "přidáno", en: "added" },
  used: { sk: "naposledy použité", cs: "naposledy použito", en: "last used" },
  unused: { sk: "ešte nepoužité", cs: "zatím nepoužito", en: "not used yet" },
  isNew: { sk: "nové", cs: "nové", en: "new" },
  app: { sk: "Overovacia aplikácia", cs: "Ověřovací aplikace", en: "Authenticator app" },
  since: { sk: "od", cs: "od", en: "since" },
  appStays: {
    sk: "zostáva. Nie je vaša? Vypne ju prevádzkovateľ.",
    cs: "zůstává. Není vaše? Vypne ji provozovatel.",
    en: "stays. Not yours? The operator removes it.",
  },
} satisfies Record<string, Localized>);

const kinds = typesetTexts({
  passkey: { sk: "Prístupový kľúč", cs: "Přístupový klíč", en: "Passkey" },
  key: { sk: "Kľúč API", cs: "Klíč API", en: "API key" },
  identity: { sk: "Prepojená identita", cs: "Propojená identita", en: "Linked identity" },
  calendar: { sk: "Adresa kalendára", cs: "Adresa kalendáře", en: "Calendar address" },
  subscription: {
    sk: "Adresa kanála alebo termínov",
    cs: "Adresa kanálu nebo termínů",
    en: "Address of a feed or of dates",
  },
  connection: { sk: "Pripojená aplikácia", cs: "Připojená aplikace", en: "Connected application" },
} satisfies Record<WayKind, Localized>);

type Way = AnswerOf<typeof accountOverview>["ways"][number];

/** What opens an account besides its password; with `ticks` each is a tick of the field `end`. */
export function WayList({
  ways,
  appSince,
  ticks,
  locale,
}: {
  ways: readonly Way[];
  appSince: string | null;
  /** The ids that are ticked, and those that are new since the former password. */
  ticks?: { readonly ticked: readonly string[]; readonly isNew: readonly string[] };
  locale: Locale;
}) {
  return (
    <ul class="rows">
      {ways.map((way) => (
        <li class="row" data-way={way.id}>
          {ticks === undefined ? (
            <WayName way={way} locale={locale} />
          ) : (
            <div class="choice">
              <Options
                name="end"
                options={[
                  { value: way.id, name: <WayName way={way} isNew={ticks.isNew.includes(way.id)} locale={locale} /> },
                ]}
                values={ticks.ticked}
                isSeveral
              />
            </div>
          )}
        </li>
      ))}
      {appSince === null ? null : (
        <li class="row">
          <p class="row-name">{text.app[locale]}</p>
          <p class="meta">
            {text.since[locale]} {formatInstant(appSince, locale)}
            {ticks === undefined ? "" : `, ${text.appStays[locale]}`}
          </p>
        </li>
      )}
    </ul>
  );
}

function WayName({
  way: { kind, tail, addedAt, lastUsedAt, untrusted },
  isNew = false,
  locale,
}: {
  way: Way;
  isNew?: boolean;
  locale: Locale;
}) {
  const canBeUnused = kind === "passkey" || kind === "key";
  const used = lastUsedAt === null ? text.unused[locale] : `${text.used[locale]} ${formatInstant(lastUsedAt, locale)}`;
  return (
    <span class="breakable">
      <strong>
        {kinds[kind][locale]} <bdi>{untrusted.name}</bdi>
        {tail === null ? "" : `, …${tail}`}
      </strong>
      {isNew ? ` (${text.isNew[locale]})` : ""}
      <br />
      <span class="meta">
        {text.added[locale]} {formatInstant(addedAt, locale)}
        {canBeUnused ? `, ${used}` : ""}
      </span>
    </span>
  );
}
