import type { AnswerOf } from "../../../capabilities/capability.ts";
import type { supplierShow } from "../../../capabilities/suppliers/supplier-show.ts";
import { ASK_TEXTS, DECLINE_TEXTS } from "../../../capabilities/suppliers/supplier-table.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { formatDay, formatInstant } from "../../../core/text.ts";
import { href } from "../paths.ts";
import { JudgementMark } from "./supplier-marks.tsx";

const text = {
  history: { sk: "História hodnotenia", cs: "Historie hodnocení", en: "History of the judgement" },
  none: { sk: "Zatiaľ nikto nič neuložil.", cs: "Zatím nikdo nic neuložil.", en: "Nobody has saved anything yet." },
  former: { sk: "bývalý člen", cs: "bývalý člen", en: "former member" },
  judgement: { sk: "Hodnotenie", cs: "Hodnocení", en: "Judgement" },
  note: { sk: "Poznámka", cs: "Poznámka", en: "Note" },
  before: { sk: "predtým", cs: "předtím", en: "before" },
  empty: { sk: "prázdna", cs: "prázdná", en: "empty" },
  asks: { sk: "Odoslané žiadosti", cs: "Odeslané žádosti", en: "Requests that went out" },
  reminded: { sk: "pripomenuté", cs: "připomenuto", en: "reminded" },
  profile: { sk: "profil", cs: "profil", en: "profile" },
} satisfies Record<string, Localized>;

/** A supplier as its page shows it. */
export type ShownSupplier = AnswerOf<typeof supplierShow>;

/** Every save of the judgement, newest first, and the requests that went out. */
export function SupplierHistory({ shown: { history, asks }, locale }: { shown: ShownSupplier; locale: Locale }) {
  return (
    <>
      <section class="section" aria-labelledby="history">
        <h3 id="history">{text.history[locale]}</h3>
        {history.length === 0 ? <p class="prose">{text.none[locale]}</p> : null}
        <ol class="rows" reversed>
          {history.map(({ version, at, by, before, after }, index) => (
            <li class="row" value={version}>
              <details class="is-printed-whole" open={index === 0}>
                <summary>
                  <Who at={at} by={by} locale={locale} />
                </summary>
                <dl class="entry-changes">
                  <div>
                    <dt>{text.judgement[locale]}</dt>
                    <dd>
                      <JudgementMark judgement={after.judgement} locale={locale} />
                      {before.judgement === after.judgement ? null : (
                        <div class="meta">
                          {text.before[locale]}: <JudgementMark judgement={before.judgement} locale={locale} />
                        </div>
                      )}
                    </dd>
                  </div>
                  <div>
                    <dt>{text.note[locale]}</dt>
                    <dd>
                      <Note note={after.untrusted.note} locale={locale} />
                      {before.untrusted.note === after.untrusted.note ? null : (
                        <div class="meta">
                          {text.before[locale]}: <Note note={before.untrusted.note} locale={locale} />
                        </div>
                      )}
                    </dd>
                  </div>
                </dl>
              </details>
            </li>
          ))}
        </ol>
      </section>
      {asks.length === 0 ? null : (
        <section class="section" aria-labelledby="asks">
          <h3 id="asks">{text.asks[locale]}</h3>
          <ul class="trust-areas">
            {asks.map(({ at, by, state, declinedWhy, remindedAt, profile, untrusted }) => (
              <li class="supplier-ask" data-ask={state}>
                <bdi>{untrusted.email}</bdi>: {ASK_TEXTS[state][locale].toLowerCase()}
                {declinedWhy === null ? null : ` (${DECLINE_TEXTS[declinedWhy][locale].toLowerCase()})`}
                {profile === null ? null : (
                  <>
                    , <a href={href(locale, `/trust/${profile}`)}>{text.profile[locale]}</a>
                  </>
                )}
                <span class="register-remark">
                  <Who at={at} by={by} locale={locale} />
                  {remindedAt === null
                    ? null
                    : `; ${text.reminded[locale]} ${formatDay(remindedAt.slice(0, 10), locale)}`}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function Who({ at, by, locale }: Pick<ShownSupplier["history"][number], "at" | "by"> & { locale: Locale }) {
  return (
    <>
      <time datetime={at}>{formatInstant(at, locale)}</time>,{" "}
      {by.untrusted.name === null ? text.former[locale] : <bdi>{by.untrusted.name}</bdi>}
    </>
  );
}

function Note({ note, locale }: { note: string; locale: Locale }) {
  return note === "" ? <i>{text.empty[locale]}</i> : <bdi class="note-text">{note}</bdi>;
}
