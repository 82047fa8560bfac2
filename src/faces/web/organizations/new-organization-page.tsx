import { REFUSALS } from "../../../capabilities/calling/refusal.ts";
import { firmChoice } from "../../../capabilities/organizations/firm-choice.ts";
import { countryNames } from "../../../core/country.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { typesetTexts } from "../../../core/non-breaking.ts";
import { categoryNames } from "../components/category-mark.tsx";
import { FormErrors, formAt, PostForm, SubmitButton, TextField } from "../components/form.tsx";
import { Tick } from "../components/form-field.tsx";
import { formatIco } from "../components/format-ico.ts";
import type { PageAnswer, SignedIn } from "../page.ts";
import { href, organizationPath, privatePaths, redirectTo } from "../paths.ts";
import type { PrivateRequest } from "../private-page.ts";
import { FirmFields } from "./firm-fields.tsx";
import { askFirms, FirmSearch, SHORTEST_QUERY } from "./firm-search.tsx";

const text = typesetTexts({
  title: { sk: "Založiť organizáciu", cs: "Založit organizaci", en: "Create an organization" },
  lead: {
    sk: "Vyhľadajte firmu podľa názvu alebo IČO. Čo o nej register vie, doplníme za vás.",
    cs: "Vyhledejte firmu podle názvu nebo IČO. Co o ní rejstřík ví, doplníme za vás.",
    en: "Find the firm by name or number. What the register knows of it is filled in for you.",
  },
  notHere: { sk: "Moja firma tu nie je", cs: "Moje firma tu není", en: "My firm is not here" },
  nothing: {
    sk: "Takú firmu sme nenašli. Skúste IČO, alebo organizáciu založte bez firmy.",
    cs: "Takovou firmu jsme nenašli. Zkuste IČO, nebo organizaci založte bez firmy.",
    en: "No such firm was found. Try its number, or create the organization without a firm.",
  },
  ceased: { sk: "zaniknutá", cs: "zaniklá", en: "ceased" },
  unlisted: {
    sk: "Register, ktorý tu máme, túto firmu neobsahuje. Založiť ju môžete, posúdime ju podľa vašich odpovedí.",
    cs: "Rejstřík, který tu máme, tuto firmu neobsahuje. Založit ji můžete, posoudíme ji podle vašich odpovědí.",
    en: "The register here does not have this firm. You can go on; it is judged by your answers.",
  },
  category: { sk: "Podľa registra:", cs: "Podle rejstříku:", en: "By the register:" },
  name: { sk: "Názov organizácie", cs: "Název organizace", en: "Name of the organization" },
  nameHelp: {
    sk: "Prázdne pole: názov z registra.",
    cs: "Prázdné pole: název z rejstříku.",
    en: "Left empty: the name in the register.",
  },
  yours: {
    sk: "Organizáciu tejto firmy už máte",
    cs: "Organizaci této firmy už máte",
    en: "You already have an organization of this firm",
  },
  again: {
    sk: "Založiť ďalšiu organizáciu tej istej firmy",
    cs: "Založit další organizaci téže firmy",
    en: "Create another organization of the same firm",
  },
  goOn: {
    sk: "Organizáciu tejto firmy už máte. Zákazníkovi môžete odpovedať v nej.",
    cs: "Organizaci této firmy už máte. Zákazníkovi můžete odpovědět v ní.",
    en: "You already have an organization of this firm. You can answer the customer there.",
  },
  goOnHere: {
    sk: "Odpovedať v tejto organizácii",
    cs: "Odpovědět v této organizaci",
    en: "Answer in this organization",
  },
  create: { sk: "Založiť", cs: "Založit", en: "Create" },
} satisfies Record<string, Localized>);

/** Makes an organization: first its firm is found, then its name is confirmed. */
export async function newOrganizationPage(request: PrivateRequest<SignedIn>): Promise<PageAnswer | Response> {
  const { locale, query, form, refusal } = request;
  const chosen = refusal === null ? query.get("firm") : form.get("firm") || null;
  const asked = (query.get("q") ?? "").trim();
  const found = chosen === null && refusal === null ? await askFirms(request) : null;
  if (found?.only != null) return redirectTo(href(locale, privatePaths.newOrganization, { firm: found.only }), 303);
  const content =
    chosen !== null && chosen !== "none" ? (
      await chosenFirm(request, chosen)
    ) : found === null ? (
      <WithoutFirm request={request} />
    ) : (
      <SearchFor found={found} locale={locale} />
    );
  const isShort = query.has("q") && [...asked].length < SHORTEST_QUERY;
  const fault = { code: "query_short", field: "q", message: REFUSALS.query_short[locale] } as const;
  const shown = isShort ? { ...request, refusal: { status: 400 as const, faults: [fault] } } : request;
  return {
    ...(isShort ? { status: 400 as const } : {}),
    title: text.title[locale],
    isIndexed: false,
    body: (
      <section class="opening">
        <FormErrors request={shown} />
        <h1>{text.title[locale]}</h1>
        {content}
      </section>
    ),
  };
}

