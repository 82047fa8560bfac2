import type { AnswerOf } from "../../../capabilities/capability.ts";
import { firmChoice } from "../../../capabilities/organizations/firm-choice.ts";
import { type Hanging, organizationFirm } from "../../../capabilities/organizations/organization-firm.ts";
import type { organizationFirmChange } from "../../../capabilities/organizations/organization-firm-change.ts";
import { countryNames } from "../../../core/country.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { typesetTexts } from "../../../core/non-breaking.ts";
import { hasRight } from "../../../core/rights.ts";
import { formatDay } from "../../../core/text.ts";
import { FormErrors, PostForm, SubmitButton } from "../components/form.tsx";
import { Options } from "../components/form-field.tsx";
import { formatIco } from "../components/format-ico.ts";
import { Notice } from "../components/notice.tsx";
import type { PageAnswer, SignedIn } from "../page.ts";
import { href, organizationPath, redirectTo } from "../paths.ts";
import type { PrivateRequest } from "../private-page.ts";
import { askFirms, FirmSearch } from "./firm-search.tsx";
import { ChosenFirm } from "./new-organization-page.tsx";
import { OrganizationHead } from "./organization-head.tsx";

const text = typesetTexts({
  title: { sk: "Firma", cs: "Firma", en: "Firm" },
  none: {
    sk: "Organizácia nemá firmu. Vyberte ju: posúdenie, profil aj súbory z nej vychádzajú.",
    cs: "Organizace nemá firmu. Vyberte ji: posouzení, profil i soubory z ní vycházejí.",
    en: "The organization has no firm. Choose one: verdict, profile and files rest on it.",
  },
  source: { sk: "Podľa registra k", cs: "Podle rejstříku k", en: "By the register as of" },
  unlisted: {
    sk: "Register, ktorý tu máme, túto firmu neobsahuje.",
    cs: "Rejstřík, který tu máme, tuto firmu neobsahuje.",
    en: "The register here does not have this firm.",
  },
  rests: {
    sk: "V posúdení bola uvedená iná firma. Čo ste o nej uviedli, zatiaľ nepoužívame. Vyberte, ktorá platí:",
    cs: "V posouzení byla uvedena jiná firma. Co jste o ní uvedli, zatím nepoužíváme. Vyberte, která platí:",
    en: "The verdict named another firm. What you said of it is not used for now. Choose the one that is right:",
  },
  orphan: {
    sk: "Číslo bolo uložené bez krajiny. Vyberte firmu:",
    cs: "Číslo bylo uloženo bez země. Vyberte firmu:",
    en: "A number was stored without its country. Choose the firm:",
  },
  change: { sk: "Zmeniť firmu", cs: "Změnit firmu", en: "Change the firm" },
  nothing: { sk: "Takú firmu sme nenašli.", cs: "Takovou firmu jsme nenašli.", en: "No such firm was found." },
  take: { sk: "Zobrať firmu preč", cs: "Odebrat firmu", en: "Take the firm away" },
  to: { sk: "Nová firma", cs: "Nová firma", en: "New firm" },
  noFirm: { sk: "bez firmy", cs: "bez firmy", en: "no firm" },
  go: { sk: "Zmeniť", cs: "Změnit", en: "Change" },
  hangs: {
    sk: "Na doterajšej firme závisí toto. Povedzte, čo s tým:",
    cs: "Na dosavadní firmě závisí toto. Řekněte, co s tím:",
    en: "This hangs on the former firm. Say what becomes of it:",
  },
  facts: {
    sk: "Čo ste uviedli pre posúdenie",
    cs: "Co jste uvedli pro posouzení",
    en: "What you stated for the verdict",
  },
  dates: { sk: "Dni, od ktorých bežia lehoty", cs: "Dny, od kterých běží lhůty", en: "Days from which periods run" },
  domains: { sk: "Overené domény", cs: "Ověřené domény", en: "Proved domains" },
  keep: { sk: "ponechať", cs: "ponechat", en: "keep" },
  clear: { sk: "vymazať", cs: "vymazat", en: "clear" },
  drop: { sk: "odstrániť", cs: "odstranit", en: "remove" },
  stays: {
    sk: "Evidencia, dotazníky, skeny a dodávatelia ostanú. Overenie doterajšej firmy zanikne.",
    cs: "Evidence, dotazníky, skeny a dodavatelé zůstanou. Ověření dosavadní firmy zanikne.",
    en: "The register, questionnaires, scans and suppliers stay. What proved the former firm is forgotten.",
  },
  onlyManagers: {
    sk: "Firmu môže zmeniť vlastník alebo správca.",
    cs: "Firmu může změnit vlastník nebo správce.",
    en: "An owner or administrator may change the firm.",
  },
} satisfies Record<string, Localized>);

/** The choices for what hangs on the firm. */
const CHOICES: Readonly<Record<Hanging, readonly ("keep" | "clear" | "drop")[]>> = {
  facts: ["keep", "clear"],
  dates: ["keep", "clear"],
  domains: ["keep", "drop"],
};

/** The firm of an organization; for owners and administrators, the way to another one. */
export async function firmPage(request: PrivateRequest<SignedIn>): Promise<PageAnswer | Response> {
  const { locale, params, query, form, refusal, ask } = request;
  const firm = await ask(organizationFirm, { organizationId: params.organizationId ?? "" });
  const to = refusal === null ? query.get("to") : form.get("firm") || null;
  const mayChange = hasRight(firm.role, "manage");
  const found = mayChange && to === null ? await askFirms(request) : null;
  if (found?.only != null) {
    return redirectTo(href(locale, organizationPath(firm.id, "/firm"), { to: found.only }), 303);
  }
  return page(
    request,
    firm,
    <>
      <Present firm={firm} locale={locale} />
      {!mayChange ? (
        <p class="prose">{text.onlyManagers[locale]}</p>
      ) : found === null ? (
        await targetForm(request, firm, to ?? "")
      ) : (
        <>
          <Other firm={firm} locale={locale} />
          <Search firm={firm} found={found} isAsked={query.has("q")} locale={locale} />
        </>
      )}
    </>,
  );
}

