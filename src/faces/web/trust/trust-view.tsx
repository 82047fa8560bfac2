import type { AnswerOf } from "../../../capabilities/capability.ts";
import type { PublishedAnswer } from "../../../capabilities/trust/statement.ts";
import type { supplierQuestionnaire } from "../../../capabilities/trust/supplier-questionnaires.ts";
import { countryWord } from "../../../core/country-names.ts";
import { foreignLines, foreignText } from "../../../core/foreign-text.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { formatDay, formatNumber, type PluralForms, plural } from "../../../core/text.ts";
import { ANSWERS } from "../components/answer.ts";
import { Notice } from "../components/notice.tsx";
import { ForeignLink } from "../components/untrusted-text.tsx";
import { ImprintSentence } from "./imprint-sentence.tsx";
import { coverageSentence, STATE_NAMES, UNANSWERED } from "./trust-texts.ts";

export type Questionnaire = AnswerOf<typeof supplierQuestionnaire>;

type Answer = PublishedAnswer["untrusted"]["answers"][number];

/** What a page shows of a profile: published, or as it would be. */
export type ShownProfile = Omit<PublishedAnswer, "signature">;

/** What a holder of a share link sees beside. */
export interface OnRequest {
  readonly answers: Readonly<Record<string, string | boolean | number | null>>;
  readonly links: PublishedAnswer["untrusted"]["links"];
}

