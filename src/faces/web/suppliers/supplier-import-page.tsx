import type { AnswerOf } from "../../../capabilities/capability.ts";
import { organizationShow } from "../../../capabilities/organizations/organization-show.ts";
import { supplierImport } from "../../../capabilities/suppliers/supplier-import.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { FormErrors, SubmitButton, TextArea } from "../components/form.tsx";
import { ROW_WARNING_TEXTS } from "../lists/row-warnings.ts";
import { OrganizationHead } from "../organizations/organization-head.tsx";
import type { PageAnswer, SignedIn } from "../page.ts";
import { href, redirectTo } from "../paths.ts";
import type { FormRoute, PrivateRequest } from "../private-page.ts";
import { organizationIn, suppliersPath } from "../trust/trust-paths.ts";

const text = {
  title: { sk: "Vložiť zoznam dodávateľov", cs: "Vložit seznam dodavatelů", en: "Paste a list of suppliers" },
  lead: {
    sk: "Skopírujte riadky z tabuľky, alebo vyberte súbor CSV. Stačí IČO; ďalšie stĺpce: krajina, dôležitosť, kontakt (e-mail), preskúmanie, poznámka. Najprv uvidíte, čo sa zmení.",
    cs: "Zkopírujte řádky z tabulky, nebo vyberte soubor CSV. Stačí IČO; další sloupce: země, důležitost, kontakt (e-mail), přezkoumání, poznámka. Nejdřív uvidíte, co se změní.",
    en: "Copy rows from a sheet, or choose a CSV file. The number is enough; further columns: country, criticality, contactEmail, nextReviewAt, note. You first see what would change.",
  },
  rows: { sk: "Riadky", cs: "Řádky", en: "Rows" },
  file: { sk: "Alebo súbor CSV", cs: "Nebo soubor CSV", en: "Or a CSV file" },
  look: { sk: "Pozrieť, čo sa zmení", cs: "Podívat se, co se změní", en: "See what would change" },
  preview: { sk: "Čo sa zmení", cs: "Co se změní", en: "What would change" },
  added: { sk: "pribudne", cs: "přibude", en: "added" },
  updated: { sk: "zmení sa", cs: "změní se", en: "changed" },
  unchanged: { sk: "bez zmeny", cs: "beze změny", en: "unchanged" },
  errors: { sk: "Riadky, ktoré sa neuložia", cs: "Řádky, které se neuloží", en: "Lines that are not saved" },
  warnings: { sk: "Na čo sa pozrieť", cs: "Na co se podívat", en: "What to look at" },
  line: { sk: "riadok", cs: "řádek", en: "line" },
  ignored: { sk: "Neprečítané stĺpce", cs: "Nepřečtené sloupce", en: "Columns that were not read" },
  save: { sk: "Uložiť", cs: "Uložit", en: "Save" },
} satisfies Record<string, Localized>;

type Read = AnswerOf<typeof supplierImport>;

const WARNINGS: Readonly<Record<Read["warnings"][number]["code"], Localized>> = {
  ...ROW_WARNING_TEXTS,
  not_held: {
    sk: "register, ktorý tu máme, firmu neobsahuje",
    cs: "rejstřík, který tu máme, firmu neobsahuje",
    en: "the register here does not have this firm",
  },
  twice: {
    sk: "firma je v zozname dvakrát",
    cs: "firma je v seznamu dvakrát",
    en: "the firm stands in the list twice",
  },
};

/** The form that takes a list of suppliers. */
export function supplierImportPage(request: PrivateRequest<SignedIn>): Promise<PageAnswer> {
  return shown(request, null);
}

/** First what would change, then the change. */
export const supplierImportForm: FormRoute<SignedIn> = {
  cost: { rows: ["person_write"], stock: ["suppliers"] },
  capability: supplierImport,
  fields: ["text", "file", "plan"],
  isLong: true,
  mostFileBytes: 4 * 1024 * 1024,
  submit: async (request) => {
    const { ask, form, locale } = request;
    const organizationId = organizationIn(request);
    const plan = form.get("plan");
    const file = form.file("file");
    const typed = file === undefined || file.byteLength === 0 ? form.get("text") : file;
    const read = await ask(
      supplierImport,
      plan === "" ? { organizationId, text: typed, dryRun: true } : { organizationId, plan },
    );
    if (read.done !== null) return redirectTo(href(locale, suppliersPath(organizationId), { done: "imported" }), 303);
    return shown(request, read);
  },
};