type Firm = AnswerOf<typeof organizationFirm>;

function page(request: PrivateRequest<SignedIn>, firm: Firm, content: unknown): PageAnswer {
  const { locale } = request;
  const { id, role, untrusted } = firm;
  return {
    title: `${text.title[locale]} · ${untrusted.name}`,
    isIndexed: false,
    body: (
      <section class="opening">
        <FormErrors request={request} />
        <OrganizationHead request={request} organization={{ id, role, untrusted }} />
        <h2>{text.title[locale]}</h2>
        {content}
      </section>
    ),
  };
}

function Present({ firm, locale }: { firm: Firm; locale: Locale }) {
  const { country, ico, listed, day, untrusted } = firm;
  if (country === null || ico === null) {
    return (
      <p class="prose" data-firm="none">
        {country === null ? null : `${countryNames[country][locale]}. `}
        {text.none[locale]}
      </p>
    );
  }
  return (
    <div data-firm={firm.firm}>
      <p class="prose">
        <strong>
          <bdi>{untrusted.firmName ?? `IČO ${formatIco(ico)}`}</bdi>
        </strong>
      </p>
      <p class="meta">
        {countryNames[country][locale]}, IČO {formatIco(ico)}
        {untrusted.seat === null ? null : (
          <>
            , <bdi>{untrusted.seat}</bdi>
          </>
        )}
      </p>
      <p class="meta">
        {listed && day !== null ? `${text.source[locale]} ${formatDay(day, locale)}` : text.unlisted[locale]}
      </p>
    </div>
  );
}

/** The firm that a former release stored beside this one. */
function Other({ firm: { id, firm, other, rests }, locale }: { firm: Firm; locale: Locale }) {
  if (other === null) return null;
  const digits = /^\d+$/.test(other);
  const names = digits ? [`SK-${other}`, `CZ-${other}`] : [firm, ...(other.includes("-") ? [other] : [])];
  return (
    <div data-conflict={rests ? "conflict" : "choose"}>
      <Notice tone="caution" title={(rests ? text.rests : text.orphan)[locale]} />
      <ul class="rows">
        {names
          .filter((name) => name !== "none")
          .map((name) => (
            <li>
              <a href={href(locale, organizationPath(id, "/firm"), { to: name })} data-firm={name}>
                {name.replace("-", " ")}
              </a>
            </li>
          ))}
      </ul>
    </div>
  );
}

function Search({
  firm: { id, ico },
  found: { asked, results, reading },
  isAsked,
  locale,
}: {
  firm: Firm;
  found: Awaited<ReturnType<typeof askFirms>>;
  isAsked: boolean;
  locale: Locale;
}) {
  const path = organizationPath(id, "/firm");
  return (
    <>
      <h3>{text.change[locale]}</h3>
      <FirmSearch path={path} parameter="to" asked={asked} reading={reading} results={results} locale={locale} />
      {isAsked && results.length === 0 ? <p class="prose">{text.nothing[locale]}</p> : null}
      {ico === null ? null : (
        <p>
          <a href={href(locale, path, { to: "none" })}>{text.take[locale]}</a>
        </p>
      )}
    </>
  );
}

/** The new firm, and what becomes of what hangs on the former one. */
async function targetForm(request: PrivateRequest<SignedIn>, { id, version, hangs }: Firm, to: string) {
  const { locale, ask } = request;
  const target = to === "none" ? null : await ask(firmChoice, { firm: to });
  return (
    <section aria-labelledby="to">
      <h3 id="to">{text.to[locale]}</h3>
      {target === null ? <p class="prose">{text.noFirm[locale]}</p> : <ChosenFirm firm={target} locale={locale} />}
      <PostForm request={request} path={organizationPath(id, "/firm")}>
        <input type="hidden" name="firm" value={target?.firm ?? "none"} />
        <input type="hidden" name="version" value={version} />
        {hangs.length === 0 ? null : <p class="prose">{text.hangs[locale]}</p>}
        <div data-hangs={hangs.join(" ")}>
          {hangs.map((part) => (
            <fieldset>
              <legend>{text[part][locale]}</legend>
              <div class="choice">
                <Options
                  name={part}
                  id={part}
                  options={CHOICES[part].map((value) => ({ value, name: text[value][locale] }))}
                  values={[]}
                />
              </div>
            </fieldset>
          ))}
        </div>
        <p class="prose">{text.stays[locale]}</p>
        <SubmitButton label={text.go[locale]} />
      </PostForm>
    </section>
  );
}

/** After a change the page of the firm; where a choice is missing, the question again. */
export async function firmChangedPage(
  request: PrivateRequest<SignedIn>,
  { firm: to, missing, isChanged }: AnswerOf<typeof organizationFirmChange>,
): Promise<PageAnswer | Response> {
  const { locale, params, ask } = request;
  const organizationId = params.organizationId ?? "";
  if (missing.length === 0) {
    const done = isChanged ? { done: "firm_changed" } : {};
    return redirectTo(href(locale, organizationPath(organizationId, "/firm"), done), 303);
  }
  const firm = await ask(organizationFirm, { organizationId });
  return page(
    request,
    firm,
    <>
      <Present firm={firm} locale={locale} />
      {await targetForm(request, firm, to)}
    </>,
  );
}
