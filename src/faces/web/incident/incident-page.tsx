import { incidentCalendar } from "../../../capabilities/incident/incident-calendar.ts";
import { incidentClock } from "../../../capabilities/incident/incident-clock.ts";
import { incidentGuide } from "../../../capabilities/incident/incident-guide.ts";
import { type Country, countryNames } from "../../../core/country.ts";
import type { Localized } from "../../../core/locale.ts";
import { type Problem, ServiceError } from "../../../core/problem.ts";
import { DocumentHead } from "../components/document-head.tsx";
import { LawText } from "../components/law-text.tsx";
import { fileResponse } from "../file-response.ts";
import type { Page, PageAnswer, PageRequest } from "../page.ts";
import { href, paths } from "../paths.ts";
import { problemPage } from "../problem/problem-page.tsx";
import { ClockForm } from "./clock-form.tsx";
import { type Clock, type ClockField, clockCountry, clockQuery, type Guide } from "./clock-query.ts";
import { ClockSection, NowSteps } from "./clock-steps.tsx";

const text = {
  title: { sk: "Stal sa kybernetický incident", cs: "Stal se kybernetický incident", en: "A cyber incident happened" },
  description: {
    sk: "Komu nahlásiť kybernetický incident na Slovensku a v Česku, do kedy a čo dovtedy urobiť. Bez registrácie, nič sa neukladá.",
    cs: "Komu nahlásit kybernetický incident na Slovensku a v Česku, dokdy a co do té doby udělat. Bez registrace, nic se neukládá.",
    en: "Whom to tell of a cyber incident in Slovakia and Czechia, by when, and what to do until then. No registration, nothing is stored.",
  },
  error: { sk: "Chyba", cs: "Chyba", en: "Error" },
  calendar: { sk: "Do kalendára", cs: "Do kalendáře", en: "Add to calendar" },
  offline: {
    sk: "Uložiť na použitie bez siete",
    cs: "Uložit k použití bez sítě",
    en: "Save for use without a network",
  },
  critical: {
    sk: "Určil vás štát za kritický subjekt?",
    cs: "Určil vás stát jako subjekt kritické infrastruktury?",
    en: "Has the state designated you as a critical entity?",
  },
  kept: {
    sk: "Nič z tejto stránky sa neukladá ani neposiela; čo zadáte, je len v adrese. Orientačné, rozhoduje úrad.",
    cs: "Nic z této stránky se neukládá ani neposílá; co zadáte, je jen v adrese. Orientační, rozhoduje úřad.",
    en: "Nothing on this page is stored or sent; what you enter stands in the address only. Indicative, the authority decides.",
  },
} satisfies Record<string, Localized>;

/** Whom to tell, by when, and what to do until then: for somebody who was just attacked. */
export async function incidentPage(request: PageRequest): Promise<PageAnswer> {
  const { locale, query, site } = request;
  const typed = clockQuery(query);
  const country = clockCountry(typed.country, locale);
  const guide = await request.ask(incidentGuide, {});
  const { clock, problem } = await askClock(request, { ...typed, country });
  return {
    status: problem === undefined ? 200 : 400,
    title: problem === undefined ? text.title[locale] : `${text.error[locale]}: ${text.title[locale]}`,
    description: text.description[locale],
    frame: "alarm",
    picture: "incident",
    headers: { "Cache-Control": "no-store" },
    body: (
      <>
        <DocumentHead
          title={text.title[locale]}
          subject={countryNames[country][locale]}
          address={`${site.baseUrl}${href(locale, paths.incident)}${query.size === 0 ? "" : `?${query}`}`}
          site={site}
          locale={locale}
        />
        <h1>{text.title[locale]}</h1>
        <ClockForm locale={locale} typed={typed} country={country} guide={guide} clock={clock} problem={problem} />
        {clock === undefined ? (
          <ol class="steps">
            <NowSteps steps={guide.now} locale={locale} />
          </ol>
        ) : (
          <>
            <ClockSection clock={clock} now={guide.now} locale={locale} />
            <Files typed={{ ...typed, country }} clock={clock} request={request} />
          </>
        )}
        <Further guide={guide} country={country} request={request} />
      </>
    ),
  };
}

async function askClock(
  request: PageRequest,
  args: Readonly<Record<string, string>>,
): Promise<{ clock?: Clock; problem?: Problem }> {
  try {
    return { clock: await request.ask(incidentClock, args) };
  } catch (thrown) {
    if (thrown instanceof ServiceError && thrown.problem.code === "invalid_arguments")
      return { problem: thrown.problem };
    throw thrown;
  }
}

function Files({
  typed,
  clock,
  request: { locale },
}: {
  typed: Partial<Record<ClockField, string>>;
  clock: Clock;
  request: PageRequest;
}) {
  const question = { ...typed, foundAt: typed.foundAt ?? clock.foundLocal };
  return (
    <p class="buttons">
      {clock.nextStep === null ? null : (
        <a class="button quiet" data-incident-ics href={href(locale, paths.incidentCalendar, question)}>
          {text.calendar[locale]}
        </a>
      )}
      <a class="button quiet" data-incident-offline href={href(locale, paths.incidentOffline)}>
        {text.offline[locale]}
      </a>
    </p>
  );
}

function Further({ guide, country, request: { locale } }: { guide: Guide; country: Country; request: PageRequest }) {
  const { voluntary, criticalEntity } = guide.countries[country];
  return (
    <>
      <details class="critical" data-critical-entity>
        <summary>{text.critical[locale]}</summary>
        <ul>
          {criticalEntity.map((sentence) => (
            <li>
              <LawText text={sentence} />
            </li>
          ))}
        </ul>
      </details>
      <p class="meta">
        <LawText text={[voluntary, guide.crime].flatMap((sentence) => sentence ?? []).join(" ")} />
      </p>
      <p class="meta">{text.kept[locale]}</p>
    </>
  );
}

/** The reports that are still ahead, as a calendar. */
export const incidentCalendarFile: Page = async (request) => {
  const { locale, query, site } = request;
  const typed = clockQuery(query);
  const args = { ...typed, country: clockCountry(typed.country, locale) };
  const url = `${site.baseUrl}${href(locale, paths.incident, args)}`;
  const { calendar } = await request.ask(incidentCalendar, { ...args, url });
  if (calendar === null) return problemPage(request, { code: "not_found" });
  const file = fileResponse(calendar, "dosah-incident", "ics");
  file.headers.set("Cache-Control", "no-store");
  return file;
};
