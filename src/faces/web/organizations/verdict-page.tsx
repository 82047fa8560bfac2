import { firmIdOf } from "../../../capabilities/organizations/firm.ts";
import { organizationFactsChange } from "../../../capabilities/organizations/organization-facts-change.ts";
import {
  type OrganizationVerdict,
  organizationVerdict,
} from "../../../capabilities/organizations/organization-verdict.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { typesetTexts } from "../../../core/non-breaking.ts";
import { ServiceError } from "../../../core/problem.ts";
import { hasRight } from "../../../core/rights.ts";
import { formatDay } from "../../../core/text.ts";
import { CategorySign, categoryMeanings, categoryNames } from "../components/category-mark.tsx";
import { FormErrors } from "../components/form.tsx";
import { formatIco } from "../components/format-ico.ts";
import { Notice } from "../components/notice.tsx";
import { askObligationNames } from "../obligations/obligation-names.ts";
import type { PageAnswer, SignedIn } from "../page.ts";
import { href, organizationPath, redirectTo } from "../paths.ts";
import type { FormRoute, PrivateRequest } from "../private-page.ts";
import { answerNone } from "../verdict/answer-none.ts";
import { askQuestions, controlsOf } from "../verdict/open-questions.tsx";
import { askRegimes } from "../verdict/regimes-compared.tsx";
import { askSizeThresholds } from "../verdict/thresholds.tsx";
import { TimeLine } from "../verdict/time-line.tsx";
import { TraceSteps } from "../verdict/trace-steps.tsx";
import { WhatFollows } from "../verdict/what-follows.tsx";
import { askFactsForm, FactsForm, type FactsFormContent } from "./facts-form.tsx";
import { isFactsField, mayRepeat, readFacts, underField, whatIfOf } from "./facts-query.ts";
import { OrganizationHead } from "./organization-head.tsx";

const text = typesetTexts({
  title: { sk: "Posúdenie", cs: "Posouzení", en: "Verdict" },
  lead: {
    sk: "Register nevie o firme všetko. Doplňte, čo viete vy: posúdenie, režim aj lehoty sa podľa toho prepočítajú.",
    cs: "Rejstřík o firmě neví všechno. Doplňte, co víte vy: posouzení, režim i lhůty se podle toho přepočítají.",
    en: "A register does not know everything of a firm. Add what you know: verdict, regime and deadlines follow from it.",
  },
  firm: { sk: "Firma", cs: "Firma", en: "Firm" },
  none: {
    sk: "Najprv vyberte firmu, potom ju posúdime.",
    cs: "Nejdřív vyberte firmu, potom ji posoudíme.",
    en: "Choose the firm first, then it can be judged.",
  },
  rests: {
    sk: "Údaje patria inej firme. Posúdenie vychádza len z registra, kým na stránke Firma nevyberiete, ktorá platí.",
    cs: "Údaje patří jiné firmě. Posouzení vychází jen z rejstříku, dokud na stránce Firma nevyberete, která platí.",
    en: "What was stated belongs to another firm. The verdict rests on the register alone until you choose on the page Firm.",
  },
  silent: {
    sk: "Register teraz neodpovedá. Posúdenie vychádza len z toho, čo ste uviedli.",
    cs: "Rejstřík teď neodpovídá. Posouzení vychází jen z toho, co jste uvedli.",
    en: "The register does not answer now. The verdict rests on what you said alone.",
  },
  notFound: {
    sk: "Firmu s týmto IČO register nemá. Posúdenie vychádza len z toho, čo ste uviedli.",
    cs: "Firmu s tímto IČO rejstřík nemá. Posouzení vychází jen z toho, co jste uvedli.",
    en: "The register has no firm with this IČO. The verdict rests on what you said alone.",
  },
  guess: {
    sk: "Bez registra, ktorý teraz neodpovedá, by bol výsledok len odhad. Skúste to o chvíľu.",
    cs: "Bez rejstříku, který teď neodpovídá, by byl výsledek jen odhad. Zkuste to za chvíli.",
    en: "Without the register, which does not answer now, the result would be a guess. Try again in a moment.",
  },
  said: { sk: "Register uvádza, vy uvádzate", cs: "Rejstřík uvádí, vy uvádíte", en: "The register says, you said" },
  fact: { sk: "Údaj", cs: "Údaj", en: "Fact" },
  register: { sk: "Register uvádza", cs: "Rejstřík uvádí", en: "The register says" },
  own: { sk: "Vy uvádzate", cs: "Vy uvádíte", en: "You said" },
  form: { sk: "Čo o firme viete", cs: "Co o firmě víte", en: "What you know of the firm" },
  viewer: {
    sk: "Údaje môže meniť člen, správca alebo vlastník.",
    cs: "Údaje může měnit člen, správce nebo vlastník.",
    en: "A member, administrator or owner may change these.",
  },
  obligations: {
    sk: "Povinnosti, ktoré váš režim vyžaduje",
    cs: "Povinnosti, které váš režim vyžaduje",
    en: "Obligations that your regime asks for",
  },
  files: { sk: "Uložiť posúdenie", cs: "Uložit posouzení", en: "Save the verdict" },
  calendar: { sk: "Kalendár (ICS)", cs: "Kalendář (ICS)", en: "Calendar (ICS)" },
  dataAsOf: { sk: "Stav údajov", cs: "Stav dat", en: "State of the data" },
} satisfies Record<string, Localized>);