const text = {
  unnamed: { sk: "Firma bez názvu", cs: "Firma bez názvu", en: "Firm without a name" },
  stated: {
    sk: "Vlastné vyhlásenie dodávateľa, neoverené",
    cs: "Vlastní prohlášení dodavatele, neověřené",
    en: "Stated by the supplier itself, not verified",
  },
  from: { sk: "Vyhlásenie zo dňa", cs: "Prohlášení ze dne", en: "Stated on" },
  until: { sk: "platí do", cs: "platí do", en: "valid until" },
  ended: { sk: "platilo do", cs: "platilo do", en: "was valid until" },
  unproved: {
    sk: "Totožnosť zatiaľ nie je preukázaná",
    cs: "Totožnost zatím není prokázána",
    en: "Identity: not shown yet",
  },
  lost: {
    sk: "Dôkaz totožnosti teraz nenachádzame",
    cs: "Důkaz totožnosti teď nenacházíme",
    en: "The proof of identity is not found now",
  },
  lostLead: {
    sk: "Ak sa do 30 dní neobnoví, zverejnenie sa skončí.",
    cs: "Neobnoví-li se do 30 dnů, zveřejnění skončí.",
    en: "If it is not restored within 30 days, the profile is withdrawn.",
  },
  lostFirm: {
    sk: "Na webe, ktorý uvádzal IČO firmy, ho teraz nenachádzame. Ak sa do 30 dní neobnoví, profil nebude možné nájsť podľa IČO.",
    cs: "Na webu, který uváděl IČO firmy, je teď nenacházíme. Neobnoví-li se do 30 dnů, profil nepůjde najít podle IČO.",
    en: "The website that stated the number of the firm does not state it now. If it is not restored within 30 days, the profile is not found by the number any more.",
  },
  notChecked: { sk: "Firma nebola overená.", cs: "Firma nebyla ověřena.", en: "The firm was not checked." },
  onlyDomain: { sk: "Overená je iba doména", cs: "Ověřena je pouze doména", en: "Proved is only the domain" },
  statedNumber: {
    before: {
      sk: "Dodávateľ o sebe uvádza IČO",
      cs: "Dodavatel o sobě uvádí IČO",
      en: "The supplier states the number",
    },
    after: {
      sk: "; pod týmto číslom profil nenájdete.",
      cs: "; pod tímto číslem profil nenajdete.",
      en: "; the profile is not found by that number.",
    },
  },
  byOperator: {
    sk: "Prevádzkovateľ overil, že je to profil tejto firmy,",
    cs: "Provozovatel ověřil, že jde o profil této firmy,",
    en: "The operator checked that this profile is of this firm, on",
  },
  ownAnswers: {
    sk: "Odpovede sú jej vlastné vyhlásenie.",
    cs: "Odpovědi jsou jejím vlastním prohlášením.",
    en: "The answers are its own statement.",
  },
  checkSite: {
    sk: "Overte, že je to web, ktorý poznáte.",
    cs: "Ověřte, že je to web, který znáte.",
    en: "Check that it is the site you know.",
  },
  calledItself: { sk: "Dodávateľ sa nazýva", cs: "Dodavatel se nazývá", en: "The supplier calls itself" },
  calledByRegister: { sk: ", register ho vedie ako", cs: ", rejstřík jej vede jako", en: ", the register calls it" },
  stale: { sk: "Profil už neplatí", cs: "Profil už neplatí", en: "This profile is out of date" },
  staleLead: {
    sk: "Dodávateľ ho po skončení platnosti nepotvrdil. Odpovede nižšie nemusia byť pravdivé, vyžiadajte si nové vyhlásenie.",
    cs: "Dodavatel jej po skončení platnosti nepotvrdil. Odpovědi níže nemusí odpovídat skutečnosti, vyžádejte si nové prohlášení.",
    en: "The supplier has not confirmed it since its validity ended. The answers below may no longer hold; ask for a new statement.",
  },
  letters: {
    sk: "Pokrytie písmen čl. 21 ods. 2",
    cs: "Pokrytí písmen čl. 21 odst. 2",
    en: "Coverage by letter of Article 21(2)",
  },
  lettersLead: {
    sk: "Koľko otázok k danému písmenu dodávateľ zodpovedal a koľko postupov uvádza ako zavedené. Priradenie otázok k písmenám je naše. Neznamená to, že dodávateľ zákon spĺňa.",
    cs: "Kolik otázek k danému písmenu dodavatel zodpověděl a kolik postupů uvádí jako zavedené. Přiřazení otázek k písmenům je naše. Neznamená to, že dodavatel zákon splňuje.",
    en: "How many questions that speak to a letter were answered, and how many practices are stated as in place. The mapping is ours. It does not say that the supplier complies with the law.",
  },
  answers: { sk: "Odpovede", cs: "Odpovědi", en: "Answers" },
  contacts: { sk: "Kontakt pre incidenty", cs: "Kontakt pro incidenty", en: "Contacts for incidents" },
  evidence: { sk: "Doklady", cs: "Doklady", en: "Evidence" },
  removed: { sk: "dodávateľ ho odstránil", cs: "dodavatel ho odstranil", en: "removed by the supplier on" },
  evidenceLead: {
    sk: "Priložil dodávateľ. Súbory sme nekontrolovali na škodlivý kód.",
    cs: "Přiložil dodavatel. Soubory jsme nekontrolovali na škodlivý kód.",
    en: "Provided by the supplier. Files were not scanned for malware.",
  },
  expired: { sk: "platnosť skončila", cs: "platnost skončila", en: "expired" },
  validTo: { sk: "platí do", cs: "platí do", en: "valid until" },
  letter: { sk: "písm.", cs: "písm.", en: "letter" },
  paragraph: { sk: "ods. 3", cs: "odst. 3", en: "21(3)" },
  binding: {
    sk: "Vykonávacie nariadenie, o ktoré sa otázky opierajú, zaväzuje len niektoré druhy subjektov; pre ostatné je len vodidlom.",
    cs: "Prováděcí nařízení, o které se otázky opírají, zavazuje jen některé druhy subjektů; pro ostatní je jen vodítkem.",
    en: "The implementing regulation that the questions rest on binds some types of entities only; for others it is only guidance.",
  },
} satisfies Record<string, Localized | Record<string, Localized>>;

