import type { ProfileChanges } from "../../../capabilities/suppliers/profile-changes.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { formatDay } from "../../../core/text.ts";
import { AnswerWords, type Questionnaire } from "../trust/trust-view.tsx";

const text = {
  title: {
    sk: "Čo dodávateľ odvtedy zmenil",
    cs: "Co dodavatel od té doby změnil",
    en: "What the supplier has changed since",
  },
  since: {
    sk: "Oproti verzii, pri ktorej ste naposledy uložili hodnotenie (vyhlásenie zo dňa {day}).",
    cs: "Oproti verzi, u které jste naposledy uložili hodnocení (prohlášení ze dne {day}).",
    en: "Compared with the revision beside which you last saved a judgement (stated on {day}).",
  },
  nothing: {
    sk: "Vo verejných odpovediach sa nič nezmenilo.",
    cs: "Ve veřejných odpovědích se nic nezměnilo.",
    en: "Nothing changed in the public answers.",
  },
  letters: { sk: "Iné počty pri písmenách", cs: "Jiné počty u písmen", en: "Other counts at letters" },
  before: { sk: "predtým", cs: "předtím", en: "before" },
} satisfies Record<string, Localized>;

/** What a later revision of the profile says differently, answer by answer. */
export function ProfileNews({
  changes: { fromDay, coverage, untrusted },
  questionnaire,
  locale,
}: {
  changes: ProfileChanges;
  questionnaire: Questionnaire | undefined;
  locale: Locale;
}) {
  const fieldOf = new Map(questionnaire?.fields.map((field) => [field.id, field]));
  return (
    <section class="section" aria-labelledby="news">
      <h3 id="news">{text.title[locale]}</h3>
      <p class="prose">{text.since[locale].replace("{day}", formatDay(fromDay, locale))}</p>
      {untrusted.answers.length === 0 ? <p class="prose">{text.nothing[locale]}</p> : null}
      <dl class="entry-changes">
        {untrusted.answers.map(({ id, before, after }) => (
          <div>
            <dt>{fieldOf.get(id)?.label ?? id}</dt>
            <dd>
              <AnswerWords value={after} field={fieldOf.get(id)} locale={locale} />
              <div class="meta">
                {text.before[locale]}: <AnswerWords value={before} field={fieldOf.get(id)} locale={locale} />
              </div>
            </dd>
          </div>
        ))}
      </dl>
      {coverage.length === 0 ? null : (
        <p class="meta">
          {text.letters[locale]}: {coverage.map(({ letter }) => letter).join(", ")}
        </p>
      )}
    </section>
  );
}
