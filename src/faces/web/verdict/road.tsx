import type { AnswerOf } from "../../../capabilities/capability.ts";
import { verdictRoad } from "../../../capabilities/deadlines/verdict-road.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { formatDay } from "../../../core/text.ts";
import { LawText } from "../components/law-text.tsx";
import type { PageRequest } from "../page.ts";
import { href, paths } from "../paths.ts";
import type { TypedDays } from "./stated-days.ts";
import type { Verdict } from "./verdict-names.ts";

type Road = AnswerOf<typeof verdictRoad>;
type Item = Road["items"][number];

const text = {
  title: { sk: "Čo vás čaká", cs: "Co vás čeká", en: "The road ahead" },
  conditional: {
    sk: "Čo vás čaká, ak ste v pôsobnosti",
    cs: "Co vás čeká, pokud jste v působnosti",
    en: "The road ahead, if you are in scope",
  },
  today: { sk: "Dnes", cs: "Dnes", en: "Today" },
  ifToday: { sk: "ak oznámite dnes", cs: "pokud ohlásíte dnes", en: "if you notify today" },
  estimate: { sk: "odhad", cs: "odhad", en: "estimate" },
  ranOut: { sk: "uplynulo", cs: "uplynulo", en: "ran out" },
  atOnce: { sk: "Urobte to hneď.", cs: "Udělejte to hned.", en: "Do it at once." },
  unknown: { sk: "deň nepoznáme", cs: "den neznáme", en: "day not known" },
  enter: { sk: "Zadajte deň", cs: "Zadejte den", en: "Enter the day" },
  more: { sk: "Ďalšie termíny", cs: "Další termíny", en: "Further dates" },
  person: { sk: "Medzitým", cs: "Mezitím", en: "Meanwhile" },
} satisfies Record<string, Localized>;

const sinceLaw: Readonly<Record<Locale, (from: string, day: string) => string>> = {
  sk: (from, day) => `Ak ste podmienky spĺňali už ${from}, uplynulo ${day}.`,
  cs: (from, day) => `Pokud jste podmínky splňovali už ${from}, uplynulo ${day}.`,
  en: (from, day) => `If you met the conditions already on ${from}, it ran out on ${day}.`,
};

const earliest: Readonly<Record<Locale, (day: string) => string>> = {
  sk: (day) => `najskôr ${day}`,
  cs: (day) => `nejdříve ${day}`,
  en: (day) => `${day} at the earliest`,
};

const estimates: Readonly<Record<"SK" | "CZ", Localized>> = {
  SK: {
    sk: "Odhady počítajú so zápisom v deň oznámenia; koľko času zápis trvá, zákon neurčuje. Poznáte deň zápisu?",
    cs: "Odhady počítají se zápisem v den oznámení; kolik času zápis trvá, zákon neurčuje. Znáte den zápisu?",
    en: "Estimates assume an entry on the day of the notice; the act does not say how long it takes. Do you know the day of entry?",
  },
  CZ: {
    sk: "Odhady počítajú s rozhodnutím doručeným dnes; koľko času konanie trvá, zákon neurčuje. Poznáte deň doručenia?",
    cs: "Odhady počítají s rozhodnutím doručeným dnes; kolik času řízení trvá, zákon neurčuje. Znáte den doručení?",
    en: "Estimates assume a decision delivered today; the act does not say how long it takes. Do you know the day of delivery?",
  },
};

/** What is shown at once; the rest is folded. */
const MOST = 7;

/** The road of a verdict; `null` where nothing follows from it. */
export async function askRoad(
  request: PageRequest,
  verdict: Verdict,
  { args }: Pick<TypedDays, "args">,
): Promise<Road | null> {
  const { country, nationalRegime, nextSteps } = verdict;
  if (nextSteps.length === 0) return null;
  const steps = nextSteps.map(({ id }) => id);
  return request.ask(verdictRoad, { country, regime: nationalRegime?.id ?? "none", steps, ...args });
}

/** The dates of the firm in the order of time, from what is overdue to what is estimated, with today among them. */
export function RoadAhead({ road, verdict, locale }: { road: Road | null; verdict: Verdict; locale: Locale }) {
  if (road === null || road.items.length === 0) return null;
  const isBefore = ({ kind, day }: Item) => kind === "past" || kind === "open" || (day ?? "") < road.today;
  const before = road.items.filter(isBefore);
  const after = road.items.filter((item) => !isBefore(item));
  const shown = after.slice(0, Math.max(MOST - before.length - 1, 2));
  const rest = after.slice(shown.length);
  const hasEstimates = after.some(({ kind }) => kind === "estimate");
  const isConditional = verdict.nextSteps.every(({ conditional }) => conditional);
  return (
    <section class="section" id="road" aria-labelledby="road-title">
      <h2 id="road-title">{(isConditional ? text.conditional : text.title)[locale]}</h2>
      <ol class="road" data-road>
        {before.map((item) => (
          <RoadItem item={item} verdict={verdict} locale={locale} />
        ))}
        <li class="is-today" data-road-item data-kind="today" data-when={road.today}>
          <b>
            {text.today[locale]}, <time datetime={road.today}>{formatDay(road.today, locale)}</time>
          </b>{" "}
          {hasEstimates ? <span class="tag">{text.ifToday[locale]}</span> : null}
        </li>
        {shown.map((item) => (
          <RoadItem item={item} verdict={verdict} locale={locale} />
        ))}
      </ol>
      {rest.length === 0 ? null : (
        <details class="is-printed">
          <summary>{text.more[locale]}</summary>
          <ol class="road">
            {rest.map((item) => (
              <RoadItem item={item} verdict={verdict} locale={locale} />
            ))}
          </ol>
        </details>
      )}
      {hasEstimates ? (
        <p class="meta">
          {estimates[verdict.country][locale]} <EnterDay verdict={verdict} locale={locale} />
        </p>
      ) : null}
      <Meanwhile verdict={verdict} locale={locale} />
    </section>
  );
}

