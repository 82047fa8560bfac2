import { assessmentList } from "../../../capabilities/assessments/assessment-list.ts";
import { findingList } from "../../../capabilities/scans/finding-list.ts";
import { scanDetail } from "../../../capabilities/scans/scan-detail.ts";
import { scanHistory } from "../../../capabilities/scans/scan-history.ts";
import { areaLine, headline, profileNames } from "../../../capabilities/scans/scan-words.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { formatInstant } from "../../../core/text.ts";
import { assessmentPath } from "../assessments/assessment-paths.ts";
import { FormErrors } from "../components/form.tsx";
import type { PageAnswer, SignedIn } from "../page.ts";
import { href, redirectTo } from "../paths.ts";
import type { PrivateRequest } from "../private-page.ts";
import { QuestionLink } from "../questions/question-page.tsx";
import { FindingWork } from "./finding-work.tsx";
import { Findings, ReadAs, Refused, ScoreLine } from "./scan-findings.tsx";
import { ScanHead, shownOrganization } from "./scan-head.tsx";
import { ScanHistory } from "./scan-history.tsx";
import { organizationIn, scanPath, scansPath } from "./scan-paths.ts";
import { REFRESH, ScanProgress } from "./scan-progress.tsx";

const text = {
  scans: { sk: "Skeny domén", cs: "Skeny domén", en: "Domain scans" },
  scanOf: { sk: "Sken domény", cs: "Sken domény", en: "Scan of" },
  questionnaire: { sk: "Výsledok dotazníka", cs: "Výsledek dotazníku", en: "Result of the questionnaire" },
  profile: { sk: "rozsah", cs: "rozsah", en: "profile" },
  areas: { sk: "Dotazník po oblastiach", cs: "Dotazník po oblastech", en: "Questionnaire by area" },
  csv: { sk: "Zistenia ako CSV", cs: "Zjištění jako CSV", en: "Findings as CSV" },
  pdf: { sk: "Zostava (PDF)", cs: "Sestava (PDF)", en: "Report (PDF)" },
  docx: { sk: "Zostava (DOCX)", cs: "Sestava (DOCX)", en: "Report (DOCX)" },
  compare: { sk: "Porovnať s predošlým", cs: "Porovnat s předchozím", en: "Compare with the one before" },
  print: { sk: "Vytlačiť", cs: "Vytisknout", en: "Print" },
  cancel: { sk: "Zrušiť sken", cs: "Zrušit sken", en: "Cancel the scan" },
  remove: { sk: "Odstrániť sken", cs: "Odstranit sken", en: "Remove the scan" },
  files: { sk: "Výsledok ako súbor", cs: "Výsledek jako soubor", en: "The result as a file" },
  measured: { sk: "Zmerané", cs: "Změřeno", en: "Measured" },
  resultOf: { sk: "Výsledok z", cs: "Výsledek z", en: "Result of" },
  next: {
    sk: "Nový sken možno spustiť od",
    cs: "Nový sken lze spustit od",
    en: "A new scan can be started from",
  },
  again: { sk: "Skenovať znova", cs: "Skenovat znovu", en: "Scan again" },
} satisfies Record<string, Localized>;

type Scan = Awaited<ReturnType<typeof detailOf>>;

function detailOf(request: PrivateRequest<SignedIn>) {
  return request.ask(scanDetail, { organizationId: organizationIn(request), scanId: request.params.scanId ?? "" });
}

/** One scan: how far it is, or what it found, with what to do first. */
export async function scanDetailPage(request: PrivateRequest<SignedIn>): Promise<PageAnswer | Response> {
  const { locale, ask } = request;
  const organizationId = organizationIn(request);
  const [organization, scan] = await Promise.all([shownOrganization(request), detailOf(request)]);
  const questionnaires = scan.domain === null ? await ask(assessmentList, { organizationId }) : undefined;
  // The result of a questionnaire has a page of its own.
  const own = questionnaires?.questionnaires.find(({ scanId }) => scanId === scan.id);
  if (own !== undefined) return redirectTo(href(locale, assessmentPath(organizationId, own.id)), 303);
  const isUnderWay = scan.status === "queued" || scan.status === "running";
  const history =
    scan.status === "completed" && scan.domain !== null && scan.profile !== null
      ? (await ask(scanHistory, { organizationId, domain: scan.domain, profile: scan.profile })).scans
      : [];
  const findings =
    scan.status === "completed" && scan.domain !== null ? await ask(findingList, { organizationId }) : undefined;
  const before = history[history.findIndex(({ id }) => id === scan.id) - 1];
  return {
    title: scan.domain === null ? text.questionnaire[locale] : `${text.scanOf[locale]} ${scan.domain}`,
    isIndexed: false,
    scripts: ["copy"],
    ...(isUnderWay ? { headers: REFRESH } : {}),
    body: (
      <>
        <section class="opening">
          <FormErrors request={request} />
          <ScanHead
            request={request}
            organization={organization}
            back={<About scan={scan} organizationId={organizationId} locale={locale} />}
            title={headingOf(scan, locale)}
          />
          {scan.domain === null ? null : <ReadAs query={request.query} domain={scan.domain} locale={locale} />}
          {scan.domain === null || scan.finishedAt === null ? null : (
            <Measured scan={scan} at={scan.finishedAt} isReused={request.query.get("reused") === "1"} locale={locale} />
          )}
          {isUnderWay ? <ScanProgress progress={scan.progress} locale={locale} /> : null}
          {scan.status === "completed" && scan.domain !== null ? (
            <ScoreLine scan={{ ...scan, technical: scan.scores.technical }} locale={locale} />
          ) : null}
          <Actions request={request} scan={scan} before={before?.id} mayChange={organization.mayChange} />
        </section>
        {scan.status === "completed" && scan.domain !== null ? (
          <>
            <Findings scan={{ ...scan, technical: scan.scores.technical }} locale={locale} />
            <Refused refused={scan.untrusted.refused} locale={locale} />
            {findings === undefined ? null : (
              <FindingWork request={request} organizationId={organizationId} scan={scan} list={findings} />
            )}
            <ScanHistory scans={history} linkTo={(id) => href(locale, scanPath(organizationId, id))} locale={locale} />
          </>
        ) : null}
        <Areas areas={scan.areas} locale={locale} />
        {scan.status === "completed" && scan.domain !== null ? (
          <Files path={scanPath(organizationId, scan.id)} locale={locale} />
        ) : null}
        {organization.mayChange && !isUnderWay && scan.domain !== null ? (
          <p class="screen-only">
            <QuestionLink
              locale={locale}
              path={`${scanPath(organizationId, scan.id)}/remove`}
              label={text.remove[locale]}
            />
          </p>
        ) : null}
      </>
    ),
  };
}