const indicative: Readonly<Record<Locale, (name: string) => string>> = {
  sk: (name) => `Výsledok je orientačný. Záväzne rozhoduje ${name}.`,
  cs: (name) => `Výsledek je orientační. Závazně rozhoduje ${name}.`,
  en: (name) => `This result is indicative. The binding decision is made by ${name}.`,
};

/** The verdict of an organization with what it says of itself, and the form in which it says so. */
export async function verdictPage(request: PrivateRequest<SignedIn>): Promise<PageAnswer> {
  const { locale, params, ask } = request;
  const answer = await ask(organizationVerdict, { organizationId: params.organizationId ?? "" });
  const { id, role, verdict, stated, untrusted, rests, firm } = answer;
  const path = organizationPath(id, "/verdict");
  const mayChange = hasRight(role, "change");
  const [names, thresholds] = await Promise.all([askObligationNames(request), askSizeThresholds(request)]);
  const regimes = verdict === null ? undefined : await askRegimes(request, verdict.country);
  const content = mayChange ? await askFactsForm(request, answer) : undefined;
  const hasDates = verdict?.nextSteps.some(({ dates }) => dates.some(({ due }) => due !== null)) === true;
  return {
    title: `${text.title[locale]} · ${untrusted.name}`,
    isIndexed: false,
    body: (
      <>
        <section class="opening">
          <FormErrors request={request} />
          <OrganizationHead request={request} organization={{ id, role, untrusted }} />
          <p class="meta" data-firm={firmIdOf(firm)}>
            {firm.ico === null ? null : `IČO ${formatIco(firm.ico)}, `}
            <a href={href(locale, organizationPath(id, "/firm"))}>{text.firm[locale]}</a>
          </p>
          {rests ? (
            <div data-facts="resting">
              <Notice tone="caution" title={text.rests[locale]} />
            </div>
          ) : null}
          <Answer answer={answer} locale={locale} />
        </section>
        {stated === null ? null : <Said said={answer.said} locale={locale} />}
        <Form request={request} path={path} answer={answer} content={content} />
        {verdict === null || regimes === undefined ? null : (
          <>
            <TraceSteps verdict={verdict} thresholds={thresholds} locale={locale} />
            <WhatFollows verdict={verdict} names={names} regimes={regimes} locale={locale}>
              {answer.obligations.length === 0 ? null : (
                <p>
                  <a href={href(locale, organizationPath(id, "/obligations"), { regime: 1 })}>
                    {text.obligations[locale]} ({answer.obligations.length})
                  </a>
                </p>
              )}
              <TimeLine
                verdict={verdict}
                today={verdict.asOf}
                calendarHref={hasDates ? href(locale, `${path}.ics`) : undefined}
                locale={locale}
              />
            </WhatFollows>
            <p class="meta">
              {text.files[locale]}: <a href={href(locale, `${path}.pdf`)}>PDF</a>,{" "}
              <a href={href(locale, `${path}.docx`)}>DOCX</a>, <a href={href(locale, `${path}.json`)}>JSON</a>
              {hasDates ? (
                <>
                  , <a href={href(locale, `${path}.ics`)}>{text.calendar[locale]}</a>
                </>
              ) : null}
            </p>
          </>
        )}
      </>
    ),
  };
}

