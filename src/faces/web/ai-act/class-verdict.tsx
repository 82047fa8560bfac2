import type { Day } from "../../../core/day.ts";
import { foreignText } from "../../../core/foreign-text.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { formatDay, plural } from "../../../core/text.ts";
import { type AiClass, AiClassMark, AiClassSign, classStyle } from "./class-mark.tsx";
import type { AiActAnswer } from "./duty-timeline.tsx";
import type { AiActQuestions } from "./wizard-answers.ts";

const text = {
  about: { sk: "Zaradenie podľa aktu o AI", cs: "Zařazení podle aktu o AI", en: "Class under the AI Act" },
  class: { sk: "Trieda", cs: "Třída", en: "Class" },
  notCovered: { sk: "nezaradené", cs: "nezařazeno", en: "not classified" },
  besides: { sk: "Zároveň platí", cs: "Zároveň platí", en: "Also applies" },
  nothingBesides: { sk: "nič ďalšie", cs: "nic dalšího", en: "nothing else" },
  besidesMeaning: {
    sk: "Prísnejšia trieda miernejšiu nenahrádza, povinnosti oboch sa sčítajú.",
    cs: "Přísnější třída mírnější nenahrazuje, povinnosti obou se sčítají.",
    en: "A stricter class does not replace a milder one; the duties of both add up.",
  },
  duties: { sk: "Vaše povinnosti", cs: "Vaše povinnosti", en: "Your duties" },
} satisfies Record<string, Localized>;

const sentences = {
  prohibited: {
    sk: "Takéto použitie umelej inteligencie je zakázané.",
    cs: "Takové použití umělé inteligence je zakázané.",
    en: "This use of artificial intelligence is prohibited.",
  },
  high_risk: {
    sk: "Váš systém patrí medzi vysokorizikové systémy AI.",
    cs: "Váš systém patří mezi vysoce rizikové systémy AI.",
    en: "Your system is a high-risk AI system.",
  },
  transparency: {
    sk: "Akt o AI tu vyžaduje najmä to, aby ľudia vedeli, že ide o umelú inteligenciu.",
    cs: "Akt o AI zde vyžaduje zejména to, aby lidé věděli, že jde o umělou inteligenci.",
    en: "Here the AI Act mainly requires that people know they are dealing with artificial intelligence.",
  },
  minimal: {
    sk: "Akt o AI od vás podľa odpovedí vyžaduje jediné: podporovať gramotnosť v oblasti AI.",
    cs: "Akt o AI od vás podle odpovědí vyžaduje jediné: podporovat gramotnost v oblasti AI.",
    en: "Going by your answers, the AI Act asks one thing of you: to support AI literacy.",
  },
} satisfies Record<AiClass, Localized>;

const notCovered: Localized = {
  sk: "Poskytovateľa systému sprievodca nezaradí: posudzuje len toho, kto systém AI používa.",
  cs: "Poskytovatele systému průvodce nezařadí: posuzuje jen toho, kdo systém AI používá.",
  en: "This guide does not classify systems for their providers: it is for those who use an AI system.",
};

const prohibitedFrom: Readonly<Record<Locale, (day: string) => string>> = {
  sk: (day) => `Takéto použitie umelej inteligencie bude od ${day} zakázané.`,
  cs: (day) => `Takové použití umělé inteligence bude od ${day} zakázané.`,
  en: (day) => `This use of artificial intelligence will be prohibited from ${day}.`,
};

/** Written so that no numeral needs a preposition or a verb to agree with it. */
const applying: Readonly<Record<Locale, (applying: number, all: number) => string>> = {
  sk: (count, all) =>
    all === 1
      ? `1, ${count === 1 ? "už platí" : "zatiaľ neplatí"}`
      : `${all}, z toho ${count} už ${plural(count, { one: "platí", few: "platia", other: "platí" }, "sk")}`,
  cs: (count, all) =>
    all === 1 ? `1, ${count === 1 ? "už platí" : "zatím neplatí"}` : `${all}, z toho ${count} už platí`,
  en: (count, all) =>
    count === 0
      ? `${all}, none applies yet`
      : `${count} of ${all} already ${plural(count, { one: "applies", other: "apply" }, "en")}`,
};

const nextFrom: Readonly<Record<Locale, (day: string) => string>> = {
  sk: (day) => `Ďalšie začnú platiť ${day}.`,
  cs: (day) => `Další začnou platit ${day}.`,
  en: (day) => `The next start to apply on ${day}.`,
};

const nothingAnswered: Localized = {
  sk: "Zatiaľ sme sa na nič neopýtali",
  cs: "Zatím jsme se na nic nezeptali",
  en: "Nothing has been answered yet",
};

const interim: Localized = { sk: "Priebežne", cs: "Průběžně", en: "So far" };

const nothingGrave: Readonly<Record<Locale, (open: number) => string>> = {
  sk: (open) =>
    `Zatiaľ nič zakázané ani vysokorizikové; ${open} ${plural(open, { one: "odpoveď to ešte môže", few: "odpovede to ešte môžu", other: "odpovedí to ešte môže" }, "sk")} zmeniť`,
  cs: (open) =>
    `Zatím nic zakázaného ani vysoce rizikového; ${open} ${plural(open, { one: "odpověď to ještě může", few: "odpovědi to ještě mohou", other: "odpovědí to ještě může" }, "cs")} změnit`,
  en: (open) =>
    `Nothing prohibited or high-risk so far; ${open} ${plural(open, { one: "answer", other: "answers" }, "en")} can still change that`,
};

