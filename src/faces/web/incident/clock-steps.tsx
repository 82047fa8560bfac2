import type { Locale, Localized } from "../../../core/locale.ts";
import { formatDay, formatLocalTime } from "../../../core/text.ts";
import { LawText } from "../components/law-text.tsx";
import type { Clock } from "./clock-query.ts";

type Step = Clock["steps"][number];

const text = {
  found: { sk: "Zistené", cs: "Zjištěno", en: "Found" },
  first: { sk: "Najbližšie hlásenie najneskôr", cs: "Nejbližší hlášení nejpozději", en: "Next report at the latest" },
  assumed: {
    sk: "Počítame, že ste to zistili teraz.",
    cs: "Počítáme, že jste to zjistili teď.",
    en: "We count from now as the time of finding.",
  },
  now: { sk: "Teraz", cs: "Teď", en: "Now" },
  atOnce: { sk: "pošlite to hneď", cs: "pošlete to hned", en: "send it at once" },
  asOf: { sk: "k", cs: "k", en: "as of" },
  sent: { sk: "odoslané", cs: "odesláno", en: "sent" },
  unneeded: {
    sk: "nepodáva sa, dopad nie je významný",
    cs: "nepodává se, dopad není významný",
    en: "not sent, the impact is not significant",
  },
  report: { sk: "Nahlásiť", cs: "Nahlásit", en: "Report" },
  prepare: { sk: "Pripravte si", cs: "Připravte si", en: "Have ready" },
  fallback: { sk: "Nejde to?", cs: "Nejde to?", en: "Does it not work?" },
  template: { sk: "Text na skopírovanie", cs: "Text ke zkopírování", en: "Text to copy" },
  later: { sk: "Ďalšie správy", cs: "Další zprávy", en: "Further reports" },
  safe: { sk: "istota je do", cs: "jistota je do", en: "safe until" },
  none: {
    sk: "Pre vás tu lehota podľa NIS2 nebeží.",
    cs: "Pro vás tu lhůta podle NIS2 neběží.",
    en: "No period under NIS2 runs for you here.",
  },
} satisfies Record<string, Localized>;

/** The clock: the next date first, a bar of the 72 hours, then every step. */
export function ClockSection({ clock, now, locale }: { clock: Clock; now: readonly string[]; locale: Locale }) {
  const { country, regime, foundAt, zone, steps, nextStep, which, remarks } = clock;
  const next = steps.find(({ id }) => id === nextStep);
  const isTimed = ({ dueAt, state }: Step) => dueAt !== null || state === "voluntary";
  const later = steps.filter((step) => !isTimed(step));
  return (
    <section data-clock data-country={country} data-regime={regime} data-assumed={clock.assumed ?? undefined}>
      <h2 id="clock">
        {text.found[locale]}: <time datetime={clock.foundLocal}>{formatLocalTime(foundAt, locale, zone)}</time>
      </h2>
      {clock.assumed === null ? null : <p class="meta">{text.assumed[locale]}</p>}
      {next?.dueAt == null ? (
        <p class="first-due">{text.none[locale]}</p>
      ) : (
        <p class="first-due" data-next={next.id}>
          {text.first[locale]}: <Due step={next} clock={clock} locale={locale} />{" "}
          <span class="meta">
            ({text.asOf[locale]} {formatLocalTime(clock.now, locale, zone).match(/\d{2}:\d{2}/)?.[0]})
          </span>
        </p>
      )}
      {next?.dueAt == null ? null : <TimeBar clock={clock} locale={locale} />}
      {which === null ? null : (
        <p class="meta">
          <LawText text={which} />
        </p>
      )}
      <ol class="steps">
        <NowSteps steps={now} locale={locale} />
        {steps.filter(isTimed).map((step) => (
          <StepItem step={step} clock={clock} locale={locale} />
        ))}
      </ol>
      {remarks.map((remark) => (
        <p class="meta remark">
          <LawText text={remark} />
        </p>
      ))}
      {later.length === 0 ? null : (
        <details class="later">
          <summary>{text.later[locale]}</summary>
          <ol class="steps">
            {later.map((step) => (
              <StepItem step={step} clock={clock} locale={locale} />
            ))}
          </ol>
        </details>
      )}
    </section>
  );
}

/** What to do before any report. */
export function NowSteps({ steps, locale }: { steps: readonly string[]; locale: Locale }) {
  return (
    <li data-step="now">
      <h3>{text.now[locale]}</h3>
      <ul>
        {steps.map((step) => (
          <li>
            <LawText text={step} />
          </li>
        ))}
      </ul>
    </li>
  );
}

const HOURS = 72;

