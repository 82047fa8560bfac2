import type { Locale, Localized } from "../../../core/locale.ts";
import { formatInstant } from "../../../core/text.ts";

const text = {
  title: { sk: "Ako sa skóre vyvíjalo", cs: "Jak se skóre vyvíjelo", en: "How the score went" },
  one: {
    sk: "Zatiaľ jeden sken; vývoj ukáže ďalší.",
    cs: "Zatím jeden sken; vývoj ukáže další.",
    en: "One scan so far; the next will show how it goes.",
  },
  when: { sk: "Sken", cs: "Sken", en: "Scan" },
  score: { sk: "Technické skóre", cs: "Technické skóre", en: "Technical score" },
  values: { sk: "Hodnoty", cs: "Hodnoty", en: "Values" },
} satisfies Record<string, Localized>;

interface Point {
  readonly id: string;
  readonly createdAt: string;
  readonly technical: number | null;
}

const [WIDTH, HEIGHT, EDGE, LEFT] = [600, 180, 10, 56];

/** The technical scores of a domain as a line, with the same numbers as a table. @param linkTo the page of a scan */
export function ScanHistory({
  scans,
  linkTo,
  locale,
}: {
  scans: readonly Point[];
  linkTo: (id: string) => string;
  locale: Locale;
}) {
  const points = scans.flatMap(({ technical, ...rest }) => (technical === null ? [] : [{ ...rest, technical }]));
  if (points.length < 2) {
    return (
      <section class="section" aria-labelledby="history">
        <h2 id="history">{text.title[locale]}</h2>
        <p class="prose">{text.one[locale]}</p>
      </section>
    );
  }
  const first = Date.parse(points[0]?.createdAt ?? "");
  const span = Math.max(1, Date.parse(points.at(-1)?.createdAt ?? "") - first);
  const x = (at: string) => LEFT + ((Date.parse(at) - first) / span) * (WIDTH - LEFT - EDGE);
  const y = (score: number) => EDGE + (1 - score / 100) * (HEIGHT - 2 * EDGE);
  const line = points.map(({ createdAt, technical }) => `${round(x(createdAt))},${round(y(technical))}`).join(" ");
  return (
    <section class="section" aria-labelledby="history">
      <h2 id="history">{text.title[locale]}</h2>
      <figure class="history">
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
          {[0, 50, 100].map((score) => (
            <>
              <line class="history-grid" x1={LEFT - EDGE} x2={WIDTH} y1={round(y(score))} y2={round(y(score))} />
              <text
                class="history-label"
                x={LEFT - 2 * EDGE}
                y={round(y(score))}
                text-anchor="end"
                dominant-baseline="central"
              >
                {score}
              </text>
            </>
          ))}
          <polyline class="history-line" points={line} />
          {points.map(({ createdAt, technical }) => (
            <circle class="history-point" cx={round(x(createdAt))} cy={round(y(technical))} r="4" />
          ))}
        </svg>
        <figcaption class="history-ends">
          <span>
            <time>{formatInstant(points[0]?.createdAt ?? "", locale)}</time>: {points[0]?.technical}
          </span>
          <span>
            <time>{formatInstant(points.at(-1)?.createdAt ?? "", locale)}</time>: {points.at(-1)?.technical}
          </span>
        </figcaption>
      </figure>
      <details class="folded">
        <summary>{text.values[locale]}</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{text.when[locale]}</th>
              <th scope="col" class="number">
                {text.score[locale]}
              </th>
            </tr>
          </thead>
          <tbody>
            {points.toReversed().map(({ id, createdAt, technical }) => (
              <tr>
                <td>
                  <a href={linkTo(id)}>{formatInstant(createdAt, locale)}</a>
                </td>
                <td class="number">{technical}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}

function round(value: number): string {
  return String(Math.round(value * 10) / 10);
}
