import type { AnswerOf } from "../../../capabilities/capability.ts";
import { obligationCatalog } from "../../../capabilities/obligations/obligation-catalog.ts";
import { obligationEntry } from "../../../capabilities/obligations/obligation-entry.ts";
import { STATUS_TEXTS } from "../../../capabilities/obligations/status-texts.ts";
import { scanDisagreements } from "../../../capabilities/scans/scan-disagreements.ts";
import { addMonths } from "../../../core/calendar.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { typesetTexts } from "../../../core/non-breaking.ts";
import { OBLIGATION_STATUSES } from "../../../core/obligation-status.ts";
import { formatDay } from "../../../core/text.ts";
import { errorOf, FormErrors, PostForm, SubmitButton, TextArea, TextField } from "../components/form.tsx";
import { Choice, Field } from "../components/form-field.tsx";
import { Notice } from "../components/notice.tsx";
import { LegalBasis, ObligationFacts, obligationName, reviewInterval } from "../obligations/obligation-entry.tsx";
import { OrganizationHead } from "../organizations/organization-head.tsx";
import type { PageAnswer, SignedIn } from "../page.ts";
import { href } from "../paths.ts";
import type { PrivateRequest } from "../private-page.ts";
import { scanPath } from "../scans/scan-paths.ts";
import { BasisRemark } from "./basis-remark.tsx";
import { type Disagreements, disagreeText, FindingLinks } from "./disagreeing-findings.tsx";
import { EntryAnswerLists } from "./entry-answers.tsx";
import { EntryComments } from "./entry-comments.tsx";
import { EntryHistory, EntryValues, entryTexts } from "./entry-history.tsx";
import { entryPath, registerPath } from "./register-paths.ts";
import { StatusMark } from "./status-mark.tsx";

const text = typesetTexts({
  register: { sk: "Evidencia povinností", cs: "Evidence povinností", en: "Obligation register" },
  noteHelp: {
    sk: "Dokument, zápisnica, odkaz. Pri „netýka sa nás“ dôvod. Najviac 4000 znakov.",
    cs: "Dokument, zápis, odkaz. U „netýká se nás“ důvod. Nejvýše 4000 znaků.",
    en: "A document, minutes, a link; the reason where it does not apply. At most 4000 characters.",
  },
  lastHelp: { sk: "Prázdne: dnes.", cs: "Prázdné: dnes.", en: "Empty: today." },
  nobody: { sk: "nikto zatiaľ", cs: "zatím nikdo", en: "nobody yet" },
  other: { sk: "niekto iný, napíšte meno", cs: "někdo jiný, napište jméno", en: "somebody else, type the name" },
  name: { sk: "Meno, ak nie je členom", cs: "Jméno, pokud není členem", en: "The name, where it is no member" },
  save: { sk: "Uložiť", cs: "Uložit", en: "Save" },
  law: { sk: "Čo vyžaduje zákon", cs: "Co vyžaduje zákon", en: "What the law asks" },
  state: { sk: "Stav", cs: "Stav", en: "Status" },
  open: {
    sk: "Všeobecná povinnosť je splnená, ale tieto jej časti nie",
    cs: "Obecná povinnost je splněna, ale tyto její části ne",
    en: "The general obligation is met, but these parts of it are not",
  },
  later: {
    sk: "Ďalšie preskúmanie je neskôr, než odporúča katalóg.",
    cs: "Příští přezkoumání je později, než doporučuje katalog.",
    en: "The next review is later than the catalog recommends.",
  },
  filled: {
    sk: "Stav vyplnil dotazník. Keď ho uložíte sami, dotazníky ho už neprepíšu.",
    cs: "Stav vyplnil dotazník. Když ho uložíte sami, dotazníky ho už nepřepíšou.",
    en: "A questionnaire filled this in. Once you save it yourself, questionnaires leave it alone.",
  },
  toScan: { sk: "Výsledok dotazníka", cs: "Výsledek dotazníku", en: "Result of the questionnaire" },
  withdrawn: {
    sk: "Katalóg túto povinnosť už nemá. Záznam ostáva na čítanie.",
    cs: "Katalog tuto povinnost už nemá. Záznam zůstává ke čtení.",
    en: "The catalog no longer has this obligation. The entry stays readable.",
  },
  theirs: { sk: "Teraz je uložené", cs: "Teď je uloženo", en: "Stored now" },
  theirsLead: {
    sk: "Vo formulári ostalo, čo ste napísali. Ak ho uložíte znova, nahradí to, čo je uložené.",
    cs: "Ve formuláři zůstalo, co jste napsali. Pokud ho uložíte znovu, nahradí to, co je uloženo.",
    en: "The form still holds what you typed. Saving it again replaces what is stored.",
  },
} satisfies Record<string, Localized>);

