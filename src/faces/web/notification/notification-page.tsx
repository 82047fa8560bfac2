import type { Child } from "hono/jsx";
import {
  type NotificationDraft,
  notificationDraft,
  statedNotification,
} from "../../../capabilities/notification/notification-draft.ts";
import { COUNTRIES } from "../../../core/country.ts";
import { foreignText } from "../../../core/foreign-text.ts";
import { parseIco } from "../../../core/ico.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { formatDay, plural } from "../../../core/text.ts";
import { readLabel } from "../../reading/label.ts";
import { DocumentHead } from "../components/document-head.tsx";
import { formatIco } from "../components/format-ico.ts";
import { LawText } from "../components/law-text.tsx";
import type { Page, PageAnswer, PageRequest } from "../page.ts";
import { firmPath, href, paths } from "../paths.ts";
import { problemPage } from "../problem/problem-page.tsx";
import { askWhatIf } from "../verdict/ask-what-if.ts";
import { shortName } from "../verdict/fact-sources.tsx";

type Field = NotificationDraft["fields"][number];

const text = {
  SK: { sk: "Podklad oznámenia pre NBÚ", cs: "Podklad oznámení pro slovenský NBÚ", en: "Prepared notice to NBÚ" },
  CZ: { sk: "Podklad ohlásenia pre NÚKIB", cs: "Podklad ohlášení pro NÚKIB", en: "Prepared report to NÚKIB" },
  nothing: {
    sk: "Nič z tejto stránky sa neukladá ani neposiela.",
    cs: "Nic z této stránky se neukládá ani neposílá.",
    en: "Nothing on this page is stored or sent.",
  },
  conditional: {
    sk: "Platí, ak ste v pôsobnosti; to ešte nie je isté.",
    cs: "Platí, pokud jste v působnosti; to ještě není jisté.",
    en: "It holds if you are in scope, which is not certain yet.",
  },
  where: { sk: "Kde sa podáva", cs: "Kde se podává", en: "Where it is sent" },
  missing: { sk: "chýba", cs: "chybí", en: "missing" },
  optional: { sk: "ak sa vás týka", cs: "pokud se vás týká", en: "if it concerns you" },
  computed: { sk: "podľa posúdenia", cs: "podle posouzení", en: "by the verdict" },
  stated: { sk: "zadali ste", cs: "zadali jste", en: "you stated it" },
  copy: { sk: "Kopírovať", cs: "Kopírovat", en: "Copy" },
  copied: { sk: "Skopírované", cs: "Zkopírováno", en: "Copied" },
  copyAll: { sk: "Kopírovať všetko", cs: "Kopírovat vše", en: "Copy all" },
  print: { sk: "Vytlačiť", cs: "Vytisknout", en: "Print" },
  back: { sk: "Späť na posúdenie", cs: "Zpět k posouzení", en: "Back to the verdict" },
  nameless: { sk: "bez názvu", cs: "bez názvu", en: "without a name" },
  made: { sk: "údaje k", cs: "údaje k", en: "data as of" },
} satisfies Record<string, Localized>;

const filledOf: Readonly<Record<Locale, (filled: number, of: number) => string>> = {
  sk: (filled, of) => `Vieme ${filled} z ${of} ${plural(of, { one: "údaja", few: "údajov", other: "údajov" }, "sk")}.`,
  cs: (filled, of) => `Víme ${filled} z ${of} ${plural(of, { one: "údaje", few: "údajů", other: "údajů" }, "cs")}.`,
  en: (filled, of) => `${filled} of ${of} ${plural(of, { one: "field", other: "fields" }, "en")} known.`,
};

/** What a firm of the registers states to the authority. */
export const firmNotificationPage: Page = async (request) => {
  const ico = parseIco(request.params.ico ?? "");
  const country = COUNTRIES.find((known) => known === request.params.country?.toUpperCase());
  if (ico === undefined || country === undefined) return problemPage(request, { code: "not_found" });
  const draft = await request.ask(notificationDraft, { ico, country });
  const name = draft.fields.find(({ id }) => id === "name")?.untrusted?.value;
  const subject = (
    <>
      <strong>{name === undefined ? text.nameless[request.locale] : foreignText(name)}</strong> · IČO {formatIco(ico)}
    </>
  );
  return pageOf(draft, { subject, back: href(request.locale, firmPath(ico, country)), request });
};