/** When a domain was measured, and from when it may be measured anew. */
function Measured({
  scan: { nextScanAt },
  at,
  isReused,
  locale,
}: {
  scan: Scan;
  at: string;
  isReused: boolean;
  locale: Locale;
}) {
  return (
    <p class="meta" data-measured={at} data-next-scan={nextScanAt} data-reused={isReused ? "1" : undefined}>
      {text[isReused ? "resultOf" : "measured"][locale]} <time datetime={at}>{formatInstant(at, locale)}</time>.
      {nextScanAt === null ? null : (
        <>
          {" "}
          {text.next[locale]} <time datetime={nextScanAt}>{formatInstant(nextScanAt, locale)}</time>.
        </>
      )}
    </p>
  );
}

function headingOf(scan: Scan, locale: Locale): string {
  if (scan.error !== null) return scan.error.message;
  if (scan.domain === null) return text.questionnaire[locale];
  return scan.status === "completed" ? headline(scan.checks, locale) : `${text.scanOf[locale]} ${scan.domain}`;
}

function About({ scan, organizationId, locale }: { scan: Scan; organizationId: string; locale: Locale }) {
  return (
    <p class="meta">
      <a href={href(locale, scansPath(organizationId))}>{text.scans[locale]}</a>
      {scan.domain === null ? null : (
        <>
          {" · "}
          <bdi>{scan.domain}</bdi>
        </>
      )}
      {scan.profile === null ? null : ` · ${text.profile[locale]}: ${profileNames[scan.profile][locale]}`}
      {" · "}
      <time datetime={scan.createdAt}>{formatInstant(scan.createdAt, locale)}</time>
    </p>
  );
}

function Actions({
  request,
  scan,
  before,
  mayChange,
}: {
  request: PrivateRequest<SignedIn>;
  scan: Scan;
  before: string | undefined;
  mayChange: boolean;
}) {
  const { locale } = request;
  const organizationId = organizationIn(request);
  if (scan.domain === null) return null;
  const isEnded = scan.status === "completed" || scan.status === "failed";
  if (!mayChange && before === undefined) return null;
  return (
    <div class="buttons screen-only">
      {before === undefined ? null : (
        <a
          class="button is-quiet"
          href={href(locale, `${scansPath(organizationId)}/compare`, { a: before, b: scan.id })}
        >
          {text.compare[locale]}
        </a>
      )}
      {isEnded && mayChange ? (
        <a class="button is-quiet" href={href(locale, scansPath(organizationId), { domain: scan.domain })}>
          {text.again[locale]}
        </a>
      ) : null}
      {!isEnded && mayChange ? (
        <QuestionLink
          locale={locale}
          path={`${scanPath(organizationId, scan.id)}/remove`}
          label={text.cancel[locale]}
        />
      ) : null}
    </div>
  );
}

/** The result to take away. */
function Files({ path, locale }: { path: string; locale: Locale }) {
  return (
    <section class="section screen-only" aria-labelledby="files">
      <h2 id="files">{text.files[locale]}</h2>
      <div class="buttons">
        {(["pdf", "docx", "csv"] as const).map((format) => (
          <a class="button is-quiet" href={href(locale, `${path}.${format}`)}>
            {text[format][locale]}
          </a>
        ))}
        <button type="button" class="button is-quiet" data-print hidden>
          {text.print[locale]}
        </button>
      </div>
    </section>
  );
}

function Areas({ areas, locale }: { areas: Scan["areas"]; locale: Locale }) {
  if (areas.length === 0) return null;
  return (
    <section class="section" aria-labelledby="areas">
      <h2 id="areas">{text.areas[locale]}</h2>
      <dl class="checks">
        {areas.map((area) => (
          <div id={area.id}>
            <dt>{area.title}</dt>
            <dd>{areaLine[locale](area)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
