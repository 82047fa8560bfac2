import type { AnswerOf } from "../../../capabilities/capability.ts";
import type { organizationsImport } from "../../../capabilities/organizations/organizations-import.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { CategoryMark } from "../components/category-mark.tsx";
import { FormErrors } from "../components/form.tsx";
import { countryOptions, Field } from "../components/form-field.tsx";
import { formatIco } from "../components/format-ico.ts";
import { FirmName } from "../components/untrusted-text.tsx";
import { HowRead } from "../lists/how-read.tsx";
import { listTexts } from "../lists/list-texts.ts";
import type { PageAnswer, SignedIn } from "../page.ts";
import { href, organizationPath, privatePaths, redirectTo } from "../paths.ts";
import type { PrivateRequest } from "../private-page.ts";

const text = {
  title: { sk: "Založiť viac organizácií", cs: "Založit více organizací", en: "Create several organizations" },
  lead: {
    sk: "Vložte čísla alebo tabuľku svojich klientov. Z každej firmy bude samostatná organizácia, ktorú vlastníte vy.",
    cs: "Vložte čísla nebo tabulku svých klientů. Z každé firmy bude samostatná organizace, kterou vlastníte vy.",
    en: "Paste the numbers or a table of your clients. Each firm becomes an organization of its own, owned by you.",
  },
  help: {
    sk: "IČO alebo názov na riadok, alebo tabuľka s hlavičkou: ičo, krajina, názov, zamestnanci, obrat, bilancia. Najviac 200 riadkov.",
    cs: "IČO nebo název na řádek, nebo tabulka s hlavičkou: ičo, země, název, zaměstnanci, obrat, bilance. Nejvýše 200 řádků.",
    en: "A number or name a line, or a table with a header: ico, country, name, employees, turnoverEur, balanceSheetEur. At most 200 lines.",
  },
  rows: { sk: "Riadky", cs: "Řádky", en: "Rows" },
  file: { sk: "Alebo súbor CSV", cs: "Nebo soubor CSV", en: "Or a CSV file" },
  look: { sk: "Zobraziť náhľad", cs: "Zobrazit náhled", en: "Show a preview" },
  step: {
    sk: "Krok 2 z 2. Zatiaľ sa nič neuložilo.",
    cs: "Krok 2 ze 2. Zatím se nic neuložilo.",
    en: "Step 2 of 2. Nothing is saved yet.",
  },
  added: { sk: "nových", cs: "nových", en: "new" },
  exists: { sk: "už máte", cs: "už máte", en: "you have already" },
  errors: { sk: "chýb", cs: "chyb", en: "errors" },
  isNew: { sk: "nová", cs: "nová", en: "new" },
  isThere: { sk: "túto organizáciu už máte", cs: "tuto organizaci už máte", en: "you have this organization already" },
  isOffered: {
    sk: "register túto firmu nemá, číslo je však správne",
    cs: "rejstřík tuto firmu nemá, číslo je však správné",
    en: "the register lacks this firm, but the number is right",
  },
  skip: { sk: "vynechať", cs: "vynechat", en: "leave out" },
  take: { sk: "založiť aj tak", cs: "založit i tak", en: "create all the same" },
  firm: { sk: "Firma podľa registra", cs: "Firma podle rejstříku", en: "Firm by the register" },
  save: { sk: "Založiť organizácie", cs: "Založit organizace", en: "Create the organizations" },
  again: { sk: "Späť k tabuľke", cs: "Zpět k tabulce", en: "Back to the table" },
} satisfies Record<string, Localized>;

type Step = AnswerOf<typeof organizationsImport>;

/** A table of clients to be pasted. */
export async function organizationsImportPage(request: PrivateRequest<SignedIn>): Promise<PageAnswer> {
  const { locale, form, refusal } = request;
  const fault = refusal?.faults.find(({ field }) => field === "rows");
  return page(
    request,
    <form
      method="post"
      action={href(locale, privatePaths.organizationsImport)}
      class="stacked-form"
      enctype="multipart/form-data"
    >
      <input type="hidden" name="csrf" value={request.person.csrf} />
      <Field
        id="rows"
        label={text.rows[locale]}
        help={text.help[locale]}
        error={fault?.message}
        value={form.get("rows")}
        rows={12}
        spellcheck={false}
        autocomplete="off"
      />
      <Field id="file" label={text.file[locale]} type="file" />
      <Field
        id="country"
        label={listTexts.country[locale]}
        value={form.get("country")}
        options={[{ value: "", name: listTexts.anyCountry[locale] }, ...countryOptions(locale)]}
      />
      <p class="buttons">
        <button type="submit" class="button">
          {text.look[locale]}
        </button>
      </p>
    </form>,
  );
}

