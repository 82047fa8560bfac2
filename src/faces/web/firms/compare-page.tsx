import { rowProblem } from "../../../capabilities/rows/row-problems.ts";
import type { FirmRow } from "../../../capabilities/scope/firm-row.ts";
import { firmRow } from "../../../capabilities/scope/firm-row.ts";
import { headcountText } from "../../../capabilities/scope/headcount-text.ts";
import { scopeEvaluate } from "../../../capabilities/scope/scope-evaluate.ts";
import { countryNames } from "../../../core/country.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { ServiceError } from "../../../core/problem.ts";
import { CategoryMark } from "../components/category-mark.tsx";
import { ErrorSummary } from "../components/form-field.tsx";
import { formatIco } from "../components/format-ico.ts";
import { LawText } from "../components/law-text.tsx";
import { FirmName } from "../components/untrusted-text.tsx";
import type { PageAnswer, PageRequest } from "../page.ts";
import { firmPath, href, paths } from "../paths.ts";
import { askWhatIf } from "../verdict/ask-what-if.ts";
import { naceLabel, sizeNames } from "../verdict/verdict-names.ts";
import { CompareForm, SIDES, type Side } from "./compare-form.tsx";

const text = {
  title: { sk: "Porovnanie", cs: "Porovnání", en: "Comparison" },
  description: {
    sk: "Výsledky podľa NIS2 vedľa seba: dve firmy alebo dva prípady Zadať údaje.",
    cs: "Výsledky podle NIS2 vedle sebe: dvě firmy nebo dva případy Zadat údaje.",
    en: "Results under NIS2 side by side: two firms, or two What if cases.",
  },
  errorTitle: { sk: "Opravte, prosím, tieto údaje", cs: "Opravte prosím tyto údaje", en: "Please correct this" },
  error: { sk: "Chyba", cs: "Chyba", en: "Error" },
  what: { sk: "Údaj", cs: "Údaj", en: "Fact" },
  headline: { sk: "Odpoveď", cs: "Odpověď", en: "Answer" },
  category: { sk: "Kategória", cs: "Kategorie", en: "Category" },
  sector: { sk: "Sektor NIS2", cs: "Odvětví NIS2", en: "NIS2 sector" },
  activity: { sk: "Rozhodujúca činnosť", cs: "Rozhodující činnost", en: "Deciding activity" },
  size: { sk: "Veľkosť", cs: "Velikost", en: "Size" },
  regime: { sk: "Vnútroštátny režim", cs: "Vnitrostátní režim", en: "National regime" },
  missing: { sk: "Čo by výsledok zmenilo", cs: "Co by výsledek změnilo", en: "What would change the result" },
  noSector: { sk: "žiadny", cs: "žádné", en: "none" },
  noRegime: { sk: "žiadny", cs: "žádný", en: "none" },
  nothing: {
    sk: "nič, čo by sme vedeli pomenovať",
    cs: "nic, co bychom uměli pojmenovat",
    en: "nothing that we can name",
  },
  unknown: { sk: "nie je známe", cs: "není známo", en: "not known" },
  unknownActivity: { sk: "nie je známa", cs: "není známa", en: "not known" },
  differs: { sk: "líši sa", cs: "liší se", en: "differs" },
  stated: { sk: "Podľa zadaných údajov", cs: "Podle zadaných údajů", en: "Based on the facts given" },
  whole: { sk: "Celý výsledok", cs: "Celý výsledek", en: "The whole result" },
  onlyTwo: {
    sk: "Vybrali ste viac než dve firmy. Porovnať sa dajú dve.",
    cs: "Vybrali jste víc než dvě firmy. Porovnat lze dvě.",
    en: "You chose more than two firms. Two can be compared.",
  },
  missingSide: {
    sk: "Zadajte firmu alebo adresu výsledku Zadať údaje.",
    cs: "Zadejte firmu nebo adresu výsledku Zadat údaje.",
    en: "Enter a firm, or the address of a What if result.",
  },
  wrongWhatIf: {
    sk: "V tejto adrese Zadať údaje niečo chýba alebo nesedí. Otvorte ju, doplňte údaje a vložte ju znova.",
    cs: "V této adrese Zadat údaje něco chybí nebo nesouhlasí. Otevřete ji, doplňte údaje a vložte ji znovu.",
    en: "Something in this What if address is missing or wrong. Open it, complete the facts and paste it again.",
  },
  indicative: {
    sk: "Výsledky sú orientačné. Záväzne rozhoduje na Slovensku NBÚ, v Česku NÚKIB.",
    cs: "Výsledky jsou orientační. Závazně rozhoduje na Slovensku NBÚ, v Česku NÚKIB.",
    en: "The results are indicative. The binding decision is made by NBÚ in Slovakia and by NÚKIB in Czechia.",
  },
} satisfies Record<string, Localized>;

