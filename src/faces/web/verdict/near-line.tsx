import type { EvaluationAnswer } from "../../../capabilities/scope/scope-answer.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { formatNumber } from "../../../core/text.ts";
import { LawText } from "../components/law-text.tsx";
import { changed, whatIfAddress } from "./what-if-address.ts";

/** Figures near a line of the sizes, and the result on its other side. */
export type NearLine = NonNullable<EvaluationAnswer["nearLine"]>;

/** Name in the address of the figures that held in the period before too: other figures are asked about again. */
const PERIODS = "years";

const text = {
  title: { sk: "Blízko hranice veľkosti", cs: "Blízko hranice velikosti", en: "Near a line of the sizes" },
  rule: {
    sk: "Veľkosť sa mení, až keď je firma za hranicou dve účtovné obdobia po sebe (čl. 4 ods. 2 prílohy odporúčania 2003/361/ES).",
    cs: "Velikost se mění, až když je firma za hranicí dvě účetní období po sobě (čl. 4 odst. 2 přílohy doporučení 2003/361/ES).",
    en: "The size changes only when the firm is beyond the line in two accounting periods running (Article 4(2) of the Annex to Recommendation 2003/361/EC).",
  },
  otherwise: {
    sk: "Ak to v predchádzajúcom období bolo inak, môže platiť aj opačný výsledok:",
    cs: "Pokud to v předchozím období bylo jinak, může platit i opačný výsledek:",
    en: "If it was otherwise in the period before, the other result may hold:",
  },
  confirm: {
    sk: "V predchádzajúcom období to bolo rovnako",
    cs: "V předchozím období to bylo stejně",
    en: "It was the same in the period before",
  },
  confirmed: {
    sk: "Uviedli ste, že v predchádzajúcom období to bolo rovnako.",
    cs: "Uvedli jste, že v předchozím období to bylo stejně.",
    en: "You said that it was the same in the period before.",
  },
  stated: { sk: "Zadali ste", cs: "Zadali jste", en: "You stated" },
  line: { sk: "hranica je", cs: "hranice je", en: "the line is at" },
  turnover: { sk: "obrat", cs: "obrat", en: "a turnover of" },
  balance: { sk: "bilančnú sumu", cs: "bilanční sumu", en: "a balance sheet total of" },
  people: { sk: "zamestnancov", cs: "zaměstnanců", en: "employees" },
  undo: { sk: "Zrušiť", cs: "Zrušit", en: "Undo" },
} satisfies Record<string, Localized>;

/** What was stated beside the line that is near: `You stated … employees; the line is at …`. */
function figureText({ figure, stated, line }: NearLine["figures"][number], locale: Locale): string {
  const [given, limit] = [formatNumber(stated, locale), formatNumber(line, locale)];
  const what =
    figure === "employees"
      ? `${given} ${text.people[locale]}`
      : `${text[figure === "turnoverEur" ? "turnover" : "balance"][locale]} ${given} EUR`;
  const unit = figure === "employees" ? "" : " EUR";
  return `${text.stated[locale]} ${what}, ${text.line[locale]} ${limit}${unit}.`;
}

/** The rule of two periods where it matters, with both results until the visitor says that the period before was the same. */
export function NearLineSection({ near, query, locale }: { near: NearLine; query: URLSearchParams; locale: Locale }) {
  const figures = near.figures.map(({ stated }) => stated).join("-");
  const isConfirmed = query.get(PERIODS) === figures;
  const address = (pairs: readonly (readonly [string, string])[]) =>
    whatIfAddress(locale, changed(query, [PERIODS], pairs));
  return (
    <section class="section" id="near-line" aria-labelledby="near-line-title">
      <h2 id="near-line-title">{text.title[locale]}</h2>
      <p class="prose">
        {near.figures.map((figure) => figureText(figure, locale)).join(" ")} <LawText text={text.rule[locale]} />
      </p>
      {isConfirmed ? (
        <p>
          {text.confirmed[locale]} <a href={address([])}>{text.undo[locale]}</a>
        </p>
      ) : (
        <>
          <p class="prose">
            {text.otherwise[locale]} <strong>{near.headline}</strong>
          </p>
          <p class="screen-only">
            <a class="button" href={address([[PERIODS, figures]])}>
              {text.confirm[locale]}
            </a>
          </p>
        </>
      )}
    </section>
  );
}
