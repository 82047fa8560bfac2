import type { AnswerOf } from "../../../capabilities/capability.ts";
import { organizationChoices } from "../../../capabilities/organizations/organizations-several.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { CategoryMark } from "../components/category-mark.tsx";
import { FormErrors, PostForm, SubmitButton } from "../components/form.tsx";
import { formatIco } from "../components/format-ico.ts";
import { FirmName } from "../components/untrusted-text.tsx";
import type { PageAnswer, SignedIn } from "../page.ts";
import { href, organizationPath, paths, privatePaths } from "../paths.ts";
import type { PrivateRequest } from "../private-page.ts";

const text = {
  title: {
    sk: "Založiť organizácie týchto firiem",
    cs: "Založit organizace těchto firem",
    en: "Create organizations of these firms",
  },
  lead: {
    sk: "Každej označenej firme založíme organizáciu. Budete jej vlastníkom.",
    cs: "Každé označené firmě založíme organizaci. Budete jejím vlastníkem.",
    en: "Each ticked firm gets an organization. You will own it.",
  },
  none: { sk: "Adresa neuvádza žiadnu firmu.", cs: "Adresa neuvádí žádnou firmu.", en: "The address names no firm." },
  search: { sk: "Vyhľadať firmy", cs: "Vyhledat firmy", en: "Find firms" },
  isThere: { sk: "už ju máte", cs: "už ji máte", en: "you have it already" },
  unlisted: {
    sk: "register, ktorý tu máme, ju neuvádza",
    cs: "rejstřík, který tu máme, ji neuvádí",
    en: "the register here does not list it",
  },
  firms: { sk: "Firmy", cs: "Firmy", en: "Firms" },
  create: { sk: "Založiť organizácie", cs: "Založit organizace", en: "Create the organizations" },
} satisfies Record<string, Localized>;

type Choice = AnswerOf<typeof organizationChoices>["firms"][number];

/** Firms of an address, each with a box: which of them become organizations of the person. */
export async function severalPage(request: PrivateRequest<SignedIn>): Promise<PageAnswer> {
  const { locale, query, ask, form } = request;
  const shown = (form.get("shown") || (query.get("firms") ?? "")).slice(0, 2_000);
  const { plan, firms } = await ask(organizationChoices, { firms: shown });
  return {
    title: text.title[locale],
    isIndexed: false,
    body: (
      <>
        <section class="opening">
          <FormErrors request={request} />
          <h1>{text.title[locale]}</h1>
          <p class="prose lead">{firms.length === 0 ? text.none[locale] : text.lead[locale]}</p>
        </section>
        <section class="section">
          {firms.length === 0 ? (
            <a href={href(locale, paths.firms)}>{text.search[locale]}</a>
          ) : (
            <PostForm request={request} path={privatePaths.organizationsSeveral}>
              <fieldset>
                <legend>{text.firms[locale]}</legend>
                {firms.map((firm) => (
                  <Box firm={firm} locale={locale} />
                ))}
              </fieldset>
              <input type="hidden" name="shown" value={shown} />
              <input type="hidden" name="plan" value={plan} />
              <SubmitButton label={text.create[locale]} />
            </PostForm>
          )}
        </section>
      </>
    ),
  };
}

/** One firm; one of which the person has an organization is not ticked. */
function Box({ firm, locale }: { firm: Choice; locale: Locale }) {
  const { country, ico, state, category, organizationId, untrusted } = firm;
  const key = `${country}-${ico}`;
  return (
    <div class="choice" data-firm={key} data-state={state} data-category={category ?? "pending"}>
      <label for={key}>
        <input
          id={key}
          type="checkbox"
          name="firms"
          value={key}
          checked={state !== "exists"}
          disabled={state === "exists"}
        />
        <FirmName name={untrusted.name} locale={locale} />
      </label>
      <p class="meta">
        <span class="number">
          {country} {formatIco(ico)}
        </span>{" "}
        {category === null ? null : <CategoryMark category={category} locale={locale} />}{" "}
        {state === "offered" ? text.unlisted[locale] : null}
        {organizationId === null ? null : (
          <a href={href(locale, organizationPath(organizationId))}>{text.isThere[locale]}</a>
        )}
      </p>
    </div>
  );
}