type Compared = Pick<
  FirmRow,
  "country" | "headline" | "category" | "sector" | "decidingNace" | "nace" | "size" | "nationalRegime" | "missingFacts"
>;

/** One side of the comparison: what is compared, who it is, and where its whole result stands. */
interface Subject {
  readonly verdict: Compared;
  readonly firm?: FirmRow;
  readonly address: string;
}

/** "What is the difference between these two?": firms, or typed facts, side by side. */
export async function comparePage(request: PageRequest): Promise<PageAnswer> {
  const { locale, query } = request;
  // A table of firms sends those that were chosen in it; the form of this page sends two fields.
  const chosen = query.getAll("firm");
  const typed = {
    a: (query.get("a") ?? chosen[0] ?? "").trim(),
    b: (query.get("b") ?? chosen[1] ?? "").trim(),
  };
  if (!query.has("a") && !query.has("b") && chosen.length === 0) return question(typed, {}, locale);
  if (chosen.length > 2) return question(typed, { b: text.onlyTwo[locale] }, locale);
  const errors: Partial<Record<Side, string>> = {};
  const subjects: Partial<Record<Side, Subject>> = {};
  for (const side of SIDES) {
    const found = await subjectOf(typed[side], request);
    if (typeof found === "string") errors[side] = found;
    else subjects[side] = found;
  }
  const { a, b } = subjects;
  if (a === undefined || b === undefined) return question(typed, errors, locale);
  return {
    title: text.title[locale],
    isIndexed: false,
    body: <Comparison a={a} b={b} typed={typed} locale={locale} />,
  };
}

function question(
  typed: Readonly<Record<Side, string>>,
  errors: Partial<Record<Side, string>>,
  locale: Locale,
): PageAnswer {
  const wrong = SIDES.flatMap((side) => {
    const message = errors[side];
    return message === undefined ? [] : [{ field: side, message }];
  });
  return {
    status: wrong.length === 0 ? 200 : 400,
    title: wrong.length === 0 ? text.title[locale] : `${text.error[locale]}: ${text.title[locale]}`,
    description: text.description[locale],
    isIndexed: wrong.length === 0,
    body: (
      <>
        <ErrorSummary title={text.errorTitle[locale]} errors={wrong} />
        <section class="opening">
          <h1>{text.title[locale]}</h1>
        </section>
        <CompareForm values={typed} errors={errors} locale={locale} />
      </>
    ),
  };
}

/**
 * What a side of the address names, or a sentence that says what is wrong with it.
 * @throws ServiceError where a limit is reached
 */
async function subjectOf(typed: string, request: PageRequest): Promise<Subject | string> {
  const { locale } = request;
  if (typed === "") return text.missingSide[locale];
  try {
    if (typed.includes("=")) {
      // A whole address, or what stands behind its question mark.
      const facts = new URLSearchParams(typed.slice(typed.indexOf("?") + 1).split("#")[0]);
      const { args } = await askWhatIf(facts, request);
      if (args === undefined) return text.wrongWhatIf[locale];
      const verdict = await request.ask(scopeEvaluate, { ...args });
      return { verdict, address: `${href(locale, paths.whatIf)}?${facts}` };
    }
    const { firm } = await request.ask(firmRow, { entry: typed.slice(0, 200) });
    const severalFirms = rowProblem("name_ambiguous");
    if (firm === null) return `${severalFirms.message[locale]} ${severalFirms.nextStep[locale]}`;
    return { verdict: firm, firm, address: href(locale, firmPath(firm.ico, firm.country)) };
  } catch (thrown) {
    if (!(thrown instanceof ServiceError) || thrown.problem.code === "rate_limited") throw thrown;
    return `${thrown.problem.message[locale]} ${thrown.problem.nextStep[locale]}`;
  }
}