/** Name, number, whose statement it is and until when. In a preview the page around it has the first heading. */
export function ProfileHead({
  shown,
  isPreview = false,
  isProved = true,
  imprintPage = null,
  locale,
}: {
  shown: ShownProfile;
  isPreview?: boolean;
  /** Whether it is shown whose profile this is; without it nothing is published. */
  isProved?: boolean;
  /** The page of the website that states the number. */
  imprintPage?: string | null;
  locale: Locale;
}) {
  const { identity, updatedAt, validUntil, stale, untrusted } = shown;
  const service = untrusted.answers.find(({ id }) => id === "serviceDescription")?.value;
  const name = untrusted.name === "" ? text.unnamed[locale] : <bdi>{foreignText(untrusted.name)}</bdi>;
  return (
    <section class="opening trust-head">
      {isPreview ? <h2 class="trust-name">{name}</h2> : <h1 class="is-long trust-name">{name}</h1>}
      {isProved ? (
        <WhoseProfile shown={shown} imprintPage={imprintPage} locale={locale} />
      ) : (
        <p class="meta">{text.unproved[locale]}</p>
      )}
      {stale ? (
        <Notice tone="caution" title={text.stale[locale]}>
          <p>{text.staleLead[locale]}</p>
        </Notice>
      ) : null}
      <p class="trust-stated">
        <strong>{text.stated[locale]}</strong>
      </p>
      <p class="meta">
        {text.from[locale]} <time datetime={updatedAt}>{formatDay(updatedAt.slice(0, 10), locale)}</time>,{" "}
        {(stale ? text.ended : text.until)[locale]} <time datetime={validUntil}>{formatDay(validUntil, locale)}</time>
      </p>
      {identity.lostAt === undefined ? null : (
        <Notice tone="caution" title={text.lost[locale]}>
          <p>{(identity.firmChecked && identity.method === "imprint" ? text.lostFirm : text.lostLead)[locale]}</p>
        </Notice>
      )}
      {typeof service === "string" ? (
        <p class="prose lead foreign-lines">
          <bdi>{foreignLines(service)}</bdi>
        </p>
      ) : null}
    </section>
  );
}

