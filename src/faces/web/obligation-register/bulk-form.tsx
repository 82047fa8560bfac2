import type { Child } from "hono/jsx";
import { STATUS_TEXTS } from "../../../capabilities/obligations/status-texts.ts";
import type { Localized } from "../../../core/locale.ts";
import { typesetTexts } from "../../../core/non-breaking.ts";
import { OBLIGATION_STATUSES } from "../../../core/obligation-status.ts";
import { PostForm, SubmitButton } from "../components/form.tsx";
import { Field, Options } from "../components/form-field.tsx";
import type { SignedIn } from "../page.ts";
import type { PrivateRequest } from "../private-page.ts";
import { registerPath } from "./register-paths.ts";
import type { Register } from "./register-query.ts";

const text = typesetTexts({
  title: { sk: "Zmeniť vybrané naraz", cs: "Změnit vybrané najednou", en: "Change the chosen ones at once" },
  set: { sk: "Čo nastaviť", cs: "Co nastavit", en: "What to set" },
  status: { sk: "Stav", cs: "Stav", en: "Status" },
  responsible: { sk: "Zodpovedná osoba", cs: "Odpovědná osoba", en: "Responsible person" },
  nobody: { sk: "nikto", cs: "nikdo", en: "nobody" },
  workDueAt: { sk: "Hotové do", cs: "Hotovo do", en: "Done by" },
  nextReviewAt: { sk: "Ďalšie preskúmanie", cs: "Příští přezkoumání", en: "Next review" },
  spread: {
    sk: "rozložiť preskúmania, aby neprišli v jeden deň",
    cs: "rozložit přezkoumání, aby nepřišla v jeden den",
    en: "spread the reviews, so that they do not come on one day",
  },
  reason: {
    sk: "Dôvod, ak sa vás netýkajú",
    cs: "Důvod, pokud se vás netýkají",
    en: "The reason where they do not apply",
  },
  submit: { sk: "Zmeniť vybrané", cs: "Změnit vybrané", en: "Change the chosen ones" },
} satisfies Record<string, Localized>);

/** A form around the list of entries: what is ticked there is changed at once. */
export function BulkForm({
  request,
  register: { organization, mayChange, members },
  children,
}: {
  request: PrivateRequest<SignedIn>;
  register: Register;
  children: Child;
}) {
  const { locale } = request;
  if (!mayChange) return <>{children}</>;
  return (
    <PostForm request={request} path={registerPath(organization.id, "/bulk")} isQuestionnaire>
      {children}
      <details class="screen-only" data-bulk="">
        <summary>{text.title[locale]}</summary>
        <fieldset class="choice">
          <legend>{text.set[locale]}</legend>
          <Options
            name="set"
            options={(["status", "responsible", "workDueAt", "nextReviewAt", "spread"] as const).map((value) => ({
              value,
              name: text[value][locale],
            }))}
            values={[]}
            isSeveral
          />
        </fieldset>
        <div class="fields">
          <Field
            id="bulk-status"
            name="status"
            label={text.status[locale]}
            options={["", ...OBLIGATION_STATUSES].map((value) => ({
              value,
              name: STATUS_TEXTS[value === "" ? "untracked" : (value as (typeof OBLIGATION_STATUSES)[number])][locale],
            }))}
          />
          <Field
            id="bulk-responsible"
            name="responsible"
            label={text.responsible[locale]}
            options={[
              { value: "", name: text.nobody[locale] },
              ...members.map(({ id, untrusted }) => ({ value: id, name: untrusted.name })),
            ]}
          />
          <Field id="bulk-workDueAt" name="workDueAt" label={text.workDueAt[locale]} type="date" />
          <Field id="bulk-nextReviewAt" name="nextReviewAt" label={text.nextReviewAt[locale]} type="date" />
          <Field id="bulk-reason" name="reason" label={text.reason[locale]} maxlength={1000} />
        </div>
        <p class="buttons">
          <SubmitButton label={text.submit[locale]} />
        </p>
      </details>
    </PostForm>
  );
}
