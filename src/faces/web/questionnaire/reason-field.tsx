import type { Locale, Localized } from "../../../core/locale.ts";
import { type GivenReason, MOST_WORDS, REASONS, reasonParameter, wordsParameter } from "./answers.ts";

const text = {
  why: {
    sk: "Prečo sa vás zákonná povinnosť netýka?",
    cs: "Proč se vás zákonná povinnost netýká?",
    en: "Why does the statutory duty not concern you?",
  },
  choose: { sk: "Vyberte dôvod", cs: "Vyberte důvod", en: "Choose a reason" },
  words: {
    sk: "Iný dôvod vlastnými slovami",
    cs: "Jiný důvod vlastními slovy",
    en: "Another reason in your own words",
  },
  without: {
    sk: "Bez dôvodu sa odpoveď nepočíta.",
    cs: "Bez důvodu se odpověď nepočítá.",
    en: "Without a reason the answer does not count.",
  },
} satisfies Record<string, Localized>;

/** The reasons that may be chosen, in words. */
export const reasonNames = {
  out_of_scope: { sk: "nepatríme pod zákon", cs: "zákon se na nás nevztahuje", en: "we are not in scope" },
  other_regime: {
    sk: "je to povinnosť iného režimu, než je náš",
    cs: "jde o povinnost jiného režimu, než je náš",
    en: "it is a duty of the other regime",
  },
  not_provided: {
    sk: "takú službu neposkytujeme",
    cs: "takovou službu neposkytujeme",
    en: "we do not provide such a service",
  },
  other: { sk: "iný dôvod", cs: "jiný důvod", en: "another reason" },
} satisfies Record<GivenReason["code"], Localized>;

/** A reason in words: the visitor's own where they wrote some. */
export function reasonText({ code, words }: GivenReason, locale: Locale): string {
  return code === "other" ? words : reasonNames[code][locale];
}

/** Asks why a statutory question does not concern the visitor; seen where that is the answer. */
export function ReasonField({ id, given, locale }: { id: string; given: GivenReason | undefined; locale: Locale }) {
  const [name, words] = [reasonParameter(id), wordsParameter(id)];
  return (
    <div class="reason" data-reason={id}>
      <label for={name}>{text.why[locale]}</label>
      <select id={name} name={name} aria-describedby={`${name}-help`}>
        <option value="">{text.choose[locale]}</option>
        {REASONS.map((code) => (
          <option value={code} selected={given?.code === code}>
            {reasonNames[code][locale]}
          </option>
        ))}
      </select>
      <label for={words}>{text.words[locale]}</label>
      <input type="text" id={words} name={words} maxlength={MOST_WORDS} value={given?.words ?? ""} autocomplete="off" />
      <p class="help" id={`${name}-help`}>
        {text.without[locale]}
      </p>
    </div>
  );
}
