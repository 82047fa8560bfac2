import type { aiActClassify } from "../../../capabilities/ai-act/ai-act-classify.ts";
import type { AnswerOf } from "../../../capabilities/capability.ts";
import type { Day } from "../../../core/day.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { formatDay } from "../../../core/text.ts";
import { Citations } from "../components/citations.tsx";
import { LawText } from "../components/law-text.tsx";

export type AiActAnswer = AnswerOf<typeof aiActClassify>;
type Duty = AiActAnswer["obligations"][number];

const text = {
  title: { sk: "Povinnosti v čase", cs: "Povinnosti v čase", en: "When each duty applies" },
  today: { sk: "Dnes", cs: "Dnes", en: "Today" },
  asked: { sk: "Deň, ku ktorému sa pýtate", cs: "Den, ke kterému se ptáte", en: "The day you ask about" },
  appliesNow: { sk: "platí teraz", cs: "platí teď", en: "applies now" },
  appliesThen: { sk: "k tomuto dňu platí", cs: "k tomuto dni platí", en: "applies on that day" },
  ahead: { sk: "zatiaľ neplatí", cs: "zatím neplatí", en: "does not apply yet" },
  supplier: {
    sk: "Povinnosť dodávateľa: žiadajte od neho, aby ju plnil",
    cs: "Povinnost dodavatele: žádejte po něm, aby ji plnil",
    en: "Your supplier’s duty: ask them to fulfil it",
  },
} satisfies Record<string, Localized>;

const from: Readonly<Record<Locale, (day: string) => string>> = {
  sk: (day) => `Od ${day}`,
  cs: (day) => `Od ${day}`,
  en: (day) => `From ${day}`,
};

/**
 * The duties on a time line: an ordered list of days, each with what applies from it, and the day that is asked about
 * among them. A full mark is a day that has come, an empty one a day ahead, a diamond the day asked about.
 */
export function DutyTimeline({
  answer: { obligations, asOf },
  isToday,
  locale,
}: {
  answer: AiActAnswer;
  isToday: boolean;
  locale: Locale;
}) {
  const moments = momentsOf(obligations);
  const come = moments.filter(([day]) => day <= asOf);
  const ahead = moments.filter(([day]) => day > asOf);
  return (
    <ol class="timeline" aria-label={text.title[locale]}>
      {come.map(([day, duties]) => (
        <Moment
          day={day}
          duties={duties}
          state={isToday ? text.appliesNow : text.appliesThen}
          style="has-come"
          locale={locale}
        />
      ))}
      <li class="moment is-asked">
        <p>
          {(isToday ? text.today : text.asked)[locale]}: <time datetime={asOf}>{formatDay(asOf, locale)}</time>
        </p>
      </li>
      {ahead.map(([day, duties]) => (
        <Moment day={day} duties={duties} state={text.ahead} style="is-ahead" locale={locale} />
      ))}
    </ol>
  );
}

/** The duties by the day from which they apply, the earliest day first. */
function momentsOf(obligations: readonly Duty[]): [Day, Duty[]][] {
  const byDay = Map.groupBy(obligations, ({ appliesFrom }) => appliesFrom);
  return [...byDay].sort(([a], [b]) => (a < b ? -1 : 1));
}

function Moment({
  day,
  duties,
  state,
  style,
  locale,
}: {
  day: Day;
  duties: readonly Duty[];
  state: Localized;
  style: "has-come" | "is-ahead";
  locale: Locale;
}) {
  return (
    <li class={`moment ${style}`}>
      <h3>
        <time datetime={day}>{from[locale](formatDay(day, locale))}</time>
        {/* The dot stays with the day when the line breaks. */}
        <span class="moment-state">{`\u00a0· ${state[locale]}`}</span>
      </h3>
      <ul class="duties">
        {duties.map(({ text: words, note, citation, addressee }) => (
          <li class="rung">
            <div class="rung-text">
              {addressee === "provider" ? <p class="duty-of">{text.supplier[locale]}</p> : null}
              <p>
                <LawText text={words} />
              </p>
              {note === null ? null : (
                <p class="meta">
                  <LawText text={note} />
                </p>
              )}
            </div>
            <Citations citations={[citation]} locale={locale} />
          </li>
        ))}
      </ul>
    </li>
  );
}
