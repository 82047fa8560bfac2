import type { AnswerOf } from "../../../capabilities/capability.ts";
import type { obligationEntry } from "../../../capabilities/obligations/obligation-entry.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { typesetTexts } from "../../../core/non-breaking.ts";
import { formatDay, formatInstant } from "../../../core/text.ts";
import { StatusMark } from "./status-mark.tsx";

type History = AnswerOf<typeof obligationEntry>["history"];
type Values = History[number]["after"];

/** The fields of an entry, in words. */
export const entryTexts = {
  status: { sk: "Stav", cs: "Stav", en: "Status" },
  evidenceNote: { sk: "Čím je to doložené", cs: "Čím je to doloženo", en: "Evidence" },
  responsiblePerson: { sk: "Zodpovedná osoba", cs: "Odpovědná osoba", en: "Responsible person" },
  lastReviewedAt: { sk: "Posledné preskúmanie", cs: "Poslední přezkoumání", en: "Last review" },
  workDueAt: { sk: "Hotové do", cs: "Hotovo do", en: "Done by" },
  nextReviewAt: { sk: "Ďalšie preskúmanie", cs: "Příští přezkoumání", en: "Next review" },
} satisfies Record<string, Localized>;

const text = typesetTexts({
  history: { sk: "História", cs: "Historie", en: "History" },
  none: { sk: "Zatiaľ nikto nič nezmenil.", cs: "Zatím nikdo nic nezměnil.", en: "Nobody has changed anything yet." },
  former: { sk: "bývalý člen", cs: "bývalý člen", en: "former member" },
  service: { sk: "služba Dosah", cs: "služba Dosah", en: "the service Dosah" },
  byQuestionnaire: { sk: "dotazníkom", cs: "dotazníkem", en: "by a questionnaire" },
  before: { sk: "predtým", cs: "předtím", en: "before" },
  empty: { sk: "prázdne", cs: "prázdné", en: "empty" },
  same: { sk: "uložené bez zmeny", cs: "uloženo beze změny", en: "saved unchanged" },
} satisfies Record<string, Localized>);

type FieldName = keyof typeof entryTexts;

const FIELDS = Object.keys(entryTexts) as FieldName[];

/** What stands in an entry. */
export function EntryValues({ values, locale }: { values: Values; locale: Locale }) {
  return (
    <dl class="facts entry-values">
      {FIELDS.map((field) => (
        <div>
          <dt>{entryTexts[field][locale]}</dt>
          <dd>
            <Value field={field} values={values} locale={locale} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Every save of an entry, newest first: who, when, and what was before. */
export function EntryHistory({ history, locale }: { history: History; locale: Locale }) {
  return (
    <section class="section" aria-labelledby="history">
      <h3 id="history">{text.history[locale]}</h3>
      {history.length === 0 ? <p class="prose">{text.none[locale]}</p> : null}
      <ol class="rows" reversed>
        {history.map(({ version, at, by, fields, before, after }, index) => (
          <li class="row" value={version}>
            <details class="is-printed-whole" open={index === 0}>
              <summary>
                <time datetime={at}>{formatInstant(at, locale)}</time>,{" "}
                {by.untrusted.name === null ? (
                  text[by.isService ? "service" : "former"][locale]
                ) : (
                  <bdi>{by.untrusted.name}</bdi>
                )}
                {after.statusSource === "questionnaire" ? `, ${text.byQuestionnaire[locale]}` : null}:{" "}
                {changedNames(fields, locale)}
              </summary>
              <dl class="entry-changes">
                {FIELDS.filter((field) => fields.includes(field)).map((field) => (
                  <div>
                    <dt>{entryTexts[field][locale]}</dt>
                    <dd>
                      <Value field={field} values={after} locale={locale} />
                      {before === null ? null : (
                        <div class="meta">
                          {text.before[locale]}: <Value field={field} values={before} locale={locale} />
                        </div>
                      )}
                    </dd>
                  </div>
                ))}
              </dl>
            </details>
          </li>
        ))}
      </ol>
    </section>
  );
}

function changedNames(fields: readonly string[], locale: Locale): string {
  const names = FIELDS.filter((field) => fields.includes(field)).map((field) => entryTexts[field][locale]);
  return names.length === 0 ? text.same[locale] : names.join(", ").toLowerCase();
}

function Value({ field, values, locale }: { field: FieldName; values: Values; locale: Locale }) {
  if (field === "status") return <StatusMark status={values.status} locale={locale} />;
  if (field === "evidenceNote" || field === "responsiblePerson") {
    const typed = values.untrusted[field];
    return typed === "" ? text.empty[locale] : <bdi class="note-text">{typed}</bdi>;
  }
  const day = values[field];
  return day === null ? text.empty[locale] : <time datetime={day}>{formatDay(day, locale)}</time>;
}
