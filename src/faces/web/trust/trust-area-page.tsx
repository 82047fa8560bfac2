import { supplierQuestionnaire } from "../../../capabilities/trust/supplier-questionnaires.ts";
import { trustAreaSave } from "../../../capabilities/trust/trust-draft.ts";
import { trustOverview } from "../../../capabilities/trust/trust-overview.ts";
import { type Country, countryNames } from "../../../core/country.ts";
import { foreignLines } from "../../../core/foreign-text.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { answerWords, commonOptions, typedAnswer } from "../components/answer.ts";
import { CheckBox, errorOf, FormErrors, PostForm, SubmitButton } from "../components/form.tsx";
import { Choice, ErrorText, Field as FormField } from "../components/form-field.tsx";
import { Notice } from "../components/notice.tsx";
import { OrganizationHead } from "../organizations/organization-head.tsx";
import type { PageAnswer, SignedIn } from "../page.ts";
import { href, redirectTo } from "../paths.ts";
import type { FormRoute, PrivatePage, PrivateRequest } from "../private-page.ts";
import { organizationIn, trustPath } from "./trust-paths.ts";
import { UNANSWERED, visibilityOptions } from "./trust-texts.ts";
import type { Questionnaire } from "./trust-view.tsx";

const text = {
  back: { sk: "Náš bezpečnostný profil", cs: "Náš bezpečnostní profil", en: "Our security profile" },
  lead: {
    sk: "Každé uloženie ukáže otázky, ktoré z odpovedí vyplývajú. Nič z toho nie je verejné, kým profil nezverejníte.",
    cs: "Každé uložení ukáže otázky, které z odpovědí vyplývají. Nic z toho není veřejné, dokud profil nezveřejníte.",
    en: "Each save shows the questions that follow from the answers. Nothing becomes public before you publish.",
  },
  none: {
    sk: "Vzhľadom na vaše odpovede sa tu na nič nepýtame.",
    cs: "Vzhledem k vašim odpovědím se tu na nic neptáme.",
    en: "With your answers nothing is asked here.",
  },
  required: { sk: "povinné", cs: "povinné", en: "required" },
  visibility: { sk: "Kto odpoveď uvidí", cs: "Kdo odpověď uvidí", en: "Who sees the answer" },
  unanswered: { sk: "Zatiaľ bez odpovede", cs: "Zatím bez odpovědi", en: "Not answered yet" },
  save: { sk: "Uložiť a pokračovať", cs: "Uložit a pokračovat", en: "Save and go on" },
  agreed: {
    sk: "E-mail pre incidenty je spoločná adresa, nie adresa konkrétnej osoby, alebo dotknutá osoba súhlasila s jeho zverejnením",
    cs: "E-mail pro incidenty je společná adresa, ne adresa konkrétní osoby, nebo dotčená osoba souhlasila s jeho zveřejněním",
    en: "The e-mail for incidents is a role address, or the person agreed",
  },
  clash: { sk: "Medzitým uložil niekto iný", cs: "Mezitím uložil někdo jiný", en: "Somebody else saved meanwhile" },
  clashLead: {
    sk: "Vaše odpovede sú nižšie, tak ako ste ich napísali. Pri otázkach, kde sa líšia, stojí aj uložená odpoveď. Opravte a uložte znova.",
    cs: "Vaše odpovědi jsou níže tak, jak jste je napsali. U otázek, kde se liší, stojí i uložená odpověď. Opravte a uložte znovu.",
    en: "Your answers are below as you typed them. Where they differ, the stored answer stands beside. Put them right and save again.",
  },
  fromRegister: {
    sk: "Z registra. Uloží sa, keď uložíte túto časť.",
    cs: "Z rejstříku. Uloží se, až uložíte tuto část.",
    en: "From the register. It is saved with this part.",
  },
  fromDomain: {
    sk: "Z overenej domény. Uloží sa, keď uložíte túto časť.",
    cs: "Z ověřené domény. Uloží se, až uložíte tuto část.",
    en: "From the proved domain. It is saved with this part.",
  },
  fixed: {
    sk: "Krajina firmy tejto organizácie. Mení sa na stránke Firma.",
    cs: "Země firmy této organizace. Mění se na stránce Firma.",
    en: "The country of this organization's firm. It is changed on the page Firm.",
  },
  registerSays: { sk: "Register uvádza", cs: "Rejstřík uvádí", en: "The register says" },
  domainSays: { sk: "Overená doména je", cs: "Ověřená doména je", en: "The proved domain is" },
  stored: { sk: "Uložené", cs: "Uloženo", en: "Stored" },
} satisfies Record<string, Localized>;

