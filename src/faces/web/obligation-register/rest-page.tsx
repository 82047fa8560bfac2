import { obligationRegister } from "../../../capabilities/obligations/obligation-register.ts";
import type { Localized } from "../../../core/locale.ts";
import { typesetTexts } from "../../../core/non-breaking.ts";
import { FormErrors, PostForm, SubmitButton } from "../components/form.tsx";
import { obligationName } from "../obligations/obligation-entry.tsx";
import { OrganizationHead } from "../organizations/organization-head.tsx";
import type { PageAnswer, SignedIn } from "../page.ts";
import { href } from "../paths.ts";
import type { PrivateRequest } from "../private-page.ts";
import { entryPath, registerPath } from "./register-paths.ts";
import { reasonOf } from "./rest-of-catalog.tsx";

const text = typesetTexts({
  title: {
    sk: "Povinnosti, ktoré sa vás netýkajú",
    cs: "Povinnosti, které se vás netýkají",
    en: "Obligations that do not apply to you",
  },
  lead: {
    sk: "Tieto povinnosti budú mať stav „netýka sa nás“. Do poznámok, ktoré sú prázdne, sa zapíše dôvod",
    cs: "Tyto povinnosti budou mít stav „netýká se nás“. Do poznámek, které jsou prázdné, se zapíše důvod",
    en: "These obligations will have the status “does not apply to us”. Notes that are empty will hold the reason",
  },
  none: { sk: "Niet čo označiť.", cs: "Není co označit.", en: "There is nothing to mark." },
  submit: { sk: "Označiť ako netýka sa nás", cs: "Označit jako netýká se nás", en: "Mark as not applicable" },
  back: { sk: "Späť na evidenciu", cs: "Zpět na evidenci", en: "Back to the register" },
} satisfies Record<string, Localized>);

/** Shows which obligations would be marked as not applicable by the verdict, and why, before it happens. */
export async function restPage(request: PrivateRequest<SignedIn>): Promise<PageAnswer> {
  const { locale, params, ask } = request;
  const register = await ask(obligationRegister, { organizationId: params.organizationId ?? "" });
  const { organization, mayChange } = register;
  const rest = register.items.filter(({ applies, statusSource }) => applies === false && statusSource !== "manual");
  const reason = reasonOf(register, locale);
  return {
    title: `${text.title[locale]} · ${organization.untrusted.name}`,
    isIndexed: false,
    body: (
      <section class="opening">
        <FormErrors request={request} />
        <OrganizationHead request={request} organization={organization} />
        <h2>{text.title[locale]}</h2>
        {rest.length === 0 ? (
          <p class="prose">{text.none[locale]}</p>
        ) : (
          <>
            <p class="prose">
              {text.lead[locale]}: {reason}
            </p>
            <ul class="rows">
              {rest.map(({ code, name }) => (
                <li class="row" data-code={code}>
                  <a href={href(locale, entryPath(organization.id, code))}>{obligationName(name, locale)}</a>{" "}
                  <span class="tag">{code}</span>
                </li>
              ))}
            </ul>
          </>
        )}
        {mayChange && rest.length > 0 ? (
          <PostForm request={request} path={registerPath(organization.id, "/bulk")}>
            {rest.map(({ code, version }) => (
              <>
                <input type="hidden" name="codes" value={code} />
                <input type="hidden" name="versions" value={`${code}:${version}`} />
              </>
            ))}
            <input type="hidden" name="set" value="status" />
            <input type="hidden" name="status" value="not_applicable" />
            <input type="hidden" name="reason" value={reason} />
            <SubmitButton label={text.submit[locale]} />
          </PostForm>
        ) : null}
        <p>
          <a href={href(locale, registerPath(organization.id))}>{text.back[locale]}</a>
        </p>
      </section>
    ),
  };
}
