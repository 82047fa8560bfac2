import type { AnswerOf } from "../../../capabilities/capability.ts";
import type { listImport } from "../../../capabilities/lists/list-import.ts";
import { listShow } from "../../../capabilities/lists/list-show.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { CategoryMark, regimeOf } from "../components/category-mark.tsx";
import { FormErrors } from "../components/form.tsx";
import { Choice, Field, Tick } from "../components/form-field.tsx";
import { formatIco } from "../components/format-ico.ts";
import { FirmName } from "../components/untrusted-text.tsx";
import { OrganizationHead } from "../organizations/organization-head.tsx";
import type { PageAnswer, SignedIn } from "../page.ts";
import { href, redirectTo } from "../paths.ts";
import type { PrivateRequest } from "../private-page.ts";
import { HowRead } from "./how-read.tsx";
import { listsPath, listTexts, namesIn } from "./list-texts.ts";

const text = {
  title: { sk: "Vložiť tabuľku", cs: "Vložit tabulku", en: "Paste a table" },
  help: {
    sk: "IČO alebo názov na riadok, alebo celá tabuľka s hlavičkou: ičo, krajina, názov, označenie, značky, poznámka.",
    cs: "IČO nebo název na řádek, nebo celá tabulka s hlavičkou: ičo, země, název, označení, štítky, poznámka.",
    en: "A number or name a line, or a whole table with a header: ico, country, name, label, tags, note.",
  },
  rows: { sk: "Riadky", cs: "Řádky", en: "Rows" },
  file: { sk: "Alebo súbor CSV", cs: "Nebo soubor CSV", en: "Or a CSV file" },
  mode: { sk: "Čo so zoznamom", cs: "Co se seznamem", en: "What becomes of the list" },
  add: { sk: "pridať k tomu, čo v ňom je", cs: "přidat k tomu, co v něm je", en: "add to what is there" },
  replace: { sk: "nahradiť celý zoznam", cs: "nahradit celý seznam", en: "replace the whole list" },
  look: { sk: "Zobraziť náhľad", cs: "Zobrazit náhled", en: "Show a preview" },
  nothingSaved: { sk: "Zatiaľ sa nič neuložilo.", cs: "Zatím se nic neuložilo.", en: "Nothing is saved yet." },
  save: { sk: "Uložiť do zoznamu", cs: "Uložit do seznamu", en: "Save into the list" },
  again: { sk: "Späť k tabuľke", cs: "Zpět k tabulce", en: "Back to the table" },
  confirm: {
    sk: "Áno, odstrániť aj viac ako tretinu zoznamu",
    cs: "Ano, odstranit i více než třetinu seznamu",
    en: "Yes, remove more than a third of the list",
  },
  added: { sk: "pribudne", cs: "přibude", en: "added" },
  updated: { sk: "zmení sa", cs: "změní se", en: "updated" },
  removed: { sk: "odíde", cs: "odejde", en: "removed" },
  unchanged: { sk: "bez zmeny", cs: "beze změny", en: "unchanged" },
  errors: { sk: "chýb", cs: "chyb", en: "errors" },
  warnings: { sk: "upozornení", cs: "upozornění", en: "warnings" },
} satisfies Record<string, Localized>;

type Step = AnswerOf<typeof listImport>;

/** A table to be pasted into a list. */
export async function listImportPage(request: PrivateRequest<SignedIn>): Promise<PageAnswer> {
  const { locale, form } = request;
  return page(
    request,
    <RowsForm request={request} rows={form.get("rows")} mode={form.get("mode") || "add"} locale={locale} />,
  );
}

/** What the table would do to the list, or the list after it did. */
export async function listImportedPage(request: PrivateRequest<SignedIn>, step: Step): Promise<PageAnswer | Response> {
  const { locale } = request;
  const { organizationId, list } = namesIn(request);
  if (step.saved) return redirectTo(href(locale, listsPath(organizationId, `/${list}`), { done: "imported" }), 303);
  return page(request, <Preview request={request} step={step} locale={locale} />);
}

async function page(request: PrivateRequest<SignedIn>, content: unknown): Promise<PageAnswer> {
  const { locale, ask } = request;
  const { organization, list } = await ask(listShow, namesIn(request));
  return {
    title: `${text.title[locale]} · ${organization.untrusted.name}`,
    isIndexed: false,
    body: (
      <>
        <section class="opening">
          <FormErrors request={request} />
          <OrganizationHead request={request} organization={organization} />
          <h2>
            {text.title[locale]}: <bdi class="long-name">{list.untrusted.name}</bdi>
          </h2>
        </section>
        <section class="section">{content}</section>
      </>
    ),
  };
}

