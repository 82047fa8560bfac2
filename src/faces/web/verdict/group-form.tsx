import type { Locale, Localized } from "../../../core/locale.ts";
import { typesetTexts } from "../../../core/non-breaking.ts";
import { commonOptions } from "../components/answer.ts";
import { Field } from "../components/form-field.tsx";
import { NoneOption } from "./activity-fields.tsx";
import type { FactContext } from "./fact-context.ts";
import { type GroupLine, MOST_LINES } from "./group-query.ts";

const text = typesetTexts({
  own: {
    sk: "Áno, vlastní nás alebo my vlastníme aspoň 25 % inej firmy",
    cs: "Ano, vlastní nás nebo my vlastníme alespoň 25 % jiné firmy",
    en: "Yes, another firm owns 25 % or more of us, or we of it",
  },
  title: { sk: "Firmy skupiny", cs: "Firmy skupiny", en: "Firms of the group" },
  help: {
    sk: "Prepojená: väčšina hlasov alebo iné ovládanie, počíta sa celá. Partnerská: podiel 25 až 50 %, počíta sa podielom. Ďalší riadok pribudne po prepočítaní.",
    cs: "Propojená: většina hlasů nebo jiné ovládání, počítá se celá. Partnerská: podíl 25 až 50 %, počítá se podílem. Další řádek přibude po přepočtení.",
    en: "Linked: a majority of votes or other control, counts in full. Partner: a share of 25 to 50 %, counts by the share. A further line appears after recalculating.",
  },
  crowns: {
    sk: "Sumy sú v eurách. Sumu v korunách napíšte s Kč a kurz uveďte pri obrate firmy; platí pre celú skupinu.",
    cs: "Částky jsou v eurech. Částku v korunách napište s Kč a kurz uveďte u obratu firmy; platí pro celou skupinu.",
    en: "Amounts are in euros. Write an amount in Czech crowns with CZK and state the rate beside the turnover of the firm; it holds for the whole group.",
  },
  name: { sk: "Názov (nepovinný)", cs: "Název (nepovinný)", en: "Name (optional)" },
  relation: { sk: "Vzťah", cs: "Vztah", en: "Relation" },
  linked: { sk: "prepojená", cs: "propojená", en: "linked" },
  partner: { sk: "partnerská", cs: "partnerská", en: "partner" },
  share: { sk: "Podiel %", cs: "Podíl %", en: "Share %" },
  staff: { sk: "Zamestnanci", cs: "Zaměstnanci", en: "Staff" },
  turnover: { sk: "Obrat EUR", cs: "Obrat EUR", en: "Turnover EUR" },
  balance: { sk: "Bilančná suma EUR", cs: "Bilanční suma EUR", en: "Balance sheet EUR" },
  separate: {
    sk: "Sú vaše systémy úplne oddelené od jej systémov?",
    cs: "Jsou vaše systémy zcela oddělené od jejích?",
    en: "Are your systems fully separate from theirs?",
  },
  consolidated: {
    sk: "Máte konsolidovanú závierku, v ktorej ste zahrnutí?",
    cs: "Máte konsolidovanou závěrku, ve které jste zahrnuti?",
    en: "Do you have consolidated accounts that include you?",
  },
  consolidatedHelp: {
    sk: "Potom stačia tri čísla z nej; pridajte len firmy, ktoré v nej nie sú.",
    cs: "Pak stačí tři čísla z ní; přidejte jen firmy, které v ní nejsou.",
    en: "Then three numbers from it are enough; add only firms that are not in it.",
  },
} satisfies Record<string, Localized>);

/** What the cells of a line have in common. */
const CELL = { maxlength: 60, autocomplete: "off" } as const;

const emptyLine: GroupLine = {
  name: "",
  relation: "linked",
  share: "",
  staff: "",
  turnover: "",
  balance: "",
  isSeparate: false,
};

/** The group: one line for each firm, one more than is filled in, and the figures of consolidated accounts. */
export function GroupForm({ context }: { context: FactContext }) {
  const { values, country, errorOf, locale } = context;
  const { lines, consolidated } = values.group;
  const isOpen =
    lines.length > 0 || consolidated.staff !== "" || values.answers.get("linkedEnterprises")?.[0] === "yes";
  const shown = lines.length >= MOST_LINES ? lines : [...lines, emptyLine];
  return (
    <>
      <NoneOption fact="linkedEnterprises" answers={values.answers} yes={text.own[locale]} locale={locale} />
      <details open={isOpen} data-group-form>
        <summary>{text.title[locale]}</summary>
        <p class="help">{text.help[locale]}</p>
        {country === "CZ" ? <p class="help">{text.crowns[locale]}</p> : null}
        {shown.map((line, index) => (
          <Line line={line} id={`g-${index + 1}`} isCzech={country === "CZ"} errorOf={errorOf} locale={locale} />
        ))}
        <details open={consolidated.staff !== ""}>
          <summary>{text.consolidated[locale]}</summary>
          <p class="help">{text.consolidatedHelp[locale]}</p>
          <div class="group-line">
            {(["staff", "turnover", "balance"] as const).map((name) => (
              <Field
                id={`gc-${name}`}
                name={`gc.${name}`}
                label={text[name][locale]}
                value={consolidated[name]}
                error={errorOf(`gc-${name}`)}
                {...CELL}
              />
            ))}
          </div>
        </details>
      </details>
    </>
  );
}

function Line({
  line,
  id,
  isCzech,
  errorOf,
  locale,
}: {
  line: GroupLine;
  id: string;
  isCzech: boolean;
  errorOf: FactContext["errorOf"];
  locale: Locale;
}) {
  const cell = (name: "name" | "share" | "staff" | "turnover" | "balance") => (
    <Field
      id={`${id}-${name}`}
      name={`g.${name}`}
      label={text[name][locale]}
      value={line[name]}
      error={errorOf(`${id}-${name}`)}
      {...CELL}
    />
  );
  return (
    <div class="group-line">
      {cell("name")}
      <Field
        id={`${id}-relation`}
        name="g.relation"
        label={text.relation[locale]}
        value={line.relation}
        options={[
          { value: "linked", name: text.linked[locale] },
          { value: "partner", name: text.partner[locale] },
        ]}
      />
      {cell("share")}
      {cell("staff")}
      {cell("turnover")}
      {cell("balance")}
      {isCzech ? (
        <Field
          id={`${id}-separate`}
          name="g.separate"
          label={text.separate[locale]}
          value={line.isSeparate ? "yes" : "no"}
          options={commonOptions(locale, "no", "yes")}
        />
      ) : null}
    </div>
  );
}
