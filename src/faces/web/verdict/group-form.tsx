import type { Locale, Localized } from "../../../core/locale.ts";
import { describedBy } from "../components/form-field.tsx";
import { controlTexts } from "../components/question-control.tsx";
import type { FactContext } from "./fact-context.ts";
import { type GroupLine, MOST_LINES } from "./group-query.ts";
import { NoneRadios } from "./none-radios.tsx";

const text = {
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
} satisfies Record<string, Localized>;

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
      <NoneRadios fact="linkedEnterprises" context={context} yes={text.own[locale]} />
      <details open={isOpen}>
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
              <Cell
                id={`gc-${name}`}
                name={`gc.${name}`}
                label={text[name][locale]}
                value={consolidated[name]}
                error={errorOf(`gc-${name}`)}
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
    <Cell
      id={`${id}-${name}`}
      name={`g.${name}`}
      label={text[name][locale]}
      value={line[name]}
      error={errorOf(`${id}-${name}`)}
    />
  );
  return (
    <div class="group-line">
      {cell("name")}
      <div class="field">
        <label for={`${id}-relation`}>{text.relation[locale]}</label>
        <select id={`${id}-relation`} name="g.relation">
          <option value="linked">{text.linked[locale]}</option>
          <option value="partner" selected={line.relation === "partner"}>
            {text.partner[locale]}
          </option>
        </select>
      </div>
      {cell("share")}
      {cell("staff")}
      {cell("turnover")}
      {cell("balance")}
      {isCzech ? (
        <div class="field">
          <label for={`${id}-separate`}>{text.separate[locale]}</label>
          <select id={`${id}-separate`} name="g.separate">
            <option value="no">{controlTexts.no[locale]}</option>
            <option value="yes" selected={line.isSeparate}>
              {controlTexts.yes[locale]}
            </option>
          </select>
        </div>
      ) : null}
    </div>
  );
}

function Cell({
  id,
  name,
  label,
  value,
  error,
}: {
  id: string;
  name: string;
  label: string;
  value: string;
  error: string | undefined;
}) {
  return (
    <div class={`field${error === undefined ? "" : " has-error"}`}>
      <label for={id}>{label}</label>
      {error === undefined ? null : (
        <p class="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
      <input
        id={id}
        name={name}
        value={value}
        maxlength={60}
        autocomplete="off"
        {...describedBy(id, { error: error !== undefined })}
      />
    </div>
  );
}