/** What the table would make, or the organizations once it did. */
export async function organizationsImportedPage(
  request: PrivateRequest<SignedIn>,
  step: Step,
): Promise<PageAnswer | Response> {
  const { locale } = request;
  if (step.saved) return redirectTo(href(locale, privatePaths.organizations, { done: "created" }), 303);
  return page(request, <Preview request={request} step={step} locale={locale} />);
}

function page(request: PrivateRequest<SignedIn>, content: unknown): PageAnswer {
  const { locale } = request;
  return {
    title: text.title[locale],
    isIndexed: false,
    body: (
      <>
        <section class="opening">
          <FormErrors request={request} />
          <h1>{text.title[locale]}</h1>
          <p class="prose lead">{text.lead[locale]}</p>
        </section>
        <section class="section">{content}</section>
      </>
    ),
  };
}

function Preview({ request, step, locale }: { request: PrivateRequest<SignedIn>; step: Step; locale: Locale }) {
  const warnings = step.warnings.reduce((sum, { rows }) => sum + rows.length, 0);
  return (
    <form
      method="post"
      action={href(locale, privatePaths.organizationsImport)}
      class="stacked-form"
      data-added={String(step.added)}
      data-updated="0"
      data-removed="0"
      data-unchanged={String(step.exists)}
      data-errors={String(step.errors.length)}
      data-warnings={String(warnings)}
      data-plan={step.plan}
    >
      <p class="prose lead">
        {text.step[locale]} {step.added} {text.added[locale]} · {step.exists} {text.exists[locale]} ·{" "}
        {step.errors.length} {text.errors[locale]}
      </p>
      <HowRead read={step} locale={locale} />
      {step.errors.length === 0 ? null : (
        <>
          <h2>{listTexts.errorsTitle[locale]}</h2>
          <ul>
            {step.errors.map(({ row, code, message, nextStep, untrusted }) => (
              <li data-error={code} data-row={String(row)}>
                {listTexts.line[locale]} {row}: {message} {nextStep}{" "}
                {untrusted.input === null ? null : <bdi>{untrusted.input}</bdi>}
              </li>
            ))}
          </ul>
        </>
      )}
      <table class="is-stacked">
        <thead>
          <tr>
            <th scope="col">{text.firm[locale]}</th>
            <th scope="col">{listTexts.category[locale]}</th>
            <th scope="col">{listTexts.line[locale]}</th>
          </tr>
        </thead>
        <tbody>
          {step.rows.map((row) => (
            <Row row={row} locale={locale} />
          ))}
        </tbody>
      </table>
      <input type="hidden" name="csrf" value={request.person.csrf} />
      <input type="hidden" name="rows" value={step.untrusted.rows} />
      <input type="hidden" name="country" value={step.country} />
      <input type="hidden" name="plan" value={step.plan} />
      <p class="buttons">
        <button type="submit" class="button">
          {text.save[locale]}
        </button>
        <a href={href(locale, privatePaths.organizationsImport)}>{text.again[locale]}</a>
      </p>
    </form>
  );
}

function Row({ row, locale }: { row: Step["rows"][number]; locale: Locale }) {
  const line = String(row.row);
  return (
    <tr data-row={line} data-state={row.state} data-category={row.category ?? "pending"}>
      <th scope="row">
        <FirmName name={row.untrusted.name} locale={locale} />
        <p class="meta">
          <span class="number">
            {row.country} {formatIco(row.ico)}
          </span>{" "}
          ·{" "}
          {row.state === "exists" && row.organizationId !== null ? (
            <a href={href(locale, organizationPath(row.organizationId))}>{text.isThere[locale]}</a>
          ) : (
            text[row.state === "new" ? "isNew" : "isOffered"][locale]
          )}
        </p>
        {row.state === "new" ? <Box name="skip" line={line} label={text.skip[locale]} /> : null}
        {row.state === "offered" ? <Box name="take" line={line} label={text.take[locale]} /> : null}
      </th>
      <td data-label={listTexts.category[locale]}>
        {row.category === null ? (
          listTexts.pending[locale]
        ) : (
          <>
            <CategoryMark category={row.category} locale={locale} />
            {row.regime === null ? null : <p class="meta">{row.regime}</p>}
          </>
        )}
      </td>
      <td data-label={listTexts.line[locale]}>{line}</td>
    </tr>
  );
}

/** A box of one line: its number is the value. */
function Box({ name, line, label }: { name: "skip" | "take"; line: string; label: string }) {
  return (
    <div class="choice">
      <label for={`${name}-${line}`}>
        <input id={`${name}-${line}`} type="checkbox" name={name} value={line} />
        {label}
      </label>
    </div>
  );
}
