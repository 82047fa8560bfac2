import { supplierQuestionnaire } from "../../../capabilities/trust/supplier-questionnaires.ts";
import { trustImport } from "../../../capabilities/trust/trust-files.ts";
import { trustOverview } from "../../../capabilities/trust/trust-overview.ts";
import { foreignText } from "../../../core/foreign-text.ts";
import type { Localized } from "../../../core/locale.ts";
import { SubmitButton } from "../components/form.tsx";
import { Notice } from "../components/notice.tsx";
import type { SignedIn } from "../page.ts";
import { href, redirectTo } from "../paths.ts";
import type { FormRoute, PrivatePage, PrivateRequest } from "../private-page.ts";
import { trustPartPage } from "./trust-part-page.tsx";
import { organizationIn, trustPath } from "./trust-paths.ts";
import { AnswerWords, type Questionnaire } from "./trust-view.tsx";

const text = {
  import: { sk: "Načítať odpovede zo súboru", cs: "Načíst odpovědi ze souboru", en: "Import answers from a file" },
  importLead: {
    sk: "JSON v tvare otvoreného dotazníka (4.0.0 alebo 3.1.0) alebo CSV z exportu. Zmení sa len návrh; kto čo vidí, sa nezmení.",
    cs: "JSON ve tvaru otevřeného dotazníku (4.0.0 nebo 3.1.0) nebo CSV z exportu. Změní se jen návrh; kdo co vidí, se nezmění.",
    en: "JSON in the shape of the open questionnaire (4.0.0 or 3.1.0) or CSV of the export. Only the draft changes; who sees what does not.",
  },
  answersFile: { sk: "Súbor", cs: "Soubor", en: "File" },
  look: { sk: "Ukázať, čo sa zmení", cs: "Ukázat, co se změní", en: "Show what would change" },
  apply: { sk: "Zmeniť návrh", cs: "Změnit návrh", en: "Change the draft" },
  changes: { sk: "Zmeny", cs: "Změny", en: "Changes" },
  before: { sk: "doteraz", cs: "dosud", en: "so far" },
  noChange: { sk: "Súbor nič nemení.", cs: "Soubor nic nemění.", en: "The file changes nothing." },
  kinds: {
    added: { sk: "pribudne", cs: "přibude", en: "added" },
    changed: { sk: "zmení sa", cs: "změní se", en: "changed" },
    cleared: { sk: "zmaže sa", cs: "smaže se", en: "cleared" },
  },
  refused: { sk: "Neprevezme sa", cs: "Nepřevezme se", en: "Does not carry over" },
  reasons: {
    value: { sk: "neplatná hodnota", cs: "neplatná hodnota", en: "the value does not fit" },
    unknown: { sk: "neznáma otázka", cs: "neznámá otázka", en: "unknown question" },
    replaced: {
      sk: "novšia otázka sa pýta na niečo širšie",
      cs: "novější otázka se ptá na něco širšího",
      en: "the newer question asks something broader",
    },
    removed: { sk: "otázka už nie je", cs: "otázka už není", en: "the question is gone" },
  },
} as const satisfies Record<string, Localized | Record<string, Localized>>;

type Looked = Awaited<ReturnType<typeof trustImport.run>>;

/** Import: first the file, then what it changes, then the change. */
function importShown(
  request: PrivateRequest<SignedIn>,
  looked?: { readonly outcome: Looked; readonly questionnaire: Questionnaire },
) {
  const { locale, person } = request;
  const fieldOf = new Map(looked?.questionnaire.fields.map((field) => [field.id as string, field]));
  const path = trustPath(organizationIn(request), "/import");
  return trustPartPage(
    request,
    text.import,
    text.importLead,
    <>
      {looked === undefined ? null : (
        <section class="section" aria-labelledby="changes">
          <h2 id="changes">{text.changes[locale]}</h2>
          {looked.outcome.note === undefined ? null : <p class="prose">{looked.outcome.note[locale]}</p>}
          {looked.outcome.changes.length === 0 ? <p class="prose">{text.noChange[locale]}</p> : null}
          <dl class="trust-answers">
            {looked.outcome.changes.map(({ id, kind, untrusted: { before, after } }) => (
              <div>
                <dt>
                  {fieldOf.get(id)?.label ?? id} <code>{id}</code> <span class="tag">{text.kinds[kind][locale]}</span>
                </dt>
                <dd>
                  <AnswerWords value={after} field={fieldOf.get(id)} locale={locale} />
                  {before === null ? null : (
                    <div class="meta">
                      {text.before[locale]}: <AnswerWords value={before} field={fieldOf.get(id)} locale={locale} />
                    </div>
                  )}
                </dd>
              </div>
            ))}
          </dl>
          {looked.outcome.refused.length === 0 ? null : (
            <Notice tone="caution" title={text.refused[locale]}>
              <ul>
                {looked.outcome.refused.map(({ id, reason }) => (
                  <li class="breakable">
                    {fieldOf.get(id)?.label}{" "}
                    <code>
                      <bdi>{foreignText(id)}</bdi>
                    </code>
                    : {text.reasons[reason][locale]}
                  </li>
                ))}
              </ul>
            </Notice>
          )}
          {looked.outcome.changes.length === 0 ? null : (
            // As multipart: long answers in an address-encoded form would be larger than any form may be.
            <form method="post" action={href(locale, path)} class="stacked-form" enctype="multipart/form-data">
              <input type="hidden" name="csrf" value={person.csrf} />
              <input type="hidden" name="content" value={looked.outcome.text} />
              <input type="hidden" name="apply" value="1" />
              <SubmitButton label={text.apply[locale]} />
            </form>
          )}
        </section>
      )}
      <section class="section" aria-label={text.answersFile[locale]}>
        <form method="post" action={href(locale, path)} class="stacked-form" enctype="multipart/form-data">
          <input type="hidden" name="csrf" value={person.csrf} />
          <p class="field">
            <label for="file">{text.answersFile[locale]}</label>
            <input type="file" id="file" name="file" accept=".json,.csv" required />
          </p>
          <SubmitButton label={text.look[locale]} />
        </form>
      </section>
    </>,
  );
}

export const trustImportPage: PrivatePage<SignedIn> = async (request) => {
  await request.ask(trustOverview, { organizationId: organizationIn(request) });
  return importShown(request);
};

export const trustImportForm: FormRoute<SignedIn> = {
  cost: { rows: ["person_write"] },
  capability: trustImport,
  fields: ["file", "content", "apply"],
  mostFileBytes: 1024 * 1024,
  submit: async (request) => {
    const { ask, form, locale } = request;
    const organizationId = organizationIn(request);
    const file = form.file("file");
    const apply = form.get("apply") === "1";
    const outcome = await ask(trustImport, { organizationId, text: file ?? form.get("content"), apply });
    if (outcome.applied || (apply && outcome.refused.length === 0))
      return redirectTo(href(locale, trustPath(organizationId), { done: "imported" }), 303);
    const { draft } = await ask(trustOverview, { organizationId });
    const questionnaire = await ask(supplierQuestionnaire, { version: draft.questionnaireVersion });
    return importShown(request, { outcome, questionnaire });
  },
};