type Section = Questionnaire["sections"][number]["id"];
type Field = Questionnaire["fields"][number];

/** The page of one area of the questionnaire. */
export function trustAreaPage(section: Section): PrivatePage<SignedIn> {
  return async (request): Promise<PageAnswer> => {
    const { locale, ask, refusal } = request;
    const overview = await ask(trustOverview, { organizationId: organizationIn(request) });
    const { organization, draft, version, mayChange } = overview;
    const questionnaire = await ask(supplierQuestionnaire, { version: draft.questionnaireVersion });
    const title = questionnaire.sections.find(({ id }) => id === section)?.title ?? section;
    const isClash = refusal?.faults.some(({ code }) => code === "changed_meanwhile") === true;
    const visible = new Map(overview.fields.map((field) => [field.id, field]));
    const fields = questionnaire.fields.filter((field) => field.section === section && visible.has(field.id));
    return {
      title: `${title} · ${organization.untrusted.name}`,
      isIndexed: false,
      body: (
        <>
          <section class="opening">
            <FormErrors request={request} />
            <OrganizationHead request={request} organization={organization} />
            <p class="meta">
              <a href={href(locale, trustPath(organization.id))}>{text.back[locale]}</a>
            </p>
            <h2>{title}</h2>
            <p class="prose">{text.lead[locale]}</p>
            {isClash ? (
              <Notice tone="caution" title={text.clash[locale]}>
                <p>{text.clashLead[locale]}</p>
              </Notice>
            ) : null}
          </section>
          <section class="section" aria-label={title}>
            {fields.length === 0 ? <p class="prose">{text.none[locale]}</p> : null}
            <PostForm request={request} path={trustPath(organization.id, `/${section}`)}>
              <input type="hidden" name="version" value={String(version)} />
              {fields.map((field) => (
                <Question
                  request={request}
                  field={field}
                  value={draft.answers[field.id] ?? null}
                  known={overview.known[field.id]}
                  fixed={field.id === "country" ? overview.firmProof.country : null}
                  shown={visible.get(field.id)}
                  isClash={isClash}
                />
              ))}
              {section === "profile" ? (
                <CheckBox
                  request={request}
                  name="contactAgreed"
                  label={text.agreed[locale]}
                  isChecked={overview.contactAgreed}
                />
              ) : null}
              {mayChange ? <SubmitButton label={text.save[locale]} /> : null}
            </PostForm>
          </section>
        </>
      ),
    };
  };
}

interface QuestionProps {
  readonly request: PrivateRequest<SignedIn>;
  readonly field: Field;
  readonly value: string | boolean | number | null;
  readonly shown: { readonly visibility: string; readonly mayHide: boolean } | undefined;
  /** What is known of the firm, where nothing was saved. */
  readonly known: { readonly from: string; readonly value: string } | undefined;
  /** The country of the organization's firm, which this form does not change; `null`: it is typed. */
  readonly fixed: Country | null;
  readonly isClash: boolean;
}

function Question({ request, field, value, shown, known, fixed, isClash }: QuestionProps) {
  const { locale, refusal, form } = request;
  const [stored = ""] = typedAnswer(value);
  const isKnown = value === null && known !== undefined && (refusal === null || !form.has(field.id));
  const typed = isKnown ? known.value : refusal === null || !form.has(field.id) ? stored : form.get(field.id);
  const differs = isClash && typed.trim() !== stored;
  // Said of what somebody saved, not of what stands there unsaved.
  const isOther = fixed === null && !isKnown && known !== undefined && value !== null && known.value !== stored;
  const visibility = refusal === null ? shown?.visibility : form.get(`visibility.${field.id}`) || shown?.visibility;
  return (
    <div class="trust-question" data-from={isKnown ? known.from : undefined}>
      {fixed === null ? (
        <Control request={request} field={field} typed={typed} />
      ) : (
        <FixedCountry request={request} field={field} country={fixed} />
      )}
      {isOther ? (
        <p class="meta" data-differs={known.from}>
          {text[known.from === "domain" ? "domainSays" : "registerSays"][locale]}: <bdi>{known.value}</bdi>
        </p>
      ) : null}
      {isKnown && fixed === null ? (
        <p class="meta">{text[known.from === "domain" ? "fromDomain" : "fromRegister"][locale]}</p>
      ) : null}
      {differs ? (
        <p class="meta">
          {text.stored[locale]}: <bdi class="foreign-lines">{storedWords(field, value, locale)}</bdi>
        </p>
      ) : null}
      {shown?.mayHide === true ? (
        <p class="trust-visibility">
          <label for={`visibility-${field.id}`}>{text.visibility[locale]}</label>{" "}
          <select id={`visibility-${field.id}`} name={`visibility.${field.id}`}>
            {visibilityOptions(locale).map(({ value: each, name }) => (
              <option value={each} selected={visibility === each}>
                {name}
              </option>
            ))}
          </select>
        </p>
      ) : null}
    </div>
  );
}