const nextHelp: Record<Locale, (interval: string) => string> = {
  sk: (interval) => `Prázdne: ${interval} od posledného, ako odporúča katalóg.`,
  cs: (interval) => `Prázdné: ${interval} od posledního, jak doporučuje katalog.`,
  en: (interval) => `Empty: ${interval} after the last one, as the catalog recommends.`,
};

type Shown = AnswerOf<typeof obligationEntry>;

/** One obligation in the register: what the law asks, the form, the history. */
export async function entryPage(request: PrivateRequest<SignedIn>): Promise<PageAnswer> {
  const { locale, params, ask, refusal } = request;
  const shown = await ask(obligationEntry, { organizationId: params.organizationId ?? "", code: params.code ?? "" });
  const { organization, code, entry, stored } = shown;
  const item = (await ask(obligationCatalog, {})).items.find((each) => each.code === code);
  const name = item === undefined ? code : obligationName(item.name, locale);
  const { disagreements } = await ask(scanDisagreements, { organizationId: organization.id });
  const isClash = refusal?.faults.some((fault) => fault.code === "changed_meanwhile") === true;
  return {
    title: `${name} · ${organization.untrusted.name}`,
    isIndexed: false,
    body: (
      <>
        <section class="opening">
          <FormErrors request={request} />
          <OrganizationHead request={request} organization={organization} />
          <p class="meta">
            <a href={`${href(locale, registerPath(organization.id))}#${code}`}>{text.register[locale]}</a> · {code}
          </p>
          <h2>{name}</h2>
          <p>
            <StatusMark status={stored?.status ?? null} locale={locale} />{" "}
            {entry === null ? null : <BasisRemark item={entry} locale={locale} />}
          </p>
          <Remarks shown={shown} findings={disagreements.filter((each) => each.code === code)} locale={locale} />
        </section>
        {isClash && stored !== null ? (
          <section class="section" aria-labelledby="theirs">
            <h3 id="theirs">{text.theirs[locale]}</h3>
            <p class="prose">{text.theirsLead[locale]}</p>
            <EntryValues values={stored} locale={locale} />
          </section>
        ) : null}
        {shown.mayChange && entry !== null ? (
          <EntryForm request={request} shown={shown} entry={entry} />
        ) : stored === null ? null : (
          <section class="section" aria-label={text.state[locale]}>
            <EntryValues values={stored} locale={locale} />
          </section>
        )}
        <EntryAnswerLists shown={shown} locale={locale} />
        <EntryComments request={request} shown={shown} />
        {item === undefined ? null : (
          <section class="section" aria-labelledby="law">
            <h3 id="law">{text.law[locale]}</h3>
            <div class="obligation-alone">
              <ObligationFacts item={item} locale={locale} />
              <LegalBasis item={item} country={undefined} locale={locale} level={4} />
            </div>
          </section>
        )}
        <EntryHistory history={shown.history} locale={locale} />
      </>
    ),
  };
}

