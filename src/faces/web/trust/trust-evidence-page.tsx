import { supplierQuestionnaire } from "../../../capabilities/trust/supplier-questionnaires.ts";
import { trustOverview } from "../../../capabilities/trust/trust-overview.ts";
import { foreignText } from "../../../core/foreign-text.ts";
import type { Localized } from "../../../core/locale.ts";
import { formatDay } from "../../../core/text.ts";
import { SubmitButton, TextField } from "../components/form.tsx";
import { Field } from "../components/form-field.tsx";
import type { PageAnswer, SignedIn } from "../page.ts";
import { href } from "../paths.ts";
import type { PrivateRequest } from "../private-page.ts";
import { QuestionLink } from "../questions/question-page.tsx";
import { trustPartPage } from "./trust-part-page.tsx";
import { organizationIn, trustPath } from "./trust-paths.ts";
import { VISIBILITY_NAMES, visibilityOptions } from "./trust-texts.ts";

const text = {
  evidence: { sk: "Doklady", cs: "Doklady", en: "Evidence" },
  evidenceLead: {
    sk: "Najviac 3 k jednej otázke a 20 v profile. Odkaz nikdy neotvárame; súbor (PDF, PNG, JPEG, do 5 MB) sa dá len stiahnuť.",
    cs: "Nejvýše 3 k jedné otázce a 20 v profilu. Odkaz nikdy neotevíráme; soubor (PDF, PNG, JPEG, do 5 MB) lze jen stáhnout.",
    en: "At most 3 for a question and 20 in a profile. A link is never opened by us; a file (PDF, PNG, JPEG, up to 5 MB) can only be saved.",
  },
  question: { sk: "K otázke", cs: "K otázce", en: "For the question" },
  name: { sk: "Názov", cs: "Název", en: "Title" },
  url: { sk: "Odkaz (https://)", cs: "Odkaz (https://)", en: "Link (https://)" },
  file: { sk: "alebo súbor", cs: "nebo soubor", en: "or a file" },
  issued: { sk: "Vydané", cs: "Vydáno", en: "Issued on" },
  expires: { sk: "Platí do", cs: "Platí do", en: "Valid until" },
  until: { sk: "platí do", cs: "platí do", en: "valid until" },
  visibility: { sk: "Kto doklad uvidí", cs: "Kdo doklad uvidí", en: "Who sees it" },
  expired: { sk: "platnosť skončila", cs: "platnost skončila", en: "expired" },
  add: { sk: "Pridať doklad", cs: "Přidat doklad", en: "Add evidence" },
  remove: { sk: "Odstrániť", cs: "Odstranit", en: "Remove" },
  none: {
    sk: "Zatiaľ tu nie je žiadny doklad. Zákazníkom najviac povie certifikát alebo správa z auditu.",
    cs: "Zatím tu není žádný doklad. Zákazníkům nejvíc řekne certifikát nebo zpráva z auditu.",
    en: "No evidence yet. A certificate or an audit report tells customers most.",
  },
} satisfies Record<string, Localized>;

/** The evidence of the draft. */
export async function trustEvidencePage(request: PrivateRequest<SignedIn>): Promise<PageAnswer> {
  const { locale, ask, form, refusal, person } = request;
  const organizationId = organizationIn(request);
  const { draft, mayChange, today } = await ask(trustOverview, { organizationId });
  const { fields } = await ask(supplierQuestionnaire, { version: draft.questionnaireVersion });
  const labelOf = new Map(fields.map(({ id, label }) => [id, label ?? id]));
  const path = trustPath(organizationId, "/evidence");
  return trustPartPage(
    request,
    text.evidence,
    text.evidenceLead,
    <>
      <section class="section" aria-label={text.evidence[locale]}>
        {draft.evidence.length === 0 ? <p class="prose">{text.none[locale]}</p> : null}
        <ul class="trust-evidence">
          {draft.evidence.map(({ id, fieldId, title, url, expiresOn, visibility }) => (
            <li>
              <bdi>{foreignText(title)}</bdi>
              <span class="meta">{labelOf.get(fieldId) ?? fieldId}</span>
              <span class="meta">
                {VISIBILITY_NAMES[visibility][locale]}
                {expiresOn === null ? null : (
                  <>
                    , {text[expiresOn < today ? "expired" : "until"][locale]}{" "}
                    <time datetime={expiresOn}>{formatDay(expiresOn, locale)}</time>
                  </>
                )}
              </span>
              {url === null ? null : (
                <span class="meta">
                  <bdi>{foreignText(url)}</bdi>
                </span>
              )}
              {mayChange ? (
                <QuestionLink
                  locale={locale}
                  path={`${path}/${id}/remove`}
                  label={text.remove[locale]}
                  name={foreignText(title)}
                />
              ) : null}
            </li>
          ))}
        </ul>
      </section>
      {mayChange ? (
        <section class="section" aria-labelledby="add">
          <h2 id="add">{text.add[locale]}</h2>
          <form method="post" action={href(locale, path)} class="stacked-form" enctype="multipart/form-data">
            <input type="hidden" name="csrf" value={person.csrf} />
            <Field
              id="fieldId"
              label={text.question[locale]}
              value={refusal === null ? undefined : form.get("fieldId")}
              options={fields.map(({ id, label }) => ({ value: id, name: label }))}
            />
            <TextField request={request} name="title" label={text.name[locale]} autocomplete="off" />
            <TextField request={request} name="url" label={text.url[locale]} autocomplete="off" isRequired={false} />
            <Field
              id="file"
              label={text.file[locale]}
              control={<input type="file" id="file" name="file" accept="application/pdf,image/png,image/jpeg" />}
            />
            <TextField request={request} name="issuedOn" label={text.issued[locale]} type="date" isRequired={false} />
            <TextField request={request} name="expiresOn" label={text.expires[locale]} type="date" isRequired={false} />
            <Field id="visibility" label={text.visibility[locale]} options={visibilityOptions(locale)} />
            <SubmitButton label={text.add[locale]} />
          </form>
        </section>
      ) : null}
    </>,
  );
}
