import type { Locale, Localized } from "../../../core/locale.ts";
import { typesetTexts } from "../../../core/non-breaking.ts";
import { formatDay, formatInstant } from "../../../core/text.ts";
import { describedBy, ErrorText } from "../components/form-field.tsx";
import type { AnswerId } from "../questionnaire/answers.ts";
import { answerNames } from "../questionnaire/next-steps.tsx";
import type { Shown } from "./assessment-page.tsx";

const text = typesetTexts({
  you: { sk: "vy", cs: "vy", en: "you" },
  former: { sk: "bývalý člen", cs: "bývalý člen", en: "former member" },
  before: { sk: "predtým", cs: "předtím", en: "previously" },
  none: { sk: "bez odpovede", cs: "bez odpovědi", en: "not answered" },
  still: { sk: "stále platí", cs: "stále platí", en: "still holds" },
  confirmed: { sk: "potvrdené", cs: "potvrzeno", en: "confirmed" },
  note: { sk: "Poznámka", cs: "Poznámka", en: "Note" },
  noteHelp: {
    sk: "Pri „netýka sa nás“ dôvod: bez neho sa odpoveď do evidencie neráta. Najviac 1000 znakov.",
    cs: "U „netýká se nás“ důvod: bez něj se odpověď do evidence nepočítá. Nejvýše 1000 znaků.",
    en: "Where it does not apply, the reason: without it the answer does not count in the register. At most 1000 characters.",
  },
  storedNote: { sk: "Uložená je poznámka", cs: "Uložena je poznámka", en: "The note that is stored" },
} satisfies Record<string, Localized>);

type Given = Shown["answers"][number];

const fromDay: Record<Locale, (day: string) => string> = {
  sk: (day) => `z ${day}`,
  cs: (day) => `z ${day}`,
  en: (day) => `of ${day}`,
};

/** From which day a copied answer is, and the box that confirms it. */
export function CarriedAnswer({
  given: { id, carriedAt, confirm },
  isOpen,
  locale,
}: {
  given: Given;
  isOpen: boolean;
  locale: Locale;
}) {
  if (carriedAt === null) return null;
  return (
    <p class="meta" data-carried={carriedAt} data-confirm={confirm ?? undefined}>
      <span class="tag">{fromDay[locale](formatDay(carriedAt, locale))}</span>
      {confirm === "done" ? ` ${text.confirmed[locale]}` : null}
      {confirm === "needed" && isOpen ? (
        <label for={`confirm.${id}`}>
          {" "}
          <input type="checkbox" id={`confirm.${id}`} name={`confirm.${id}`} value="1" /> {text.still[locale]}
        </label>
      ) : null}
    </p>
  );
}

/** Who answered last and when, and whose other answer that took the place of. */
export function WhoAnswered({ given: { answer, at, by, replaced }, locale }: { given: Given; locale: Locale }) {
  return (
    <p class="meta">
      <Whom by={by} locale={locale} />: {nameOfAnswer(answer, locale)},{" "}
      <time datetime={at}>{formatInstant(at, locale)}</time>
      {replaced === null ? null : (
        <>
          {" "}
          ({text.before[locale]} <Whom by={replaced.by} locale={locale} />: {nameOfAnswer(replaced.answer, locale)})
        </>
      )}
    </p>
  );
}

function Whom({ by, locale }: { by: Given["by"]; locale: Locale }) {
  if (by.isSelf) return <>{text.you[locale]}</>;
  return by.untrusted.name === null ? text.former[locale] : <bdi>{by.untrusted.name}</bdi>;
}

/** An answer in words. */
export function nameOfAnswer(answer: AnswerId | null, locale: Locale): string {
  return answer === null ? text.none[locale] : answerNames[answer][locale];
}

/** The note of a question: a field, or its text where nothing can be changed. */
export function QuestionNote({
  name,
  note,
  stored,
  error,
  isOpen,
  locale,
}: {
  name: string;
  /** What the field holds. */
  note: string;
  /** What is stored. */
  stored: string;
  error: string | undefined;
  isOpen: boolean;
  locale: Locale;
}) {
  if (!isOpen) {
    return note === "" ? null : (
      <p class="note-text">
        {text.note[locale]}: <bdi>{note}</bdi>
      </p>
    );
  }
  return (
    <details class="field" open={note !== "" || error !== undefined}>
      <summary>{text.note[locale]}</summary>
      <p class="help" id={`${name}-help`}>
        {text.noteHelp[locale]}
      </p>
      <ErrorText id={name} error={error} />
      {error === undefined || stored === note || stored === "" ? null : (
        <p class="note-text">
          {text.storedNote[locale]}: <bdi>{stored}</bdi>
        </p>
      )}
      <textarea
        id={name}
        name={name}
        rows={2}
        aria-label={text.note[locale]}
        {...describedBy(name, { help: true, error })}
      >
        {/* HTML drops a first line break. */}
        {`\n${note}`}
      </textarea>
    </details>
  );
}
