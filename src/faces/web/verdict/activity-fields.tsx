import type { Locale, Localized } from "../../../core/locale.ts";
import { formatNace } from "../../../core/nace.ts";
import { commonOptions } from "../components/answer.ts";
import { Field, Options } from "../components/form-field.tsx";
import { CodeRow, emptyRow } from "./code-row.tsx";
import type { ActivityOptions, FactContext } from "./fact-context.ts";

const text = {
  find: {
    sk: "Napíšte slovami, čo firma robí",
    cs: "Napište slovy, co firma dělá",
    en: "Write in words what the firm does",
  },
  findHelp: {
    sk: "Napríklad zváračňa, pekáreň, e-shop alebo kód 25.62.",
    cs: "Například svařovna, pekárna, e-shop nebo kód 25.62.",
    en: "For example welding, bakery, online shop, or the code 25.62.",
  },
  search: { sk: "Hľadať činnosť", cs: "Hledat činnost", en: "Find the activity" },
  noneOfThem: { sk: "Nie, nič z toho", cs: "Ne, nic z toho", en: "No, none of it" },
  sectors: { sk: "Podľa sektora a služby", cs: "Podle odvětví a služby", en: "By sector and service" },
  only: { sk: "len Česko", cs: "jen Česko", en: "Czechia only" },
  noClass: { sk: "nič z uvedeného", cs: "nic z uvedeného", en: "none of these" },
  main: { sk: "Ktorá z nich je hlavná?", cs: "Která z nich je hlavní?", en: "Which of them is the main one?" },
} satisfies Record<string, Localized>;

/** What the firm does, asked in the way that fits the question: by words and codes, by classes under a code, by services. */
export function ActivityFields({ fact, context }: { fact: string; context: FactContext }) {
  const { values, options, locale } = context;
  if (fact === "otherActivity") {
    return (
      <>
        <NoneOption fact={fact} answers={values.answers} locale={locale} />
        <details open={values.does.length > 0}>
          <summary>{text.sectors[locale]}</summary>
          <SectorList options={options} does={values.does} locale={locale} hasLabel={false} />
        </details>
      </>
    );
  }
  if (fact === "exactActivity") {
    return (
      <>
        <Options
          name="add"
          options={options.classes.map(({ code, revision, name }) => ({
            value: `${code}@${revision}`,
            name: `${formatNace(code)} ${name}`,
          }))}
          values={[]}
          isSeveral
          line="service"
        />
        <div class="choice">
          <Options
            name="a.exactActivity"
            id="a-exactActivity"
            options={[{ value: "no", name: text.noClass[locale] }]}
            values={values.answers.get(fact) ?? []}
          />
        </div>
      </>
    );
  }
  // Codes of an old source that the visitor says are no longer right are none to choose from.
  const isDenied = values.answers.get("currentActivity")?.includes("no") === true;
  const known = values.codes.flatMap(({ code, revision, asOf }) =>
    revision === null || (isDenied && asOf !== undefined) ? [] : [{ code, revision }],
  );
  return (
    <>
      {known.length === 0 ? null : (
        <>
          <p class="help">{text.main[locale]}</p>
          <div class="choice">
            <Options
              name="main"
              options={known.map(({ code, revision }) => ({
                value: `${code}@${revision}`,
                name: `${formatNace(code)} (Rev. ${revision})`,
              }))}
              values={[]}
            />
          </div>
        </>
      )}
      <FindField value={values.find} locale={locale} />
      {known.length > 0 ? null : <CodeRow row={emptyRow} number={1} locale={locale} errors={[]} />}
      <SectorList options={options} does={values.does} locale={locale} />
    </>
  );
}

/** The field for words; it belongs to whatever form it stands in. */
export function FindField({ value, locale }: { value: string; locale: Locale }) {
  return (
    <Field
      id="find"
      label={text.find[locale]}
      help={text.findHelp[locale]}
      control={
        <div class="find">
          <input id="find" name="find" value={value} maxlength={100} autocomplete="off" aria-describedby="find-help" />
          <button type="submit" class="button is-quiet">
            {text.search[locale]}
          </button>
        </div>
      }
    />
  );
}

/** The sectors, each of which opens its services; several may be ticked. `name`: of the field. */
export function SectorList({
  options,
  does,
  name: field = "does",
  locale,
  idPrefix = "does",
  hasLabel = true,
  opened,
}: {
  options: ActivityOptions;
  does: readonly string[];
  name?: string;
  locale: Locale;
  /** Where the list stands twice on a page, each has a prefix of its own. */
  idPrefix?: string;
  /** False under a title that says the same. */
  hasLabel?: boolean;
  /** The sector that is open at first. */
  opened?: string | undefined;
}) {
  return (
    <div class="sectors">
      {hasLabel ? <p class="label">{text.sectors[locale]}</p> : null}
      {options.sectors.map(({ id: sector, name, services }) => (
        <details open={sector === opened || services.some((service) => does.includes(service.id))}>
          <summary>{name}</summary>
          <Options
            name={field}
            id={idPrefix}
            options={services.map(({ id, name, isCzechOnly }) => ({
              value: id,
              name: isCzechOnly ? (
                <>
                  {name}
                  <span class="meta"> ({text.only[locale]})</span>
                </>
              ) : (
                name
              ),
            }))}
            values={does}
            isSeveral
            line="service"
          />
        </details>
      ))}
    </div>
  );
}

/** The answer of no for a question that another field answers by being filled in. */
export function NoneOption({
  fact,
  answers,
  yes,
  locale,
}: {
  fact: string;
  answers: ReadonlyMap<string, readonly string[]>;
  /** What yes is called, where it can be said too. */
  yes?: string;
  locale: Locale;
}) {
  const no = commonOptions(locale, "no", "unknown");
  return (
    <div class="choice">
      <Options
        name={`a.${fact}`}
        id={`a-${fact}`}
        options={yes === undefined ? no : [{ value: "yes", name: yes }, ...no]}
        values={answers.get(fact) ?? []}
      />
    </div>
  );
}