/** The same for typed facts. */
export const whatIfNotificationPage: Page = async (request) => {
  const { locale, query } = request;
  const { args } = await askWhatIf(query, request);
  if (args === undefined) return problemPage(request, { code: "not_found" });
  const draft = await request.ask(statedNotification, args);
  const subject = readLabel(query.get("label")) || null;
  return pageOf(draft, { subject, back: `${href(locale, paths.whatIf)}?${query}`, request });
};

function pageOf(
  draft: NotificationDraft,
  { subject, back, request }: { readonly subject: Child | null; readonly back: string; readonly request: PageRequest },
): PageAnswer {
  const { locale, site } = request;
  const { country, place, parts, fields, filled, remarks, conditional, dataAsOf } = draft;
  return {
    title: text[country][locale],
    isIndexed: false,
    headers: { "Cache-Control": "no-store" },
    scripts: ["copy"],
    body: (
      <article class="notification">
        <h1>{text[country][locale]}</h1>
        <DocumentHead
          title={text[country][locale]}
          subject={subject}
          address={`${site.baseUrl}${href(locale, request.path)}${request.query.size === 0 ? "" : `?${request.query}`}`}
          authority={place.name ?? undefined}
          isShown
          site={site}
          locale={locale}
        />
        <p class="meta">
          {text.made[locale]} <time datetime={dataAsOf}>{formatDay(dataAsOf, locale)}</time>
        </p>
        {conditional ? <p class="notice is-caution">{text.conditional[locale]}</p> : null}
        <p class="prose">
          {text.where[locale]}: <a href={place.url}>{place.name}</a>.{" "}
          {place.where === null ? null : <LawText text={`${place.where}.`} />}
        </p>
        {remarks.map((remark) => (
          <p class="prose meta">
            <LawText text={remark} />
          </p>
        ))}
        <p data-filled={filled} data-of={fields.length}>
          <strong>{filledOf[locale](filled, fields.length)}</strong> {text.nothing[locale]}
        </p>
        {parts.map(({ id, title, citation }) => (
          <section class="section" aria-labelledby={id}>
            <h2 id={id}>{title}</h2>
            {citation === null ? null : (
              <p class="meta">
                <LawText text={citation} />
              </p>
            )}
            <table class="notification-fields">
              <tbody>
                {fields
                  .filter(({ part }) => part === id)
                  .map((field) => (
                    <FieldRow field={field} locale={locale} />
                  ))}
              </tbody>
            </table>
          </section>
        ))}
        <p class="links screen-only">
          <button type="button" class="button is-quiet" data-copy-all data-copied={text.copied[locale]} hidden>
            {text.copyAll[locale]}
          </button>
          <button type="button" class="button is-quiet" data-print hidden>
            {text.print[locale]}
          </button>
          <a href={back}>{text.back[locale]}</a>
        </p>
      </article>
    ),
  };
}

/** One field with what is known of it; what is not known has an empty box, whose text stays in the browser. */
function FieldRow({ field, locale }: { field: Field; locale: Locale }) {
  const { id, part, label, state, value, source, day, untrusted } = field;
  const isEmpty = state === "missing" || state === "optional";
  const shown = untrusted === undefined ? value : foreignText(untrusted.value);
  const box = `${part}-${id}`;
  return (
    <tr data-field={id} data-state={state}>
      <th scope="row">{isEmpty ? <label for={box}>{label}</label> : label}</th>
      <td>
        {isEmpty ? (
          <>
            <span class={state === "missing" ? "is-missing" : "meta"}>
              {(state === "missing" ? text.missing : text.optional)[locale]}
            </span>
            <input id={box} type="text" autocomplete="off" data-value />
          </>
        ) : (
          <>
            <span data-value>{shown}</span>
            <span class="meta origin">
              {state === "known" && day !== undefined
                ? [source === undefined ? [] : shortName(source), formatDay(day, locale)].flat().join(", ")
                : state === "stated"
                  ? text.stated[locale]
                  : text.computed[locale]}
            </span>
          </>
        )}
      </td>
      <td class="screen-only">
        <button type="button" class="button is-quiet" data-copy data-copied={text.copied[locale]} hidden>
          {text.copy[locale]}
          <span class="visually-hidden">: {label}</span>
        </button>
      </td>
    </tr>
  );
}
