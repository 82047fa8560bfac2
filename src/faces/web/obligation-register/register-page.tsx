import type { OrganizationVerdict } from "../../../capabilities/organizations/organization-verdict.ts";
import { scanDisagreements } from "../../../capabilities/scans/scan-disagreements.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { typesetTexts } from "../../../core/non-breaking.ts";
import { formatDay, formatInstant } from "../../../core/text.ts";
import { FilterFold } from "../components/filter-fold.tsx";
import { FormErrors } from "../components/form.tsx";
import { Field, Tick } from "../components/form-field.tsx";
import { OrganizationHead } from "../organizations/organization-head.tsx";
import type { PageAnswer, SignedIn } from "../page.ts";
import { href, organizationPath } from "../paths.ts";
import type { PrivateRequest } from "../private-page.ts";
import { BulkForm } from "./bulk-form.tsx";
import { ObligationCodes } from "./obligation-codes.tsx";
import { RegisterEntries } from "./register-entries.tsx";
import { entryPath, registerPath } from "./register-paths.ts";
import { askRegime, askRegister, filtersOf, type Register, type RegisterFilters } from "./register-query.ts";
import { RestOfCatalog } from "./rest-of-catalog.tsx";
import { StatusMark } from "./status-mark.tsx";
import { statusOptions } from "./status-options.ts";

const text = typesetTexts({
  title: { sk: "Evidencia povinností", cs: "Evidence povinností", en: "Obligation register" },
  completion: { sk: "Splnené", cs: "Splněno", en: "Complete" },
  empty: {
    sk: "Zatiaľ nič nesledujete. Začnite dotazníkom: zaberie dvadsať minút a stav povinností vyplní za vás.",
    cs: "Zatím nic nesledujete. Začněte dotazníkem: zabere dvacet minut a stav povinností vyplní za vás.",
    en: "Nothing is tracked yet. Start with the questionnaire: it takes twenty minutes and fills in the states for you.",
  },
  start: { sk: "Začať dotazníkom", cs: "Začít dotazníkem", en: "Start with the questionnaire" },
  status: { sk: "Stav", cs: "Stav", en: "Status" },
  any: { sk: "všetky stavy", cs: "všechny stavy", en: "any status" },
  words: {
    sk: "Hľadať v názve, poznámke a mene",
    cs: "Hledat v názvu, poznámce a jméně",
    en: "Words in name, note or person",
  },
  work: { sk: "Práca", cs: "Práce", en: "Work" },
  anyWork: { sk: "akákoľvek", cs: "jakákoli", en: "any" },
  lateWork: { sk: "po termíne", cs: "po termínu", en: "overdue" },
  onlyOverdue: { sk: "Len po termíne", cs: "Jen po termínu", en: "Overdue only" },
  all: { sk: "Zobraziť celú evidenciu", cs: "Zobrazit celou evidenci", en: "Show the whole register" },
  nothing: {
    sk: "Výberu nezodpovedá žiadna povinnosť.",
    cs: "Výběru neodpovídá žádná povinnost.",
    en: "No obligation matches these filters.",
  },
  files: { sk: "Stiahnuť evidenciu", cs: "Stáhnout evidenci", en: "Download the register" },
  changed: { sk: "Naposledy zmenené", cs: "Naposledy změněno", en: "Last changed" },
  withdrawn: {
    sk: "Povinnosti, ktoré katalóg už nemá",
    cs: "Povinnosti, které katalog už nemá",
    en: "Obligations that the catalog no longer has",
  },
  ofRegime: {
    sk: "Len povinnosti, ktoré vyžaduje váš režim",
    cs: "Jen povinnosti, které vyžaduje váš režim",
    en: "Only the obligations that your regime asks for",
  },
  noRegime: {
    sk: "Z posúdenia zatiaľ žiadny režim nevyplýva, preto je tu celá evidencia.",
    cs: "Z posouzení zatím žádný režim neplyne, proto je tu celá evidence.",
    en: "No regime follows from the verdict yet, so the whole register is shown.",
  },
  verdict: { sk: "Posúdenie organizácie", cs: "Posouzení organizace", en: "Verdict of the organization" },
  asOf: { sk: "Právny stav", cs: "Právní stav", en: "State of the law" },
} satisfies Record<string, Localized>);

