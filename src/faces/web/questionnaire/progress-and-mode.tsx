import type { Child } from "hono/jsx";
import type { Locale, Localized } from "../../../core/locale.ts";
import { typesetTexts } from "../../../core/non-breaking.ts";
import { formatNumber, plural } from "../../../core/text.ts";
import { href, paths } from "../paths.ts";
import { type Mode, type QuestionIds, type Sheet, sheetQuery } from "./answers.ts";

const text = typesetTexts({
  mode: { sk: "Rozsah dotazníka", cs: "Rozsah dotazníku", en: "Length of the questionnaire" },
  inAddress: {
    sk: "Odpovede sú zapísané v adrese tejto stránky, server si ich neukladá. Kto má adresu, vidí ich.",
    cs: "Odpovědi jsou zapsány v adrese této stránky, server si je neukládá. Kdo má adresu, vidí je.",
    en: "Your answers are written into the address of this page; the server does not store them. Anyone who has the address can see them.",
  },
  inBrowser: {
    sk: "Kópia ostáva v tomto prehliadači.",
    cs: "Kopie zůstává v tomto prohlížeči.",
    en: "A copy stays in this browser.",
  },
  noScript: {
    sk: "Ak chcete pokračovať neskôr, uložte si adresu medzi záložky.",
    cs: "Chcete-li pokračovat později, uložte si adresu mezi záložky.",
    en: "To go on later, bookmark the address.",
  },
  others: {
    sk: "V prehliadači sú uložené iné odpovede než na tejto adrese.",
    cs: "V prohlížeči jsou uloženy jiné odpovědi než na této adrese.",
    en: "The answers kept in this browser differ from those in this address.",
  },
  showKept: { sk: "Zobraziť uložené", cs: "Zobrazit uložené", en: "Show the kept ones" },
  keepThese: { sk: "Uložiť tieto", cs: "Uložit tyto", en: "Keep these instead" },
  sets: { sk: "Uložené súbory odpovedí", cs: "Uložené soubory odpovědí", en: "Saved sets of answers" },
  setName: {
    sk: "Názov, napríklad názov firmy",
    cs: "Název, například jméno firmy",
    en: "Name, for example of the firm",
  },
  saveSet: { sk: "Uložiť pod týmto názvom", cs: "Uložit pod tímto názvem", en: "Save under this name" },
  removeSet: { sk: "Odstrániť", cs: "Odstranit", en: "Remove" },
  clear: { sk: "Vymazať všetky odpovede", cs: "Smazat všechny odpovědi", en: "Clear all answers" },
} satisfies Record<string, Localized>);

export const modeNames = {
  quick: { sk: "Krátky", cs: "Krátký", en: "Short" },
  extended: { sk: "Úplný", cs: "Úplný", en: "Full" },
} satisfies Record<Mode, Localized>;

const questionCounts: Readonly<Record<Locale, (count: number) => string>> = {
  sk: (count) => `${count} ${plural(count, { one: "otázka", few: "otázky", other: "otázok" }, "sk")}`,
  cs: (count) => `${count} ${plural(count, { one: "otázka", few: "otázky", other: "otázek" }, "cs")}`,
  en: (count) => `${count} ${plural(count, { one: "question", other: "questions" }, "en")}`,
};

/** Progress in words. The script fills in `#` as answers are given. */
const answeredOf: Record<Locale, (answered: string, of: string) => string> = {
  sk: (answered, of) => `Zodpovedané ${answered} z ${of}`,
  cs: (answered, of) => `Zodpovězeno ${answered} z ${of}`,
  en: (answered, of) => `${answered} of ${of} answered`,
};

/** The address of a questionnaire page with the answers in it. */
export function sheetHref(locale: Locale, path: string, sheet: Sheet, ids: QuestionIds): string {
  return href(locale, path, sheetQuery(sheet, ids));
}

/**
 * Around every page of the questionnaire: where the answers are, and what the script needs to keep a copy of them in
 * the browser.
 */
export function QuestionnaireFrame({
  ids,
  sheet,
  locale,
  children,
}: {
  ids: QuestionIds;
  sheet: Sheet;
  locale: Locale;
  children: Child;
}) {
  return (
    <div class="questionnaire" data-questionnaire={[...ids.keys()].join(" ")}>
      {children}
      <section class="section kept">
        <p class="prose meta">
          {text.inAddress[locale]} <span class="with-script">{text.inBrowser[locale]}</span>
          <span class="without-script">{text.noScript[locale]}</span>
        </p>
        <p class="buttons screen-only">
          {sheet.answers.size === 0 ? null : (
            <a href={href(locale, paths.questionnaire, { mode: sheet.mode })} class="button is-quiet" data-clear>
              {text.clear[locale]}
            </a>
          )}
        </p>
      </section>
      {/* Sets are kept by the script alone, so without it there is nothing to show. */}
      <section
        class="section sets screen-only"
        aria-labelledby="sets-title"
        data-sets
        data-remove={text.removeSet[locale]}
        hidden
      >
        <h2 id="sets-title" class="is-small">
          {text.sets[locale]}
        </h2>
        <ul data-set-list></ul>
        {sheet.answers.size === 0 ? null : (
          <form class="set-form" data-set-form>
            <label for="set-name">{text.setName[locale]}</label>
            <input type="text" id="set-name" maxlength={60} required autocomplete="off" />
            <button type="submit" class="button is-quiet">
              {text.saveSet[locale]}
            </button>
          </form>
        )}
      </section>
      {/* Lies over the bottom of the window, so that nothing moves when the script shows it. */}
      <div class="kept-others" role="status" hidden>
        <p>{text.others[locale]}</p>
        <p class="buttons">
          <a href={href(locale, paths.questionnaire)} class="button is-quiet" data-show-kept>
            {text.showKept[locale]}
          </a>
          <button type="button" class="button is-quiet" data-keep-these>
            {text.keepThese[locale]}
          </button>
        </p>
      </div>
    </div>
  );
}

/** Quick or extended, as links that keep the answers. */
export function ModeChoice({
  sheet,
  ids,
  path,
  counts,
  locale,
}: {
  sheet: Sheet;
  ids: QuestionIds;
  path: string;
  counts: Readonly<Record<Mode, number>>;
  locale: Locale;
}) {
  return (
    <nav class="filter quiet-links" aria-label={text.mode[locale]}>
      <ul>
        {(["quick", "extended"] as const).map((mode) => (
          <li>
            <a
              href={sheetHref(locale, path, { ...sheet, mode }, ids)}
              aria-current={mode === sheet.mode ? "true" : undefined}
            >
              {modeNames[mode][locale]}: {questionCounts[locale](counts[mode])}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** How much of something is answered: a bar and the words beside it. `isLive`: the script keeps it up to date. */
export function AnsweredOf({
  answered,
  of,
  label,
  locale,
  isLive = false,
}: {
  answered: number;
  of: number;
  /** What the bar is about, for readers of a screen reader. */
  label: string;
  locale: Locale;
  isLive?: boolean;
}) {
  const number = (value: number) => formatNumber(value, locale);
  return (
    <p class="answered" data-answered={isLive ? "" : undefined}>
      <progress value={answered} max={of} aria-label={label}></progress>
      <span
        class="number"
        role={isLive ? "status" : undefined}
        data-pattern={isLive ? answeredOf[locale]("#", number(of)) : undefined}
      >
        {answeredOf[locale](number(answered), number(of))}
      </span>
    </p>
  );
}