/** The way to the form of days, where the page has one. */
function EnterDay({ verdict, locale }: { verdict: Verdict; locale: Locale }) {
  return verdict.daysToAsk.length === 0 ? null : <a href="#days">{text.enter[locale]}</a>;
}

function RoadItem({ item, verdict, locale }: { item: Item; verdict: Verdict; locale: Locale }) {
  const { kind, day, id, title, counted, lawFrom, steps, serial, citation } = item;
  if (title === null) return null;
  const isLate = kind === "past" || kind === "open";
  const step = verdict.nextSteps.find((one) => steps.includes(one.id));
  const shown = day === null ? null : <time datetime={day}>{formatDay(day, locale)}</time>;
  const when = {
    past: (
      <>
        {shown} {text.ranOut[locale]}:
      </>
    ),
    open: <>{text.unknown[locale]}:</>,
    due: <>{shown}:</>,
    estimate: day === null ? null : <>{earliest[locale](formatDay(day, locale))}:</>,
  }[kind];
  return (
    <li class={`is-${kind}`} data-road-item data-kind={kind} data-step={id} data-when={day ?? undefined}>
      <b>{when}</b> {title}
      {serial > 1 ? ` (${serial})` : ""} {kind === "estimate" ? <span class="tag">{text.estimate[locale]}</span> : null}
      {isLate ? (
        <p class="meta">
          {kind === "past" ? text.atOnce[locale] : counted === null ? null : <LawText text={`${counted}.`} />}{" "}
          {kind === "open" && day !== null && lawFrom !== null
            ? sinceLaw[locale](formatDay(lawFrom, locale), formatDay(day, locale))
            : null}{" "}
          {kind === "open" ? <EnterDay verdict={verdict} locale={locale} /> : null}
          {step?.place == null ? null : (
            <>
              {" "}
              <a href={step.place.url}>{step.place.name}</a>
            </>
          )}
          {citation === null ? null : (
            <>
              {" · "}
              <LawText text={citation} />
            </>
          )}
        </p>
      ) : null}
      {isLate && steps.some((one) => one === verdict.firstThings[0]?.step) ? <LateFine verdict={verdict} /> : null}
    </li>
  );
}

/** The steps that name the fine of who comes forward late. */
const LATE_FINES: readonly string[] = ["skFineNotice", "czFineReport"];

/** What coming forward late can cost. */
function LateFine({ verdict }: { verdict: Verdict }) {
  const fine = verdict.nextSteps.find(({ id }) => LATE_FINES.includes(id));
  if (fine?.step == null) return null;
  return (
    <p class="meta">
      <LawText text={fine.citation === null ? fine.step : `${fine.step} (${fine.citation})`} />
    </p>
  );
}

/** What needs no date: the person in charge. */
function Meanwhile({ verdict: { nextSteps, firstThings }, locale }: { verdict: Verdict; locale: Locale }) {
  const person = firstThings.find(({ step }) => nextSteps.find(({ id }) => id === step)?.group === "within_the_year");
  return person === undefined ? null : (
    <p>
      {text.person[locale]}: {person.title}.
    </p>
  );
}

/** Steps that show a regime of their own. */
const SPECIAL_REGIMES = [
  ["skFinancialReports", "dora"],
  ["czFinancialRules", "dora"],
  ["skIncidentTrust", "sk_trust"],
  ["czNotificationTrust", "cz_trust"],
] as const;

const INCIDENT_REGIMES: Readonly<Record<string, string>> = { higher: "cz_higher", lower: "cz_lower" };

/** The page of an incident with the country and the regime of a verdict. */
export function incidentHref({ country, nationalRegime, nextSteps }: Verdict, locale: Locale): string {
  const has = (id: string) => nextSteps.some((one) => one.id === id);
  const special = SPECIAL_REGIMES.find(([step]) => has(step))?.[1];
  const regime = special ?? INCIDENT_REGIMES[nationalRegime?.id ?? "none"] ?? country.toLowerCase();
  return href(locale, paths.incident, { country, regime });
}
