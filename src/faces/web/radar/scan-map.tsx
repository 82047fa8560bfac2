import { FEWEST_ORGANIZATIONS } from "../../../capabilities/scans/map-cells.ts";
import { nis2Map } from "../../../capabilities/scans/nis2-map.ts";
import type { Locale, Localized } from "../../../core/locale.ts";

const text = {
  title: { sk: "Mapa nálezov skenov", cs: "Mapa nálezů skenů", en: "The map of what scans find" },
  data: { sk: "Mapa ako JSON", cs: "Mapa jako JSON", en: "The map as JSON" },
} satisfies Record<string, Localized>;

const paragraphs: Readonly<Record<Locale, readonly { readonly lead: string; readonly rest: string }[]>> = {
  sk: [
    {
      lead: "Čo sa počíta.",
      rest: "Posledný úplný sken každej domény s overeným vlastníctvom za ostatných 90 dní, podľa krajiny a sektora organizácie. Organizácia sa počíta raz, svojou najhoršou doménou. Súhrny sa prepočítavajú každú noc.",
    },
    {
      lead: "Čo sa nezverejňuje.",
      rest: `Skupina, v ktorej je menej ako ${FEWEST_ORGANIZATIONS} organizácií, a počty kontrol menšie ako tri; v riadku nikdy nechýba jediný počet, inak by sa dal dopočítať.`,
    },
    {
      lead: "Prečo sa čísla nemenia každý deň.",
      rest: `Nové čísla skupiny sa objavia, až keď sa od všetkých predošlých líšia aspoň ${FEWEST_ORGANIZATIONS} organizáciami. Ani rozdiel dvoch dní tak nikoho neprezradí. Keď organizácia odíde, čísla s ňou zmiznú.`,
    },
    { lead: "Kto nechce byť započítaný,", rest: "vypne si to v nastaveniach organizácie." },
  ],
  cs: [
    {
      lead: "Co se počítá.",
      rest: "Poslední úplný sken každé domény s ověřeným vlastnictvím za posledních 90 dní, podle země a odvětví organizace. Organizace se počítá jednou, svou nejhorší doménou. Souhrny se přepočítávají každou noc.",
    },
    {
      lead: "Co se nezveřejňuje.",
      rest: `Skupina, ve které je méně než ${FEWEST_ORGANIZATIONS} organizací, a počty kontrol menší než tři; v řádku nikdy nechybí jediný počet, jinak by se dal dopočítat.`,
    },
    {
      lead: "Proč se čísla nemění každý den.",
      rest: `Nová čísla skupiny se objeví, až když se od všech předchozích liší aspoň o ${FEWEST_ORGANIZATIONS} organizací. Ani rozdíl dvou dnů tak nikoho neprozradí. Když organizace odejde, čísla s ní zmizí.`,
    },
    { lead: "Kdo se nechce počítat,", rest: "vypne to v nastavení organizace." },
  ],
  en: [
    {
      lead: "What is counted.",
      rest: "The newest full scan of each domain with proved ownership in the last 90 days, by the country and sector of the organization. An organization counts once, by its worst domain. The sums are computed every night.",
    },
    {
      lead: "What is not published.",
      rest: `A group of fewer than ${FEWEST_ORGANIZATIONS} organizations, and numbers of checks below three; a row never lacks one number alone, which could be worked out from the others.`,
    },
    {
      lead: "Why the figures do not change every day.",
      rest: `New figures of a group appear only when they differ from all earlier ones by at least ${FEWEST_ORGANIZATIONS} organizations, so no difference between two days gives anybody away. When an organization leaves, the figures go with it.`,
    },
    { lead: "Who does not want to be counted", rest: "switches it off in the settings of the organization." },
  ],
};

/** How the map of scans comes about, under the address that its data name: `#scan`. */
export function ScanMap({ locale }: { locale: Locale }) {
  return (
    <section class="section" id="scan" aria-labelledby="scan-title">
      <h2 id="scan-title">{text.title[locale]}</h2>
      <div class="prose">
        {paragraphs[locale].map(({ lead, rest }) => (
          <p>
            <strong>{lead}</strong> {rest}
          </p>
        ))}
        <p>
          <a href={nis2Map.rest?.[0]?.path ?? "/api/nis2-map"}>{text.data[locale]}</a>
        </p>
      </div>
    </section>
  );
}
