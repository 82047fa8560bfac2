import type { AnswerOf } from "../../../capabilities/capability.ts";
import type { scanDetail } from "../../../capabilities/scans/scan-detail.ts";
import { textsOf } from "../../../capabilities/scans/scan-report.ts";
import {
  capSentence,
  effortNames,
  findingNames,
  findingsOf,
  namesLine,
  noAudit,
  passedCount,
  roleNames,
  unseenCount,
} from "../../../capabilities/scans/scan-words.ts";
import { readAs, readAsSentence } from "../../../capabilities/scans/typed-domain.ts";
import { foreignText } from "../../../core/foreign-text.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { Notice } from "../components/notice.tsx";
import { href, obligationPath } from "../paths.ts";

type Result = AnswerOf<typeof scanDetail>;
export type ShownCheck = Result["checks"][number];

const text = {
  score: { sk: "Technické skóre", cs: "Technické skóre", en: "Technical score" },
  noScore: {
    sk: "Skóre nie je: videli sme na to primálo.",
    cs: "Skóre není: viděli jsme na to příliš málo.",
    en: "There is no score: too little was seen.",
  },
  first: { sk: "Čo urobiť", cs: "Co udělat", en: "What to do" },
  who: { sk: "Kto", cs: "Kdo", en: "Who" },
  effort: { sk: "Ako dlho", cs: "Jak dlouho", en: "How long" },
  touches: { sk: "Týka sa", cs: "Týká se", en: "Touches" },
  seen: { sk: "Čo sme videli", cs: "Co jsme viděli", en: "What was seen" },
  nothing: {
    sk: "Netreba robiť nič.",
    cs: "Není třeba dělat nic.",
    en: "There is nothing to do.",
  },
  info: { sk: "Na vedomie", cs: "Pro informaci", en: "For information" },
  refused: { sk: "Kam sme nešli", cs: "Kam jsme nešli", en: "Where the scanner did not go" },
  refusedWhy: {
    sk: "Tieto mená viedli na adresy, ktoré z bezpečnostných dôvodov nenavštevujeme.",
    cs: "Tato jména vedla na adresy, které z bezpečnostních důvodů nenavštěvujeme.",
    en: "These names led to addresses that are not visited, for safety.",
  },
} satisfies Record<string, Localized>;

export interface ShownScan {
  readonly technical: number | null;
  readonly names: Result["names"];
  readonly cap: Result["cap"];
  readonly checks: ShownCheck[];
}

/** How what was typed was read, where that is another name: the form says so in the address that it leads to. */
export function ReadAs({ query, domain, locale }: { query: URLSearchParams; domain: string; locale: Locale }) {
  const { data: how = null } = readAs.safeParse(query.get("read"));
  return how === null ? null : <Notice title={readAsSentence[how](domain)[locale]} />;
}

/** The score in words, with why it cannot be higher. */
export function ScoreLine({ scan, locale }: { scan: ShownScan; locale: Locale }) {
  const { technical } = scan;
  const cap = capSentence(scan, locale);
  const names = namesLine(scan, locale);
  return (
    <>
      <p class="scan-score">
        {technical === null ? (
          text.noScore[locale]
        ) : (
          <>
            {text.score[locale]} <strong data-score={String(technical)}>{technical}</strong>/100
          </>
        )}
      </p>
      {cap === null ? null : <p class="prose">{cap}</p>}
      {names === null ? null : <p class="meta">{names}</p>}
      <p class="prose indicative">{noAudit[locale]}</p>
    </>
  );
}

/** Findings by weight with what to do, then what passed, what could not be seen, and what is only for information. */
export function Findings({ scan: { checks }, locale }: { scan: ShownScan; locale: Locale }) {
  const calling = findingsOf(checks);
  const passed = checks.filter(({ status }) => status === "pass");
  const unseen = checks.filter(({ status }) => status === "error");
  const rest = checks.filter(({ status }) => status === "info" || status === "not_applicable");
  return (
    <>
      <section class="section" aria-labelledby="to-do">
        <h2 id="to-do">{text.first[locale]}</h2>
        {calling.length === 0 ? <p class="prose">{text.nothing[locale]}</p> : null}
        <ol class="findings">
          {calling.map((check) => (
            <Finding check={check} locale={locale} />
          ))}
        </ol>
      </section>
      {unseen.length === 0 ? null : (
        <Folded title={unseenCount[locale](unseen.length)} checks={unseen} locale={locale} isOpen />
      )}
      <Folded title={passedCount[locale](passed.length)} checks={passed} locale={locale} />
      {rest.length === 0 ? null : <Folded title={text.info[locale]} checks={rest} locale={locale} />}
    </>
  );
}

function Finding({ check, locale }: { check: ShownCheck; locale: Locale }) {
  const { id, status, title, finding, remedy, who, effort, obligations } = check;
  return (
    <li class={`finding is-${status}`} id={id}>
      <h3>
        <span class="finding-mark">{findingNames[status === "fail" ? "fail" : "warn"][locale]}</span> {title}
      </h3>
      <p>{finding}</p>
      <p class="remedy">{remedy}</p>
      <dl class="finding-facts">
        {who === null ? null : (
          <div>
            <dt>{text.who[locale]}</dt>
            <dd>{roleNames[who][locale]}</dd>
          </div>
        )}
        {effort === null ? null : (
          <div>
            <dt>{text.effort[locale]}</dt>
            <dd>{effortNames[effort][locale]}</dd>
          </div>
        )}
        <div>
          <dt>{text.touches[locale]}</dt>
          <dd>
            {obligations.map((code, at) => (
              <>
                {at === 0 ? null : ", "}
                <a href={href(locale, obligationPath(code))}>{code}</a>
              </>
            ))}
          </dd>
        </div>
      </dl>
      <Seen check={check} locale={locale} />
    </li>
  );
}

/** What the target itself sent: quoted, set apart from our words. */
function Seen({ check: { untrusted }, locale }: { check: ShownCheck; locale: Locale }) {
  const texts = textsOf(untrusted);
  if (texts.length === 0) return null;
  return (
    <details class="seen">
      <summary>{text.seen[locale]}</summary>
      <ul>
        {texts.map((value) => (
          <li>
            <code>
              <bdi>{value}</bdi>
            </code>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Folded({
  title,
  checks,
  locale,
  isOpen = false,
}: {
  title: string;
  checks: readonly ShownCheck[];
  locale: Locale;
  isOpen?: boolean;
}) {
  if (checks.length === 0) return null;
  return (
    <details class="folded" open={isOpen}>
      <summary>{title}</summary>
      <dl class="checks">
        {checks.map((check) => (
          <div id={check.id}>
            <dt>{check.title}</dt>
            <dd>
              {check.finding} <Seen check={check} locale={locale} />
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** Hosts that the guard refused. */
export function Refused({ refused, locale }: { refused: Result["untrusted"]["refused"]; locale: Locale }) {
  if (refused.length === 0) return null;
  return (
    <section class="section" aria-labelledby="refused">
      <h2 id="refused">{text.refused[locale]}</h2>
      <p class="prose">{text.refusedWhy[locale]}</p>
      <ul class="refused-hosts">
        {refused.map(({ host, address }) => (
          <li>
            <code>
              <bdi>{foreignText(host)}</bdi>
            </code>
            {address === null ? null : (
              <>
                {" "}
                <code>
                  <bdi>{foreignText(address)}</bdi>
                </code>
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