function Remarks({
  shown: { organization, entry, stored },
  findings,
  locale,
}: {
  shown: Shown;
  findings: Disagreements;
  locale: Locale;
}) {
  if (entry === null) return <Notice title={text.withdrawn[locale]} />;
  return (
    <>
      {entry.openSpecials.length === 0 ? null : (
        <Notice tone="caution" title={text.open[locale]}>
          <ul class="citations">
            {entry.openSpecials.map((code) => (
              <li>
                <a href={href(locale, entryPath(organization.id, code))}>{code}</a>
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {findings.length === 0 ? null : (
        <Notice tone="caution" title={sentence(disagreeText[locale])}>
          <p data-disagrees="scan">
            <FindingLinks findings={findings} organizationId={organization.id} locale={locale} />
          </p>
        </Notice>
      )}
      {stored?.statusSource === "questionnaire" ? (
        <p class="prose">
          {text.filled[locale]}{" "}
          {stored.scanId === null ? null : (
            <a href={href(locale, scanPath(organization.id, stored.scanId))}>{text.toScan[locale]}</a>
          )}
        </p>
      ) : null}
      {entry.laterThanRecommended ? <p class="prose">{text.later[locale]}</p> : null}
    </>
  );
}

/** With a capital at its beginning. */
function sentence(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

function EntryForm({
  request,
  shown: { organization, code, stored, members },
  entry,
}: {
  request: PrivateRequest<SignedIn>;
  shown: Shown;
  entry: NonNullable<Shown["entry"]>;
}) {
  const { locale, refusal, form } = request;
  const status = refusal === null ? (stored?.status ?? "") : form.get("status");
  const { lastReviewedAt = null, nextReviewAt = null } = stored ?? {};
  const typedName = stored === null || stored.untrusted.responsiblePerson === "" ? "" : "text";
  const responsible = refusal === null ? (stored?.responsibleId ?? typedName) : form.get("responsible");
  const interval = entry.reviewIntervalMonths;
  // The day that the catalog gives stays empty: it moves with the last review.
  const isRecommended = lastReviewedAt !== null && nextReviewAt === addMonths(lastReviewedAt, interval);
  return (
    <section class="section" aria-label={text.state[locale]}>
      <PostForm request={request} path={entryPath(organization.id, code)}>
        <input type="hidden" name="version" value={String(stored?.version ?? 0)} />
        <Choice
          legend={text.state[locale]}
          name="status"
          options={[...OBLIGATION_STATUSES, "" as const].map((value) => ({
            value,
            name: STATUS_TEXTS[value === "" ? "untracked" : value][locale],
          }))}
          values={[status]}
          isRequired
          isWide
        />
        <div class="form-rest">
          <TextArea
            request={request}
            name="evidenceNote"
            label={entryTexts.evidenceNote[locale]}
            help={text.noteHelp[locale]}
            value={stored?.untrusted.evidenceNote ?? ""}
          />
          <div class="fields">
            <Field
              id="responsible"
              label={entryTexts.responsiblePerson[locale]}
              error={errorOf(refusal, "responsible")}
              value={responsible}
              options={[
                { value: "", name: text.nobody[locale] },
                ...members.map(({ id, untrusted }) => ({ value: id, name: untrusted.name })),
                { value: "text", name: text.other[locale] },
              ]}
            />
            <TextField
              request={request}
              name="responsiblePerson"
              label={text.name[locale]}
              value={stored?.responsibleId ? "" : (stored?.untrusted.responsiblePerson ?? "")}
              autocomplete="off"
              isRequired={false}
            />
            <TextField
              request={request}
              name="workDueAt"
              label={entryTexts.workDueAt[locale]}
              type="date"
              value={stored?.workDueAt ?? ""}
              isRequired={false}
            />
          </div>
          <div class="fields">
            <TextField
              request={request}
              name="lastReviewedAt"
              label={entryTexts.lastReviewedAt[locale]}
              help={text.lastHelp[locale]}
              type="date"
              value={lastReviewedAt ?? ""}
              isRequired={false}
            />
            <TextField
              request={request}
              name="nextReviewAt"
              label={entryTexts.nextReviewAt[locale]}
              help={nextHelp[locale](reviewInterval(interval, locale))}
              type="date"
              value={isRecommended ? "" : (nextReviewAt ?? "")}
              isRequired={false}
            />
          </div>
          {nextReviewAt === null ? null : (
            <p class="meta">
              {entryTexts.nextReviewAt[locale]}: <time datetime={nextReviewAt}>{formatDay(nextReviewAt, locale)}</time>
            </p>
          )}
          <p class="buttons form-end">
            <SubmitButton label={text.save[locale]} />
          </p>
        </div>
      </PostForm>
    </section>
  );
}