/** One of three sentences: who checked the firm, or that nobody did. */
function WhoseProfile({
  shown: { country, ico, identity, nameDiffers, untrusted },
  imprintPage,
  locale,
}: {
  shown: ShownProfile;
  imprintPage: string | null;
  locale: Locale;
}) {
  const domain = <bdi>{foreignText(untrusted.primaryDomain ?? "")}</bdi>;
  const day = <time datetime={identity.checkedAt}>{formatDay(identity.checkedAt.slice(0, 10), locale)}</time>;
  if (country === null || ico === null) {
    const { notChecked, onlyDomain, statedNumber } = text;
    return (
      <div class="notice is-caution" data-firm-checked="no">
        <strong>{notChecked[locale]}</strong>
        <p>
          {onlyDomain[locale]} {untrusted.primaryDomain === null ? null : domain}. {statedNumber.before[locale]}{" "}
          {untrusted.statedFirm.ico}
          {statedNumber.after[locale]}
        </p>
      </div>
    );
  }
  // The register's name comes first; without one only the supplier's own name is shown.
  const registered = untrusted.registerName ?? untrusted.name;
  const firm = (
    <strong>
      <bdi data-register-name>{foreignText(registered)}</bdi> · {country} {ico}
    </strong>
  );
  const other =
    nameDiffers === true && untrusted.registerName !== null ? (
      <p class="meta">
        {text.calledItself[locale]} <bdi>{foreignText(untrusted.name)}</bdi>
        {text.calledByRegister[locale]} <bdi>{foreignText(untrusted.registerName)}</bdi>.
      </p>
    ) : null;
  if (identity.method === "operator") {
    return (
      <div class="notice is-sure" data-firm-checked="operator">
        {firm}
        <p>
          {text.byOperator[locale]} {day}. {text.ownAnswers[locale]}
        </p>
        {other}
      </div>
    );
  }
  const page =
    imprintPage === null ? null : (
      <ForeignLink url={imprintPage} text={imprintPage.replace(/^https:\/\//, "")} lang="" />
    );
  return (
    <div class="notice" data-firm-checked="imprint">
      {firm}
      <p>
        <ImprintSentence domain={untrusted.primaryDomain ?? ""} ico={ico} locale={locale} /> ({page}
        {page === null ? null : ", "}
        {day}). {text.checkSite[locale]}
      </p>
      {other}
    </div>
  );
}

/** Eleven rows: a word, a count and a bar. */
export function LetterRows({
  shown,
  titles,
  locale,
}: {
  shown: ShownProfile;
  titles: ReadonlyMap<string, string>;
  locale: Locale;
}) {
  return (
    <section class="section" aria-labelledby="letters">
      <h2 id="letters">{text.letters[locale]}</h2>
      <p class="prose">{text.lettersLead[locale]}</p>
      <LetterList coverage={shown.coverage} titles={titles} locale={locale} />
      <p class="meta">{text.binding[locale]}</p>
    </section>
  );
}

/** The rows themselves. */
export function LetterList({
  coverage,
  titles,
  locale,
}: {
  coverage: ShownProfile["coverage"];
  titles: ReadonlyMap<string, string>;
  locale: Locale;
}) {
  return (
    <ul class="trust-letters">
      {coverage.map((each) => (
        <li class={`is-${each.state}`}>
          <p class="trust-letter-name">
            <b>{each.letter === "21(3)" ? text.paragraph[locale] : `${each.letter})`}</b>{" "}
            {titles.get(each.letter) ?? ""}
          </p>
          <p class="trust-letter-count">
            {each.total === 0
              ? STATE_NAMES.not_applicable[locale]
              : `${coverageSentence(each, locale)} (${STATE_NAMES[each.state][locale]})`}
          </p>
          {each.total === 0 ? null : (
            <svg class="trust-bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
              <rect class="trust-bar-all" x="0" y="0" width="100" height="8" />
              <rect
                class="trust-bar-answered"
                x="0"
                y="0"
                width={String((100 * each.answered) / each.total)}
                height="8"
              />
              <rect
                class="trust-bar-positive"
                x="0"
                y="2"
                width={String((100 * each.positive) / each.total)}
                height="4"
              />
            </svg>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The answers by area; a no is as plain as a yes. */
export function AnswerList({
  shown,
  questionnaire,
  onRequest,
  locale,
}: {
  shown: ShownProfile;
  questionnaire: Questionnaire;
  onRequest?: OnRequest | undefined;
  locale: Locale;
}) {
  const fieldOf = new Map(questionnaire.fields.map((field) => [field.id, field]));
  return (
    <section class="section" aria-labelledby="answers">
      <h2 id="answers">{text.answers[locale]}</h2>
      {questionnaire.sections.map(({ id, title }) => {
        const answers = shown.untrusted.answers.filter((answer) => fieldOf.get(answer.id)?.section === id);
        if (answers.length === 0) return null;
        return (
          <section class="trust-area" aria-labelledby={`area-${id}`}>
            <h3 id={`area-${id}`}>{title}</h3>
            <dl class="trust-answers">
              {answers.map((answer) => (
                <div>
                  <dt>{answer.question}</dt>
                  <dd>
                    <AnswerValue
                      answer={onRequest === undefined ? answer : withOnRequest(answer, onRequest)}
                      field={fieldOf.get(answer.id)}
                      locale={locale}
                    />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        );
      })}
    </section>
  );
}

function withOnRequest(answer: Answer, { answers }: OnRequest): Answer {
  if (answer.visibility === undefined) return answer;
  const { visibility: _hidden, ...shown } = answer;
  return { ...shown, value: answers[answer.id] ?? null };
}

function AnswerValue({
  answer: { value, visibility },
  field,
  locale,
}: {
  answer: Answer;
  field: Questionnaire["fields"][number] | undefined;
  locale: Locale;
}) {
  if (visibility !== undefined) return <i>{UNANSWERED.onRequest[locale]}</i>;
  return <AnswerWords value={value} field={field} locale={locale} />;
}

/** An answer in words: yes and no, an option by its label, text as it was written. */
export function AnswerWords({
  value,
  field,
  locale,
}: {
  value: Answer["value"];
  field: Questionnaire["fields"][number] | undefined;
  locale: Locale;
}) {
  if (value === null) return <i>{UNANSWERED.none[locale]}</i>;
  if (typeof value === "boolean") return <YesNoMark value={value} locale={locale} />;
  if (typeof value === "number") return `${formatNumber(value, locale)} ${plural(value, HOURS[locale], locale)}`;
  if (field?.type === "country") return countryWord(String(value), locale);
  const option = field?.options?.find((each) => each.value === value)?.label;
  if (option !== undefined && option !== null) return option;
  return <bdi class="foreign-lines">{foreignLines(String(value))}</bdi>;
}

/** Every number of the questionnaire is a length of time. */
const HOURS: Readonly<Record<Locale, PluralForms>> = {
  sk: { one: "hodina", few: "hodiny", other: "hodín" },
  cs: { one: "hodina", few: "hodiny", other: "hodin" },
  en: { one: "hour", other: "hours" },
};

/** Yes or no as a shape and a word, one as plain as the other. */
export function YesNoMark({ value, locale }: { value: boolean; locale: Locale }) {
  return (
    <strong class={value ? "trust-yes" : "trust-no"}>
      <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
        <circle cx="8" cy="8" r="6.75" fill="none" stroke="currentColor" stroke-width="1.5" />
        <path d={value ? TICK : CROSS} fill="none" stroke="currentColor" stroke-width="1.75" />
      </svg>{" "}
      {ANSWERS[value ? "yes" : "no"][locale]}
    </strong>
  );
}

const TICK = "M4.75 8.25l2.25 2.25l4.25-4.75";
const CROSS = "M5.5 5.5l5 5m0-5l-5 5";

const CONTACT_FIELDS: readonly string[] = ["securityContactName", "incidentContactEmail", "incidentContactPhone"];

/** Whom to turn to in an incident, as far as it is shown. */
export function Contacts({
  shown,
  onRequest,
  locale,
}: {
  shown: ShownProfile;
  onRequest?: OnRequest | undefined;
  locale: Locale;
}) {
  const contacts = shown.untrusted.answers
    .map((answer) => (onRequest === undefined ? answer : withOnRequest(answer, onRequest)))
    .filter(({ id, value }) => CONTACT_FIELDS.includes(id) && value !== null);
  if (contacts.length === 0) return null;
  return (
    <section class="section" aria-labelledby="contacts">
      <h2 id="contacts">{text.contacts[locale]}</h2>
      <dl class="trust-answers">
        {contacts.map(({ question, value }) => (
          <div>
            <dt>{question}</dt>
            <dd>
              <bdi>{foreignText(String(value))}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** What the supplier shows for its answers; what has expired says so. */
export function EvidenceList({
  links,
  questionnaire,
  today,
  locale,
}: {
  links: PublishedAnswer["untrusted"]["links"];
  questionnaire: Questionnaire;
  today: string;
  locale: Locale;
}) {
  if (links.length === 0) return null;
  const labelOf = new Map(questionnaire.fields.map(({ id, label }) => [id, label]));
  return (
    <section class="section" aria-labelledby="evidence">
      <h2 id="evidence">{text.evidence[locale]}</h2>
      <p class="prose">{text.evidenceLead[locale]}</p>
      <ul class="trust-evidence">
        {links.map(({ field, title, url, expiresOn, removedOn }) => (
          <li>
            {removedOn === undefined ? <ForeignLink url={url} text={title} lang="" /> : <bdi>{foreignText(title)}</bdi>}
            <span class="meta">
              {" "}
              {labelOf.get(field) ?? field}
              {expiresOn === null ? null : (
                <>
                  , {text[expiresOn < today ? "expired" : "validTo"][locale]}{" "}
                  <time datetime={expiresOn}>{formatDay(expiresOn, locale)}</time>
                </>
              )}
              {removedOn === undefined ? null : (
                <span data-removed={removedOn}>
                  , {text.removed[locale]} <time datetime={removedOn}>{formatDay(removedOn, locale)}</time>
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