/** The 72 hours from the finding, and how many of them are gone. */
function TimeBar({ clock: { foundAt, now, steps }, locale }: { clock: Clock; locale: Locale }) {
  const gone = Math.min(Math.max(Date.parse(now) - Date.parse(foundAt), 0) / (HOURS * 3_600_000), 1);
  const words = steps
    .filter(({ state }) => state === "due" || state === "overdue" || state === "depends")
    .map(({ title, remainingSeconds }) => `${title ?? ""}: ${remaining(remainingSeconds ?? 0, locale)}`)
    .join("; ");
  return (
    <svg class="timebar" viewBox="0 0 720 34" role="img" aria-label={words}>
      <rect x="0" y="2" width="720" height="14" class="all" />
      <rect x="0" y="2" width={Math.max(gone * 720, 4)} height="14" class="gone" />
      <path d="M240 0v18M719 0v18" class="ticks" />
      <text x="240" y="32" text-anchor="middle">
        24 h
      </text>
      <text x="719" y="32" text-anchor="end">
        72 h
      </text>
    </svg>
  );
}

function Due({ step: { dueAt, dueLocal, state, remainingSeconds, safeDay }, clock, locale }: StepProps) {
  if (dueAt === null || dueLocal === null) return null;
  return (
    <>
      <time datetime={dueLocal}>{formatLocalTime(dueAt, locale, clock.zone)}</time>
      {state === "not_needed" ? null : (
        <>
          , <span class="left">{remaining(remainingSeconds ?? 0, locale)}</span>
        </>
      )}
      {safeDay === null ? null : ` (${text.safe[locale]} ${formatDay(safeDay, locale)})`}
    </>
  );
}

interface StepProps {
  readonly step: Step;
  readonly clock: Clock;
  readonly locale: Locale;
}

function StepItem({ step, clock, locale }: StepProps) {
  const { id, title, state, dueAt, dueLocal, counted, remark, to, prepare, template, citation } = step;
  const stateWords = state !== "not_needed" ? null : dueAt === null ? text.unneeded[locale] : text.sent[locale];
  return (
    <li data-step={id} data-state={state} data-due={dueLocal ?? undefined}>
      <h3>{title}</h3>
      {dueAt === null ? null : (
        <p class="due">
          <Due step={step} clock={clock} locale={locale} />
          {state === "overdue" ? `: ${text.atOnce[locale]}` : null}
        </p>
      )}
      {stateWords === null ? null : <p class="state">{stateWords}</p>}
      <p class="meta">
        <LawText text={[counted, citation].flatMap((part) => part ?? []).join("; ")} />
      </p>
      {remark === null ? null : (
        <p>
          <LawText text={remark} />
        </p>
      )}
      {prepare.length === 0 ? null : (
        <p>
          {text.prepare[locale]}: <LawText text={`${prepare.flatMap(({ text: words }) => words ?? []).join(" · ")}.`} />
        </p>
      )}
      {to === null || (dueAt === null && state !== "voluntary") ? null : (
        <>
          <p>
            <a class="button" data-to href={to.url} rel="external noopener">
              {text.report[locale]}: {to.authority}
            </a>
          </p>
          {clock.steps.find((other) => other.to?.url === to.url) === step ? <Place to={to} locale={locale} /> : null}
        </>
      )}
      {template === null ? null : (
        <details>
          <summary>{text.template[locale]}</summary>
          <pre data-template={id} lang={clock.country === "SK" ? "sk" : "cs"}>
            {template}
          </pre>
        </details>
      )}
    </li>
  );
}

/** Where the report is sent, in words: said at the first step of that place. */
function Place({ to: { where, fallback }, locale }: { to: NonNullable<Step["to"]>; locale: Locale }) {
  return (
    <p class="meta">
      {where === null ? null : <LawText text={`${where}.`} />}
      {fallback === null ? null : (
        <>
          {" "}
          {text.fallback[locale]} <Fallback text={fallback} />
        </>
      )}
    </p>
  );
}

/** Addresses of mail as links; the rest as it is. */
function Fallback({ text: words }: { text: string }) {
  return words
    .split(/([\w.]+@[\w.]*\w)/)
    .map((part, index) => (index % 2 === 1 ? <a href={`mailto:${part}`}>{part}</a> : part));
}

/** Hours and minutes that are left, or since when the time is over. */
function remaining(seconds: number, locale: Locale): string {
  const minutes = Math.floor(Math.abs(seconds) / 60);
  return (seconds >= 0 ? left : over)[locale](`${Math.floor(minutes / 60)} h ${minutes % 60} min`);
}

const left: Readonly<Record<Locale, (time: string) => string>> = {
  sk: (time) => `ostáva ${time}`,
  cs: (time) => `zbývá ${time}`,
  en: (time) => `${time} left`,
};

const over: Readonly<Record<Locale, (time: string) => string>> = {
  sk: (time) => `uplynulo pred ${time}`,
  cs: (time) => `uplynulo před ${time}`,
  en: (time) => `ran out ${time} ago`,
};