function RowsForm({
  request,
  rows,
  mode,
  locale,
}: {
  request: PrivateRequest<SignedIn>;
  rows: string;
  mode: string;
  locale: Locale;
}) {
  const { organizationId, list } = namesIn(request);
  const fault = request.refusal?.faults.find(({ field }) => field === "rows");
  return (
    <form
      method="post"
      action={href(locale, listsPath(organizationId, `/${list}/import`))}
      class="stacked-form"
      enctype="multipart/form-data"
    >
      <input type="hidden" name="csrf" value={request.person.csrf} />
      <Field
        id="rows"
        label={text.rows[locale]}
        help={text.help[locale]}
        error={fault?.message}
        value={rows}
        rows={12}
        spellcheck={false}
        autocomplete="off"
      />
      <Field id="file" label={text.file[locale]} type="file" />
      <Choice
        name="mode"
        legend={text.mode[locale]}
        options={[
          { value: "add", name: text.add[locale] },
          { value: "replace", name: text.replace[locale] },
        ]}
        values={[mode]}
      />
      <p class="buttons">
        <button type="submit" class="button">
          {text.look[locale]}
        </button>
      </p>
    </form>
  );
}

function Preview({ request, step, locale }: { request: PrivateRequest<SignedIn>; step: Step; locale: Locale }) {
  const { organizationId, list } = namesIn(request);
  const path = listsPath(organizationId, `/${list}/import`);
  const warnings = step.warnings.reduce((sum, { rows }) => sum + rows.length, 0);
  const counts = { ...step, errors: step.errors.length, warnings };
  const shown = (["added", "updated", "removed", "unchanged", "errors", "warnings"] as const).map(
    (name) => `${counts[name]} ${text[name][locale]}`,
  );
  return (
    <div
      data-added={String(step.added)}
      data-updated={String(step.updated)}
      data-removed={String(step.removed)}
      data-unchanged={String(step.unchanged)}
      data-errors={String(step.errors.length)}
      data-warnings={String(warnings)}
      data-plan={step.plan}
    >
      <p class="prose lead">{shown.join(" · ")}</p>
      <p class="prose">{text.nothingSaved[locale]}</p>
      <HowRead read={step} locale={locale} />
      <Errors step={step} locale={locale} />
      <table class="is-stacked">
        <thead>
          <tr>
            <th scope="col">{listTexts.firm[locale]}</th>
            <th scope="col">{listTexts.category[locale]}</th>
            <th scope="col">{listTexts.line[locale]}</th>
          </tr>
        </thead>
        <tbody>
          {step.changes.map((row) => (
            <tr data-row={String(row.lines[0] ?? "")} data-category={row.category ?? "pending"}>
              <th scope="row">
                <FirmName name={row.untrusted.name} locale={locale} />
                <p class="meta">
                  <span class="number">
                    {row.country} {formatIco(row.ico)}
                  </span>{" "}
                  · {text[row.does][locale]}
                </p>
              </th>
              <td data-label={listTexts.category[locale]}>
                {row.category === null ? (
                  listTexts.pending[locale]
                ) : (
                  <CategoryMark category={row.category} nationalRegime={regimeOf(row.regime)} locale={locale} />
                )}
              </td>
              <td data-label={listTexts.line[locale]}>{row.lines.join(", ")}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <form method="post" action={href(locale, path)} class="stacked-form" enctype="multipart/form-data">
        <input type="hidden" name="csrf" value={request.person.csrf} />
        <input type="hidden" name="rows" value={step.untrusted.rows} />
        <input type="hidden" name="mode" value={step.mode} />
        <input type="hidden" name="plan" value={step.plan} />
        {step.removesMany ? <Tick id="confirm" label={text.confirm[locale]} isChecked={false} /> : null}
        <p class="buttons">
          <button type="submit" class="button">
            {text.save[locale]}
          </button>
          <a href={href(locale, path)}>{text.again[locale]}</a>
        </p>
      </form>
    </div>
  );
}

function Errors({ step: { errors }, locale }: { step: Step; locale: Locale }) {
  if (errors.length === 0) return null;
  return (
    <>
      <h3>{listTexts.errorsTitle[locale]}</h3>
      <ul>
        {errors.slice(0, 200).map(({ row, code, message, nextStep, untrusted }) => (
          <li data-error={code} data-row={String(row)}>
            {listTexts.line[locale]} {row}: {message} {nextStep}{" "}
            {untrusted.input === null ? null : <bdi>{untrusted.input}</bdi>}
          </li>
        ))}
      </ul>
    </>
  );
}