/** The country of the firm, said and sent along: the organization states it, and this form cannot. */
function FixedCountry({
  request: { locale, refusal },
  field: { id, label },
  country,
}: Pick<QuestionProps, "request" | "field"> & { readonly country: Country }) {
  return (
    <div class="field" id={id} data-fixed={country}>
      <p>
        {label ?? id}: <strong>{countryNames[country][locale]}</strong>
      </p>
      <p class="help">{text.fixed[locale]}</p>
      <ErrorText id={id} error={errorOf(refusal, id)} />
      <input type="hidden" name={id} value={country} />
    </div>
  );
}

function Control({ request, field, typed }: { request: PrivateRequest<SignedIn>; field: Field; typed: string }) {
  const { id, type } = field;
  const { locale, refusal } = request;
  const words = {
    help: field.description ?? undefined,
    error: errorOf(refusal, id),
  };
  const label = `${field.label ?? id}${field.required ? ` (${text.required[locale]})` : ""}`;
  if (type === "boolean" || type === "enum") {
    const options = type === "boolean" ? commonOptions(locale, "yes", "no") : optionsOf(field);
    return (
      <Choice
        anchor={id}
        name={id}
        legend={label}
        options={[...options, { value: "", name: text.unanswered[locale] }]}
        values={[typed]}
        {...words}
      />
    );
  }
  if (type === "text") return <FormField id={id} label={label} value={typed} rows={5} {...words} />;
  return (
    <FormField
      id={id}
      label={label}
      value={typed}
      type={type === "email" ? "email" : "text"}
      inputmode={type === "integer" ? "numeric" : undefined}
      autocomplete="off"
      {...(type === "email" || type === "integer" ? { autocapitalize: "none", spellcheck: false } : {})}
      {...words}
    />
  );
}

function optionsOf({ options }: Field) {
  return (options ?? []).map(({ value, label }) => ({ value, name: label ?? value }));
}

function storedWords(field: Field, value: QuestionProps["value"], locale: Locale): string {
  if (value === null) return UNANSWERED.none[locale];
  return foreignLines(answerWords({ options: optionsOf(field) }, value, locale));
}

/** What the form has besides the fields of the questionnaire. */
const CONTROLS: readonly string[] = ["version", "contactAgreed"];
const CHOICE = "visibility.";
const isChoice = (name: string) => name.startsWith(CHOICE);

/** Saves an area and leads to the next one. */
export function trustAreaForm(section: Section, next: Section | undefined): FormRoute<SignedIn> {
  return {
    cost: { rows: ["person_write"] },
    capability: trustAreaSave,
    fields: (name) => /^(?:visibility\.)?[a-z][a-zA-Z0-9]{1,60}$/.test(name),
    isLong: true,
    submit: async (request) => {
      const { ask, form, locale } = request;
      const organizationId = organizationIn(request);
      const names = form.names().filter((name) => !CONTROLS.includes(name));
      const [chosen, typed] = [names.filter(isChoice), names.filter((name) => !isChoice(name))];
      await ask(trustAreaSave, {
        organizationId,
        section,
        typed: Object.fromEntries(typed.map((id) => [id, form.get(id)])),
        visibility: Object.fromEntries(chosen.map((name) => [name.slice(CHOICE.length), form.get(name)])),
        contactAgreed: form.get("contactAgreed") === "1",
        version: Number(form.get("version") || "-1"),
      });
      const to = next === undefined ? trustPath(organizationId) : trustPath(organizationId, `/${next}`);
      return redirectTo(href(locale, to, { done: "saved" }), 303);
    },
  };
}