/** Those of the assumptions that an answer would settle; the day is none. */
export function openOf({ assumptions }: AiActAnswer): AiActAnswer["assumptions"] {
  return assumptions.filter(({ field }) => field !== "asOf");
}

/** How many open answers could still make the use prohibited or the system high-risk, where it is neither so far. */
function graveOf(answer: AiActAnswer): number {
  if (answer.class === "prohibited" || answer.class === "high_risk") return 0;
  const isGrave = (each: AiClass) => each === "prohibited" || each === "high_risk";
  return openOf(answer).filter(({ couldBecome }) => couldBecome.some(isGrave)).length;
}

/** What stands above a result: a class with its sign, an interim one, or that nothing was answered. */
export interface AiActHeading {
  readonly words: string;
  /** The class whose sign may stand there; `null`: none, so that nothing looks settled. */
  readonly sign: AiClass | null;
}

/**
 * The answer in one plain sentence, without a term that was not explained. Nothing answered is no result, and a minimal
 * class that an open answer could still raise is no clean bill.
 */
export function headingOf(answer: AiActAnswer, { isAnswered }: { isAnswered: boolean }, locale: Locale): AiActHeading {
  if (!isAnswered) return { words: nothingAnswered[locale], sign: null };
  if (answer.class === null) return { words: notCovered[locale], sign: null };
  const grave = graveOf(answer);
  if (answer.class === "minimal" && grave > 0) return { words: nothingGrave[locale](grave), sign: null };
  const ahead = banAhead(answer);
  const words =
    ahead === undefined ? sentences[answer.class][locale] : prohibitedFrom[locale](formatDay(ahead, locale));
  if (answer.complete || answer.class === "prohibited") return { words, sign: answer.class };
  return { words: `${interim[locale]}: ${words.charAt(0).toLowerCase()}${words.slice(1)}`, sign: answer.class };
}

/** The day of the first prohibition, when none applies yet on the day asked about. */
function banAhead({ obligations, asOf }: AiActAnswer): Day | undefined {
  const bans = obligations.filter(({ id }) => id.startsWith("cease-prohibited-"));
  const first = earliest(bans.map(({ appliesFrom }) => appliesFrom));
  return first !== undefined && first > asOf ? first : undefined;
}

/** Sentence, sign and, once, that the answer is indicative. @param name of the system; foreign text, "" for none */
export function AiActHead({
  answer,
  heading,
  name,
  isAnswered,
  locale,
}: {
  answer: AiActAnswer;
  heading: AiActHeading;
  name: string;
  isAnswered: boolean;
  locale: Locale;
}) {
  return (
    <header
      class="verdict-head"
      data-ai-class={isAnswered ? (answer.class ?? "none") : "none"}
      data-open={openOf(answer).length}
      data-complete={String(isAnswered && answer.complete)}
    >
      {isAnswered ? <AiClassSign aiClass={heading.sign} size={64} /> : null}
      <div>
        <p class="about-name">
          {text.about[locale]}
          {name === "" ? null : (
            <>
              : <bdi data-system-name>{foreignText(name)}</bdi>
            </>
          )}
        </p>
        <h1>{heading.words}</h1>
        <p class="indicative prose">{answer.disclaimer}</p>
      </div>
    </header>
  );
}

/** The class with its meaning, the other classes that hold, and how many duties apply already. */
export function AiActFacts({
  answer,
  classes,
  locale,
}: {
  answer: AiActAnswer;
  classes: AiActQuestions["classes"];
  locale: Locale;
}) {
  const own = classes.find(({ id }) => id === answer.class);
  const others = answer.classes.filter((each) => each !== answer.class);
  const duties = answer.obligations.filter(({ addressee }) => addressee === "deployer");
  const ahead = earliest(duties.filter(({ appliesAsOf }) => !appliesAsOf).map(({ appliesFrom }) => appliesFrom));
  return (
    <dl class="facts">
      <div>
        <dt>{text.class[locale]}</dt>
        <dd>
          <strong class={classStyle(answer.class)}>{own?.name ?? answer.class ?? text.notCovered[locale]}</strong>
          {/* The meaning of the class says that the use is prohibited already. */}
          {own === undefined || banAhead(answer) !== undefined ? null : <p>{own.meaning}</p>}
        </dd>
      </div>
      {answer.class === null ? null : (
        <>
          <div>
            <dt>{text.besides[locale]}</dt>
            <dd>
              {others.length === 0 ? (
                <strong>{text.nothingBesides[locale]}</strong>
              ) : (
                <>
                  {others.map((other) => (
                    <p>
                      <AiClassMark aiClass={other} classes={classes} />
                    </p>
                  ))}
                  <p class="meta">{text.besidesMeaning[locale]}</p>
                </>
              )}
            </dd>
          </div>
          <div>
            <dt>{text.duties[locale]}</dt>
            <dd>
              <strong>{applying[locale](duties.filter(({ appliesAsOf }) => appliesAsOf).length, duties.length)}</strong>
              {ahead === undefined ? null : <p>{nextFrom[locale](formatDay(ahead, locale))}</p>}
            </dd>
          </div>
        </>
      )}
    </dl>
  );
}

function earliest(days: readonly Day[]): Day | undefined {
  return [...days].sort()[0];
}