const overdueCount: Record<Locale, (count: number) => string> = {
  sk: (count) => `${count} po termíne`,
  cs: (count) => `${count} po termínu`,
  en: (count) => `${count} overdue`,
};

const workOverdue: Record<Locale, (count: number) => string> = {
  sk: (count) => `práca po termíne: ${count}`,
  cs: (count) => `práce po termínu: ${count}`,
  en: (count) => `work overdue: ${count}`,
};

/** The files of a register, by the ending of their address. */
const REGISTER_FILES = [
  [".pdf", "PDF"],
  [".docx", "DOCX"],
  [".xlsx", "XLSX"],
  [".csv", "CSV"],
  [".json", "JSON"],
  [".ics", "ICS"],
] as const;

/** The obligation register of an organization: cards on a telephone, a table elsewhere. */
export async function registerPage(request: PrivateRequest<SignedIn>): Promise<PageAnswer> {
  const { locale, query } = request;
  const filters = filtersOf(query);
  const asked = await askRegime(request);
  const register = await askRegister(request);
  const { organization, counts } = register;
  const applying = register.items.filter(({ applies }) => applies !== false);
  const rest = register.items.filter(({ applies }) => applies === false);
  const { disagreements } = await request.ask(scanDisagreements, { organizationId: organization.id });
  const isEmpty = counts.byStatus.none === counts.all && register.withdrawn.length === 0;
  return {
    title: `${text.title[locale]} · ${organization.untrusted.name}`,
    isIndexed: false,
    scripts: ["copy"],
    body: (
      <div class="register">
        <section class="opening">
          <FormErrors request={request} />
          <Clashes request={request} />
          <OrganizationHead request={request} organization={organization} />
          <h2>{text.title[locale]}</h2>
          <Progress register={register} locale={locale} />
          {register.revisedAt === null ? null : (
            <p class="meta print-only">
              {text.changed[locale]}:{" "}
              <time datetime={register.revisedAt}>{formatInstant(register.revisedAt, locale)}</time>
            </p>
          )}
          {isEmpty && register.mayChange ? <Empty id={organization.id} locale={locale} /> : null}
          {asked === undefined ? null : <OfRegime verdict={asked} locale={locale} />}
          <FilterForm action={href(locale, registerPath(organization.id))} filters={filters} locale={locale} />
        </section>
        <section class="section" aria-label={text.title[locale]}>
          {register.items.length === 0 ? (
            <p class="prose">
              {text.nothing[locale]} <a href={href(locale, registerPath(organization.id))}>{text.all[locale]}</a>
            </p>
          ) : (
            <>
              {applying.length === 0 ? null : (
                <BulkForm request={request} register={register}>
                  <RegisterEntries
                    register={register}
                    items={applying}
                    isTickable={register.mayChange}
                    filters={filters}
                    verdict={asked}
                    disagreements={disagreements}
                    locale={locale}
                  />
                </BulkForm>
              )}
              {rest.length === 0 ? null : (
                <RestOfCatalog
                  register={register}
                  count={rest.length}
                  isOpen={query.get("all") === "1"}
                  locale={locale}
                >
                  <RegisterEntries
                    register={register}
                    items={rest}
                    filters={filters}
                    verdict={asked}
                    disagreements={disagreements}
                    locale={locale}
                  />
                </RestOfCatalog>
              )}
            </>
          )}
          <Withdrawn register={register} locale={locale} />
          <p class="links screen-only">
            {text.files[locale]}:{" "}
            {REGISTER_FILES.map(([ending, name]) => (
              <a href={href(locale, registerPath(organization.id, ending))} download>
                {name}
              </a>
            ))}
          </p>
          <p class="meta">
            {text.asOf[locale]}: <time datetime={register.dataAsOf}>{formatDay(register.dataAsOf, locale)}</time>.{" "}
            {register.disclaimer}
          </p>
        </section>
      </div>
    ),
  };
}

