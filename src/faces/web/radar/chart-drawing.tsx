import type { RadarChart } from "../../../capabilities/registers/radar-chart.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { formatDay, formatNumber } from "../../../core/text.ts";

/** Colours of the light scheme: a drawing that leaves the site keeps them. */
const INK = "#1a1c20";
const SOFT = "#55595f";
const ACCENT = "#174f8f";

const WIDTH = 900;
const LABEL = 330;
const NUMBER = 90;
const ROW = 30;
/** About the width of a letter at 15 units: long lines are broken by it. */
const LETTERS = 112;

/** Fewer firms than these are not told apart in a cell. */
export const FEWEST_IN_CELL = 5;

/** A number of a cell as it is shown. */
export function cellText(value: number, locale: Locale): string {
  if (value === 0) return "·";
  return value < FEWEST_IN_CELL ? `< ${FEWEST_IN_CELL}` : formatNumber(value, locale);
}

/** How dark a cell is, 0 to 5, beside the largest one. */
export function cellStep(value: number, largest: number): number {
  return value < FEWEST_IN_CELL ? 0 : Math.max(1, Math.ceil((value / Math.max(1, largest)) * 5));
}

/** Fills of the steps; ink on each has a contrast above 4.5. */
const STEPS = ["#ffffff", "#e3eaf2", "#c8d5e5", "#adc0d7", "#98b0cd", "#86a2c4"];

const text = {
  source: { sk: "Zdroj", cs: "Zdroj", en: "Source" },
  from: { sk: "dosah", cs: "dosah", en: "dosah" },
} satisfies Record<string, Localized>;

/** Whose numbers a chart shows, in one line. */
export function sourceLine({ sources }: RadarChart, locale: Locale): string {
  const lines = sources.map(({ name, day }) => `${name}, ${formatDay(day, locale)}`);
  return `${text.source[locale]}: ${[...new Set(lines)].join("; ")}`;
}

/** A chart as a document of its own: title, description, drawing, source and day. */
export function chartDrawing(
  given: RadarChart,
  {
    locale,
    address,
    isFluid = false,
  }: { locale: Locale; address: string /** As wide as its place. */; isFluid?: boolean },
): string {
  const chart = withFirms(given);
  const titleLines = broken(chart.title, 58);
  const top = 40 + titleLines.length * 30;
  const { body, height } = chart.chart === "sizes" ? heat(chart, top, locale) : bars(chart, top, locale);
  const foot = [...broken(`${chart.note ?? ""} ${sourceLine(chart, locale)}`.trim(), LETTERS), address];
  const whole = top + height + 24 + foot.length * 22;
  return String(
    <svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox={`0 0 ${WIDTH} ${whole}`}
      width={isFluid ? "100%" : WIDTH}
      height={isFluid ? undefined : whole}
      role="img"
      aria-labelledby="t d"
      font-family="'Source Serif 4', 'Source Serif', Georgia, serif"
      font-size="15"
      fill={INK}
    >
      <title id="t">{chart.title}</title>
      <desc id="d">{`${chart.unit}. ${sourceLine(chart, locale)}`}</desc>
      <defs>
        <pattern id="h" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="8" height="8" fill="#ffffff" />
          <rect width="4" height="8" fill={ACCENT} />
        </pattern>
      </defs>
      <rect width={WIDTH} height={whole} fill="#ffffff" />
      {titleLines.map((line, at) => (
        <text x="20" y={36 + at * 30} font-size="24" font-weight="600">
          {line}
        </text>
      ))}
      <text x="20" y={top} fill={SOFT}>
        {chart.unit}
      </text>
      {body}
      {foot.map((line, at) => (
        <text x="20" y={top + height + 30 + at * 22} font-size="14" fill={SOFT}>
          {line}
        </text>
      ))}
    </svg>,
  );
}

/** The chart without rows that hold nothing; the table of the file has them all. */
export function withFirms(chart: RadarChart): RadarChart {
  const rows = chart.rows.filter(({ values }) => total(values) > 0);
  return rows.length === 0 ? chart : { ...chart, rows };
}

function bars({ columns, rows }: RadarChart, top: number, locale: Locale) {
  const largest = Math.max(1, ...rows.map(({ values }) => total(values)));
  const room = WIDTH - LABEL - NUMBER - 20;
  const isStacked = columns.length > 1;
  const legend = isStacked ? 26 : 0;
  const body = (
    <>
      {isStacked
        ? columns.map(({ name }, at) => (
            <>
              <rect x={LABEL + at * 170} y={top + 10} width="16" height="14" fill={fill(at)} stroke={ACCENT} />
              <text x={LABEL + 24 + at * 170} y={top + 22}>
                {name}
              </text>
            </>
          ))
        : null}
      {rows.map(({ name, values }, at) => {
        const y = top + 18 + legend + at * ROW;
        const length = (value: number) => (value === 0 ? 0 : Math.max(1, Math.round((value / largest) * room)));
        let x = LABEL;
        return (
          <>
            <text x={LABEL - 10} y={y + 16} text-anchor="end">
              {shortened(name)}
            </text>
            {values.map((value, part) => {
              const start = x;
              x += length(value);
              return value === 0 ? null : (
                <rect x={start} y={y} width={length(value)} height="20" fill={fill(part)} stroke={ACCENT} />
              );
            })}
            <text x={x + 8} y={y + 16}>
              {values.map((value) => formatNumber(value, locale)).join(" + ")}
            </text>
          </>
        );
      })}
    </>
  );
  return { body, height: 18 + legend + rows.length * ROW };
}

function heat({ columns, rows }: RadarChart, top: number, locale: Locale) {
  const largest = Math.max(...rows.flatMap(({ values }) => values));
  const width = (WIDTH - LABEL - 20) / columns.length;
  const y = (at: number) => top + 62 + at * ROW;
  const body = (
    <>
      {columns.map(({ name }, at) =>
        broken(name, 16).map((line, part) => (
          <text x={LABEL + (at + 0.5) * width} y={top + 28 + part * 18} text-anchor="middle" font-size="14">
            {line}
          </text>
        )),
      )}
      {rows.map(({ name, values }, row) => (
        <>
          <text x={LABEL - 10} y={y(row) + 20} text-anchor="end">
            {shortened(name)}
          </text>
          {values.map((value, at) => (
            <>
              <rect
                x={LABEL + at * width}
                y={y(row)}
                width={width - 2}
                height={ROW - 2}
                fill={STEPS[cellStep(value, largest)] ?? "#ffffff"}
              />
              <text x={LABEL + (at + 0.5) * width} y={y(row) + 20} text-anchor="middle">
                {cellText(value, locale)}
              </text>
            </>
          ))}
        </>
      ))}
    </>
  );
  return { body, height: 62 + rows.length * ROW };
}

/** The first part of a bar is full, a second one hatched. */
const fill = (part: number) => (part === 0 ? ACCENT : "url(#h)");

const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

const shortened = (name: string) => (name.length > 36 ? `${name.slice(0, 35)}…` : name);

/** Lines of at most so many letters. */
function broken(line: string, most: number): string[] {
  const lines: string[] = [];
  for (const word of line.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < most) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
