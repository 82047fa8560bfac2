import type { Locale, Localized } from "../../../core/locale.ts";
import { Field } from "../components/form-field.tsx";
import { href, paths } from "../paths.ts";

const text = {
  title: { sk: "Porovnať dve firmy", cs: "Porovnat dvě firmy", en: "Compare two firms" },
  intro: {
    sk: "Výsledky dvoch firiem vedľa seba. Namiesto firmy môžete vložiť aj adresu stránky Zadať údaje s výsledkom.",
    cs: "Výsledky dvou firem vedle sebe. Místo firmy můžete vložit i adresu stránky Zadat údaje s výsledkem.",
    en: "The results of two firms side by side. Instead of a firm you can paste the address of a What if page with its result.",
  },
  help: {
    sk: "IČO, názov firmy alebo adresa výsledku Zadať údaje",
    cs: "IČO, název firmy nebo adresa výsledku Zadat údaje",
    en: "Number or name of a firm, or the address of a What if result",
  },
  a: { sk: "Prvá", cs: "První", en: "First" },
  b: { sk: "Druhá", cs: "Druhá", en: "Second" },
  submit: { sk: "Porovnať", cs: "Porovnat", en: "Compare" },
} satisfies Record<string, Localized>;

export const SIDES = ["a", "b"] as const;

export type Side = (typeof SIDES)[number];

/** Two things to compare. `values` are what was typed before, `errors` what is wrong with it. */
export function CompareForm({
  values = {},
  errors = {},
  locale,
}: {
  values?: Partial<Record<Side, string>>;
  errors?: Partial<Record<Side, string>>;
  locale: Locale;
}) {
  return (
    <section class="section screen-only" aria-labelledby="compare-title">
      <h2 id="compare-title">{text.title[locale]}</h2>
      <p class="prose">{text.intro[locale]}</p>
      <form action={href(locale, paths.compare)} method="get" class="compare-form">
        {SIDES.map((side) => (
          <Field
            id={side}
            label={text[side][locale]}
            help={text.help[locale]}
            error={errors[side]}
            type="text"
            value={values[side] ?? ""}
            maxlength={2_000}
            required
            autocomplete="off"
            spellcheck={false}
          />
        ))}
        <button type="submit" class="button">
          {text.submit[locale]}
        </button>
      </form>
    </section>
  );
}