/** The search field, and at most ten firms for what was typed. */
function SearchFor({ found, locale }: { found: Awaited<ReturnType<typeof askFirms>>; locale: Locale }) {
  const { asked, isAsked, results, reading } = found;
  return (
    <>
      <p class="prose lead">{text.lead[locale]}</p>
      <FirmSearch
        path={privatePaths.newOrganization}
        parameter="firm"
        asked={asked}
        reading={reading}
        results={results}
        locale={locale}
      />
      {isAsked && results.length === 0 ? <p class="prose">{text.nothing[locale]}</p> : null}
      <p>
        <a href={href(locale, privatePaths.newOrganization, { firm: "none" })}>{text.notHere[locale]}</a>
      </p>
    </>
  );
}

/** The chosen firm with its category, and the name to confirm. */
async function chosenFirm(request: PrivateRequest<SignedIn>, chosen: string) {
  const { locale, query, ask, form, refusal } = request;
  const customer = refusal === null ? (query.get("ask") ?? "") : form.get("ask");
  const firm = await ask(firmChoice, { firm: chosen });
  const { category, organizationId, untrusted } = firm;
  const isRefused = refusal?.faults.some(({ code }) => code === "firm_yours") === true;
  const start = organizationPath(organizationId ?? "", "/trust-profile/start");
  return (
    <>
      {organizationId === null || customer === "" ? null : (
        <PostForm request={formAt(request, start)} path={start}>
          <input type="hidden" name="ask" value={customer} />
          <p class="prose">{text.goOn[locale]}</p>
          <SubmitButton label={text.goOnHere[locale]} />
        </PostForm>
      )}
      <PostForm request={request} path={privatePaths.organizations}>
        <input type="hidden" name="firm" value={firm.firm} />
        {customer === "" ? null : <input type="hidden" name="ask" value={customer} />}
        <ChosenFirm firm={firm} locale={locale} />
        {category === null ? null : (
          <p class="prose" data-category={category}>
            {text.category[locale]} <strong>{categoryNames[category][locale]}</strong>
          </p>
        )}
        <TextField
          request={request}
          name="name"
          label={text.name[locale]}
          help={text.nameHelp[locale]}
          value={[...(untrusted.name ?? "")].slice(0, 120).join("")}
          isRequired={untrusted.name === null}
          autocomplete="organization"
        />
        {organizationId === null ? null : (
          <>
            <p class="prose">
              <a href={href(locale, organizationPath(organizationId))}>{text.yours[locale]}</a>.
            </p>
            <Tick
              id="again"
              name="again"
              label={text.again[locale]}
              isChecked={isRefused && form.get("again") === "1"}
            />
          </>
        )}
        <SubmitButton label={text.create[locale]} />
      </PostForm>
    </>
  );
}

/** A firm before it is chosen, as the register has it. */
export function ChosenFirm({
  firm: { firm, country, ico, listed, active, untrusted },
  locale,
}: {
  firm: {
    readonly firm: string;
    readonly country: keyof typeof countryNames;
    readonly ico: string;
    readonly listed: boolean;
    readonly active: boolean | null;
    readonly untrusted: { readonly name: string | null; readonly seat: string | null };
  };
  locale: Locale;
}) {
  return (
    <div data-firm={firm}>
      <p class="prose">
        <strong>
          <bdi>{untrusted.name ?? `IČO ${formatIco(ico)}`}</bdi>
        </strong>
        {active === false ? `, ${text.ceased[locale]}` : ""}
      </p>
      <p class="meta">
        {countryNames[country][locale]}, IČO {formatIco(ico)}
        {untrusted.seat === null ? null : (
          <>
            , <bdi>{untrusted.seat}</bdi>
          </>
        )}
      </p>
      {listed ? null : <p class="prose">{text.unlisted[locale]}</p>}
    </div>
  );
}

/** The form of an organization whose firm no register has, or that has none. */
export function WithoutFirm({ request }: { request: PrivateRequest<SignedIn> }) {
  const { locale } = request;
  return (
    <PostForm request={request} path={privatePaths.organizations}>
      <TextField request={request} name="name" label={text.name[locale]} value="" autocomplete="organization" />
      <FirmFields request={request} />
      <SubmitButton label={text.create[locale]} />
    </PostForm>
  );
}