function Comparison({
  a,
  b,
  typed,
  locale,
}: {
  a: Subject;
  b: Subject;
  typed: Readonly<Record<Side, string>>;
  locale: Locale;
}) {
  const rows = rowsOf(locale);
  return (
    <>
      <section class="opening">
        <h1>{text.title[locale]}</h1>
        <p class="indicative">{text.indicative[locale]}</p>
      </section>
      <table class="is-stacked comparison">
        <thead>
          <tr>
            <th scope="col">{text.what[locale]}</th>
            {[a, b].map((subject) => (
              <th scope="col">
                <SubjectName subject={subject} locale={locale} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, of }) => {
            const [left, right] = [of(a.verdict), of(b.verdict)];
            return (
              <tr>
                <th scope="row">
                  {name}
                  {left === right ? null : <span class="tag">{text.differs[locale]}</span>}
                </th>
                {[a, b].map((subject) => (
                  <td data-label={labelOf(subject, locale)}>
                    {name === text.category[locale] ? (
                      <CategoryMark
                        category={subject.verdict.category}
                        nationalRegime={subject.verdict.nationalRegime}
                        locale={locale}
                      />
                    ) : (
                      <div>
                        <LawText text={of(subject.verdict)} />
                      </div>
                    )}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
      <CompareForm values={typed} locale={locale} />
    </>
  );
}

function SubjectName({ subject, locale }: { subject: Subject; locale: Locale }) {
  const { firm, verdict, address } = subject;
  return (
    <>
      {firm === undefined ? text.stated[locale] : <FirmName name={firm.untrusted.name} locale={locale} />}
      <p class="meta">
        {firm === undefined ? "" : `IČO ${formatIco(firm.ico)} · `}
        {countryNames[verdict.country][locale]}
      </p>
      <p class="meta screen-only">
        <a href={address}>{text.whole[locale]}</a>
      </p>
    </>
  );
}

/** What stands before a value on a phone, where the columns are stacked: ours, never the name of a register. */
function labelOf({ firm, verdict }: Subject, locale: Locale): string {
  return firm === undefined ? `${text.stated[locale]}, ${verdict.country}` : `${firm.country} ${formatIco(firm.ico)}`;
}

/** The facts that are compared, each as a text. */
function rowsOf(locale: Locale): readonly { readonly name: string; readonly of: (verdict: Compared) => string }[] {
  return [
    { name: text.category[locale], of: ({ category }) => category },
    { name: text.headline[locale], of: ({ headline }) => headline ?? text.unknown[locale] },
    { name: text.sector[locale], of: ({ sector }) => sector?.name ?? text.noSector[locale] },
    {
      name: text.activity[locale],
      // A firm outside the sectors has no deciding code, so its known activity is shown.
      of: ({ decidingNace, nace }) => {
        const known = decidingNace ?? nace;
        return known === null ? text.unknownActivity[locale] : `${naceLabel(known)} ${known.name ?? ""}`.trim();
      },
    },
    {
      name: text.size[locale],
      of: ({ size }) =>
        [
          size.category === null ? text.unknown[locale] : sizeNames[size.category][locale],
          ...(size.employees === null ? [] : [headcountText(size.employees, locale)]),
        ].join(", "),
    },
    { name: text.regime[locale], of: ({ nationalRegime }) => nationalRegime?.name ?? text.noRegime[locale] },
    {
      name: text.missing[locale],
      of: ({ missingFacts }) => missingFacts[0]?.question ?? text.nothing[locale],
    },
  ];
}