function Answer({ answer: { verdict, stated, register }, locale }: { answer: OrganizationVerdict; locale: Locale }) {
  if (verdict === null) {
    return <Notice tone="caution" title={(stated === null ? text.none : text.guess)[locale]} />;
  }
  const { category, headline, authority, dataAsOf } = verdict;
  return (
    <>
      <div class="verdict-head own-verdict" data-category={category}>
        <CategorySign category={category} size={48} />
        <div>
          <h2>{headline ?? `${categoryNames[category][locale]}. ${categoryMeanings[category][locale]}`}</h2>
          <p class="indicative">{indicative[locale](authority.name)}</p>
          <p class="meta">
            {text.dataAsOf[locale]}: {formatDay(dataAsOf.slice(0, 10), locale)}
          </p>
        </div>
      </div>
      <p class="prose">{text.lead[locale]}</p>
      {register.outcome === "unavailable" ? <Notice tone="caution" title={text.silent[locale]} /> : null}
      {register.outcome === "not_found" ? <Notice tone="caution" title={text.notFound[locale]} /> : null}
    </>
  );
}

/** What the register says of each fact, and what the organization says. */
function Said({ said, locale }: { said: OrganizationVerdict["said"]; locale: Locale }) {
  return (
    <section class="section" aria-labelledby="said-title">
      <h2 id="said-title">{text.said[locale]}</h2>
      <table class="is-stacked said">
        <thead>
          <tr>
            <th scope="col">{text.fact[locale]}</th>
            <th scope="col">{text.register[locale]}</th>
            <th scope="col">{text.own[locale]}</th>
          </tr>
        </thead>
        <tbody>
          {said.map(({ id, label, register, own }) => (
            <tr data-fact={id}>
              <th scope="row">{label}</th>
              <td data-label={text.register[locale]}>{register ?? "–"}</td>
              <td data-label={text.own[locale]}>{own === null ? "–" : <strong>{own}</strong>}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Form({
  request,
  path,
  answer,
  content,
}: {
  request: PrivateRequest<SignedIn>;
  path: string;
  answer: OrganizationVerdict;
  content: FactsFormContent | undefined;
}) {
  const { locale } = request;
  return (
    <section class="section what-if screen-only" aria-labelledby="facts-title">
      <h2 id="facts-title">{text.form[locale]}</h2>
      {content === undefined ? (
        <p class="prose">{text.viewer[locale]}</p>
      ) : (
        <FactsForm request={request} path={path} answer={answer} content={content} />
      )}
    </section>
  );
}

/** Saves what the organization says of itself. */
export const verdictForm: FormRoute<SignedIn> = {
  cost: { rows: ["person_write"] },
  capability: organizationFactsChange,
  fields: isFactsField,
  repeated: mayRepeat,
  submit: async (request) => {
    const { locale, params, ask } = request;
    const organizationId = params.organizationId ?? "";
    const facts = await readFacts(request, await withNone(request, organizationId)).catch(async (thrown: unknown) => {
      // Membership and role come before the values: a change without any says whether there may be one at all.
      await ask(organizationFactsChange, { organizationId }).catch((refused: unknown) => {
        if (refused instanceof ServiceError && refused.problem.code !== "invalid_arguments") throw refused;
      });
      throw thrown;
    });
    try {
      await ask(organizationFactsChange, { organizationId, ...facts });
    } catch (thrown) {
      throw underField(thrown);
    }
    return redirectTo(href(locale, organizationPath(organizationId, "/verdict"), { done: "saved" }), 303);
  },
};

/** The form with the open questions of a block answered by no, where the button for that was pressed. */
async function withNone(
  request: PrivateRequest<SignedIn>,
  organizationId: string,
): Promise<URLSearchParams | undefined> {
  const block = request.form.get("none");
  if (block === "") return undefined;
  const { verdict, stated } = await request.ask(organizationVerdict, { organizationId });
  if (verdict === null) return undefined;
  const questions = await askQuestions(request, stated?.country);
  const query = whatIfOf(request.form, controlsOf(questions), stated?.country ?? null);
  query.set("none", block);
  const pairs = answerNone(query, verdict, questions) ?? [];
  return new URLSearchParams(pairs.map(([name, value]) => [name, value]));
}