async function shown(request: PrivateRequest<SignedIn>, read: Read | null): Promise<PageAnswer> {
  const { locale, person, ask } = request;
  const { id, role, untrusted } = await ask(organizationShow, { organizationId: organizationIn(request) });
  const action = href(locale, suppliersPath(id, "/import"));
  return {
    title: `${text.title[locale]} · ${untrusted.name}`,
    isIndexed: false,
    body: (
      <>
        <section class="opening">
          <FormErrors request={request} />
          <OrganizationHead request={request} organization={{ id, role, untrusted }} />
          <h2>{text.title[locale]}</h2>
          <p class="prose lead">{text.lead[locale]}</p>
        </section>
        {read === null ? null : (
          <section class="section" aria-labelledby="preview">
            <h3 id="preview">{text.preview[locale]}</h3>
            <Preview read={read} locale={locale} />
            {read.added + read.updated === 0 ? null : (
              // As multipart: the plan of a long list is larger than any other form may be.
              <form method="post" action={action} class="stacked-form" enctype="multipart/form-data">
                <input type="hidden" name="csrf" value={person.csrf} />
                <input type="hidden" name="plan" value={read.plan} />
                <SubmitButton label={text.save[locale]} />
              </form>
            )}
          </section>
        )}
        <section class="section">
          <form method="post" action={action} class="stacked-form" enctype="multipart/form-data">
            <input type="hidden" name="csrf" value={person.csrf} />
            <TextArea request={request} name="text" label={text.rows[locale]} rows={10} />
            <p class="field">
              <label for="file">{text.file[locale]}</label>
              <input type="file" id="file" name="file" accept=".csv,.txt,.tsv" />
            </p>
            <SubmitButton label={text.look[locale]} />
          </form>
        </section>
      </>
    ),
  };
}

function Preview({ read, locale }: { read: Read; locale: Locale }) {
  const { added, updated, unchanged, errors, warnings, untrusted } = read;
  return (
    <div
      data-rows={read.read}
      data-added={added}
      data-updated={updated}
      data-unchanged={unchanged}
      data-errors={errors.length}
      data-warnings={warnings.length}
      data-plan={read.plan}
    >
      <p class="prose">
        {text.added[locale]} {added}, {text.updated[locale]} {updated}, {text.unchanged[locale]} {unchanged}
      </p>
      {untrusted.ignoredColumns.length === 0 ? null : (
        <p class="prose">
          {text.ignored[locale]}: <bdi>{untrusted.ignoredColumns.join(", ")}</bdi>
        </p>
      )}
      {read.note === null ? null : <p class="prose">{read.note[locale]}</p>}
      {errors.length === 0 ? null : (
        <>
          <h4>{text.errors[locale]}</h4>
          <ul>
            {errors.map(({ line, code, message, nextStep, untrusted: { input } }) => (
              <li data-row-error={code}>
                {text.line[locale]} {line}: {message[locale]} {nextStep[locale]}{" "}
                <span class="meta">
                  <bdi class="breakable">{input}</bdi>
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      {warnings.length === 0 ? null : (
        <>
          <h4>{text.warnings[locale]}</h4>
          <ul>
            {warnings.map(({ line, code }) => (
              <li data-row-warning={code}>
                {text.line[locale]} {line}: {WARNINGS[code][locale]}
              </li>
            ))}
          </ul>
        </>
      )}
      <details class="folded">
        <summary>{text.rows[locale]}</summary>
        <ul>
          {read.rows.map(({ supplier, lines, outcome, fields }) => (
            <li>
              {supplier} ({text.line[locale]} {lines.join(", ")}): {text[outcome][locale]}
              {outcome === "updated" ? ` (${fields.join(", ")})` : ""}
            </li>
          ))}
        </ul>
      </details>
    </div>
  );
}
