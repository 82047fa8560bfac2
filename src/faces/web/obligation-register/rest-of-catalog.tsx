import type { Child } from "hono/jsx";
import { categoryNames } from "../../../capabilities/scope/category-names.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { typesetTexts } from "../../../core/non-breaking.ts";
import { formatDay, plural } from "../../../core/text.ts";
import { href, organizationPath } from "../paths.ts";
import { regimeNames } from "../questionnaire/regime.tsx";
import { registerPath } from "./register-paths.ts";
import type { Register } from "./register-query.ts";

const text = typesetTexts({
  verdict: { sk: "Posúdenie organizácie", cs: "Posouzení organizace", en: "Verdict of the organization" },
} satisfies Record<string, Localized>);

const count: Record<Locale, (n: number) => string> = {
  sk: (n) =>
    `${n} ${plural(n, { one: "povinnosť sa vás", few: "povinnosti sa vás", other: "povinností sa vás" }, "sk")} podľa posúdenia ${n === 1 ? "netýka" : n < 5 ? "netýkajú" : "netýka"}`,
  cs: (n) =>
    `${n} ${plural(n, { one: "povinnost se vás", few: "povinnosti se vás", other: "povinností se vás" }, "cs")} podle posouzení ${n === 1 ? "netýká" : n < 5 ? "netýkají" : "netýká"}`,
  en: (n) =>
    `${n} ${plural(n, { one: "obligation does", other: "obligations do" }, "en")} not apply to you by the verdict`,
};

const mark: Record<Locale, (n: number) => string> = {
  sk: (n) => `Označiť ${n} ako netýka sa nás`,
  cs: (n) => `Označit ${n} jako netýká se nás`,
  en: (n) => `Mark ${n} as not applicable to us`,
};

/** Why what is folded away does not apply: the day and the words of the verdict. */
export function reasonOf({ verdict }: Pick<Register, "verdict">, locale: Locale): string {
  if (verdict === null) return "";
  const regime = verdict.regime !== null && verdict.regime in regimeNames ? verdict.regime : null;
  const words =
    regime === null ? categoryNames[verdict.category][locale] : regimeNames[regime as keyof typeof regimeNames][locale];
  const day = formatDay(verdict.day, locale);
  return {
    sk: `Podľa posúdenia z ${day}: ${words}.`,
    cs: `Podle posouzení z ${day}: ${words}.`,
    en: `By the verdict of ${day}: ${words}.`,
  }[locale];
}

/** What the verdict says does not apply, folded away with why, and the way to mark it so. */
export function RestOfCatalog({
  register,
  count: n,
  isOpen,
  locale,
  children,
}: {
  register: Register;
  count: number;
  isOpen: boolean;
  locale: Locale;
  children: Child;
}) {
  const { organization, items, mayChange } = register;
  const open = items.filter(({ applies, statusSource }) => applies === false && statusSource !== "manual").length;
  return (
    <details class="screen-only" data-rest={n} open={isOpen}>
      <summary>{count[locale](n)}</summary>
      <p class="prose">
        {reasonOf(register, locale)}{" "}
        <a href={href(locale, organizationPath(organization.id, "/verdict"))}>{text.verdict[locale]}</a>
      </p>
      {mayChange && open > 0 ? (
        <p class="buttons">
          <a class="button is-quiet" href={href(locale, registerPath(organization.id, "/rest"))}>
            {mark[locale](open)}
          </a>
        </p>
      ) : null}
      {children}
    </details>
  );
}