function Progress({ register: { organization, counts, completion }, locale }: { register: Register; locale: Locale }) {
  return (
    <div class="register-progress">
      <p>
        {text.completion[locale]}{" "}
        <strong class="number" data-completion={completion}>
          {completion} %
        </strong>
      </p>
      <progress value={completion} max={100} aria-label={text.completion[locale]}></progress>
      {counts.workOverdue === 0 ? null : (
        <p>
          <a class="is-overdue" href={href(locale, registerPath(organization.id), { work: "overdue" })}>
            {workOverdue[locale](counts.workOverdue)}
          </a>
        </p>
      )}
      {counts.overdue === 0 ? null : (
        <p>
          <a class="is-overdue" href={href(locale, registerPath(organization.id), { overdue: "1" })}>
            {overdueCount[locale](counts.overdue)}
          </a>
        </p>
      )}
    </div>
  );
}

function Empty({ id, locale }: { id: string; locale: Locale }) {
  return (
    <>
      <p class="prose">{text.empty[locale]}</p>
      <p class="buttons">
        <a class="button" href={href(locale, organizationPath(id, "/questionnaires"))}>
          {text.start[locale]}
        </a>
      </p>
    </>
  );
}

/** Which entries somebody else changed while several were chosen. */
function Clashes({ request: { refusal } }: { request: PrivateRequest<SignedIn> }) {
  const codes =
    refusal?.faults.flatMap(({ code, field }) => (code === "changed_meanwhile" && field ? [field] : [])) ?? [];
  if (codes.length === 0) return null;
  return (
    <p class="field-error" data-clash={codes.join(" ")}>
      <ObligationCodes codes={codes} />
    </p>
  );
}

function FilterForm({ action, filters, locale }: { action: string; filters: RegisterFilters; locale: Locale }) {
  const isNarrowed =
    filters.status !== undefined || filters.overdue || filters.work !== undefined || filters.query !== "";
  return (
    <FilterFold action={action} isNarrowed={isNarrowed} all={text.all} locale={locale}>
      <div class="fields">
        <Field
          id="status"
          label={text.status[locale]}
          value={filters.status}
          options={statusOptions(text.any[locale], locale)}
        />
        <Field
          id="work"
          label={text.work[locale]}
          value={filters.work}
          options={[
            { value: "", name: text.anyWork[locale] },
            { value: "overdue", name: text.lateWork[locale] },
          ]}
        />
        <Field id="q" label={text.words[locale]} type="search" value={filters.query} maxlength={200} />
      </div>
      <Tick id="overdue" label={text.onlyOverdue[locale]} isChecked={filters.overdue} />
    </FilterFold>
  );
}

/** Which regime the list is narrowed to, and the ways to its verdict and to the whole register. */
function OfRegime({ verdict: { id, verdict, obligations }, locale }: { verdict: OrganizationVerdict; locale: Locale }) {
  const regime = obligations.length === 0 ? undefined : verdict?.nationalRegime?.name;
  return (
    <p class="prose" data-regime={verdict?.nationalRegime?.id ?? "none"}>
      {regime === undefined ? text.noRegime[locale] : `${text.ofRegime[locale]}: ${regime}.`}{" "}
      <a href={href(locale, organizationPath(id, "/verdict"))}>{text.verdict[locale]}</a>
      {regime === undefined ? null : (
        <>
          , <a href={href(locale, registerPath(id))}>{text.all[locale]}</a>
        </>
      )}
    </p>
  );
}

function Withdrawn({ register: { organization, withdrawn }, locale }: { register: Register; locale: Locale }) {
  if (withdrawn.length === 0) return null;
  return (
    <section class="section" aria-labelledby="withdrawn">
      <h3 id="withdrawn">{text.withdrawn[locale]}</h3>
      <ul class="rows">
        {withdrawn.map(({ code, status }) => (
          <li class="row" id={code}>
            <a href={href(locale, entryPath(organization.id, code))}>{code}</a>{" "}
            <StatusMark status={status} locale={locale} />
          </li>
        ))}
      </ul>
    </section>
  );
}
