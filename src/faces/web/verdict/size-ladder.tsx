import { SIZE_CATEGORIES } from "../../../core/company.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { formatNumber } from "../../../core/text.ts";
import { categoryNames, categoryShortNames } from "../components/category-mark.tsx";
import { Picture } from "../components/picture.tsx";
import { inMillions } from "./euros.ts";
import { categoriesBySize } from "./path-steps.ts";
import type { SizeThresholds } from "./thresholds.tsx";
import { sizeNames, type Verdict } from "./verdict-names.ts";

const text = {
  caption: {
    sk: "Kam firma patrí podľa veľkosti",
    cs: "Kam firma patří podle velikosti",
    en: "Where the firm stands by size",
  },
  staff: { sk: "Zamestnanci", cs: "Zaměstnanci", en: "Staff" },
  turnover: { sk: "Ročný obrat", cs: "Roční obrat", en: "Annual turnover" },
  balance: { sk: "Bilančná suma", cs: "Bilanční suma", en: "Balance sheet" },
  size: { sk: "Veľkosť", cs: "Velikost", en: "Size" },
  notKnown: { sk: "nie je známe", cs: "není známo", en: "not known" },
} satisfies Record<string, Localized>;

const shortSizes = {
  micro: { sk: "mikro", cs: "mikro", en: "micro" },
  small: { sk: "malý", cs: "malý", en: "small" },
  medium: { sk: "stredný", cs: "střední", en: "medium" },
  large: { sk: "veľký", cs: "velký", en: "large" },
} satisfies Record<keyof typeof sizeNames, Localized>;

const WIDTH = 320;
const COLUMN = WIDTH / 4;
const HEAD = 22;
const ROW = 48;
const FOOT = 22;

/** A figure of the firm on its line: the marks between the sizes, and from where to where it lies. */
interface Scale {
  readonly name: string;
  /** The figure in words; null: it is not known, and the line shows the marks alone. */
  readonly words: string | null;
  readonly marks: readonly { readonly at: number; readonly label: string }[];
  readonly from: number;
  /** Null: no upper end is known. */
  readonly to: number | null;
  /** True where a figure on a mark belongs to the smaller size: an amount may reach its ceiling, a staff may not. */
  readonly isCeilingBelow: boolean;
}

/**
 * The figures of the firm as dots between the marks of the four sizes, its size shaded, and what each size means in its
 * sector. Drawn are the figures on which the size rests; without thresholds in force, nothing is.
 */
export function SizeLadder({
  verdict,
  thresholds,
  locale,
}: {
  verdict: Verdict;
  thresholds: SizeThresholds;
  locale: Locale;
}) {
  const scales = scalesOf(verdict, thresholds, locale);
  if (scales.length === 0) return null;
  const { size } = verdict;
  const categories = categoriesBySize(verdict, thresholds);
  const foot = HEAD + scales.length * ROW + 8;
  const height = foot + (categories === undefined ? 0 : FOOT);
  return (
    <Picture
      id="ladder"
      caption={text.caption[locale]}
      description={[
        ...scales.map(
          ({ name, words, marks }) =>
            `${name}: ${words ?? text.notKnown[locale]} (${marks.map(({ label }) => label).join(", ")}).`,
        ),
        size.category === null
          ? `${text.size[locale]}: ${text.notKnown[locale]}.`
          : `${sizeNames[size.category][locale]}.`,
        ...(categories === undefined
          ? []
          : SIZE_CATEGORIES.map((each) => `${sizeNames[each][locale]}: ${categoryNames[categories[each]][locale]}.`)),
      ].join(" ")}
      width={WIDTH}
      height={height}
    >
      {SIZE_CATEGORIES.map((each, at) => (
        <>
          {each === size.category ? (
            <rect class="ladder-here" x={at * COLUMN} y="0" width={COLUMN} height={height} />
          ) : null}
          <text
            class={each === size.category ? "ladder-size is-here" : "ladder-size"}
            x={(at + 0.5) * COLUMN}
            y="15"
            text-anchor="middle"
          >
            {shortSizes[each][locale]}
          </text>
          {categories === undefined ? null : (
            <text
              class={`ladder-category is-${categories[each]}`}
              x={(at + 0.5) * COLUMN}
              y={foot + 13}
              text-anchor="middle"
            >
              {categoryShortNames[categories[each]][locale]}
            </text>
          )}
        </>
      ))}
      {scales.map((scale, at) => (
        <ScaleRow scale={scale} y={HEAD + at * ROW} locale={locale} />
      ))}
    </Picture>
  );
}

function ScaleRow({ scale, y, locale }: { scale: Scale; y: number; locale: Locale }) {
  const { name, words, marks } = scale;
  const line = y + 25;
  return (
    <>
      <text class="ladder-name" x="4" y={y + 13}>
        {name}: <tspan class="ladder-words">{words ?? text.notKnown[locale]}</tspan>
      </text>
      <path class="ladder-line" d={`M4 ${line}H${WIDTH - 4}`} />
      {marks.map(({ label }, at) => (
        <>
          <path class="ladder-mark" d={`M${(at + 1) * COLUMN} ${line - 5}v10`} />
          <text class="ladder-mark-word" x={(at + 1) * COLUMN} y={line + 17} text-anchor="middle">
            {label}
          </text>
        </>
      ))}
      {words === null ? null : <Dot scale={scale} y={line} />}
    </>
  );
}

/** A dot for one number, a bar for a range of numbers, an open end where the register gives no upper one. */
function Dot({ scale, y }: { scale: Scale; y: number }) {
  const from = placeOn(scale, scale.from);
  const to = scale.to === null ? WIDTH - 8 : placeOn(scale, scale.to);
  return (
    <>
      {to - from < 3 ? null : <path class="ladder-range" d={`M${from} ${y}H${to}`} />}
      <circle class="ladder-dot" cx={to - from < 3 || scale.to === null ? from : (from + to) / 2} cy={y} r="6" />
    </>
  );
}

/** The place of a figure: each size has a column, within which larger figures stand further right. */
export function placeOn({ marks, isCeilingBelow }: Pick<Scale, "marks" | "isCeilingBelow">, figure: number): number {
  const column = marks.filter(({ at }) => (isCeilingBelow ? figure > at : figure >= at)).length;
  const lower = marks[column - 1]?.at ?? 0;
  const upper = marks[column]?.at ?? lower * 10;
  const part = lower === 0 ? figure / Math.max(1, upper) : Math.log(figure / lower) / Math.log(upper / lower);
  return Math.round((column + Math.min(0.9, Math.max(0.1, part))) * COLUMN);
}

/** The figures that the step about size used: the staff always, an amount where the size rests on it. */
function scalesOf({ trace }: Verdict, { ceilings }: SizeThresholds, locale: Locale): Scale[] {
  const facts = trace.find(({ rule, outcome }) => rule === "size" && outcome !== "not_needed")?.facts;
  if (facts === undefined || ceilings.length === 0) return [];
  const { employeesMin: min, employeesMax: max } = facts;
  const isStaffKnown = typeof min === "number";
  const amounts = [
    { name: text.turnover[locale], eur: facts.turnoverEur, ceilings: ceilings.map((each) => each.turnoverUpToEur) },
    {
      name: text.balance[locale],
      eur: facts.balanceSheetEur,
      ceilings: ceilings.map((each) => each.balanceSheetUpToEur),
    },
  ];
  return [
    {
      name: text.staff[locale],
      words: isStaffKnown ? staffWords(min, typeof max === "number" ? max : null, locale) : null,
      marks: ceilings.map(({ staffBelow }) => ({ at: staffBelow, label: formatNumber(staffBelow, locale) })),
      from: isStaffKnown ? min : 0,
      to: typeof max === "number" ? max : null,
      isCeilingBelow: false,
    },
    ...amounts.flatMap(({ name, eur, ceilings: marks }): Scale[] =>
      typeof eur !== "number"
        ? []
        : [
            {
              name,
              words: inMillions(Math.round(eur / 100_000) * 100_000, locale),
              marks: marks.map((at) => ({ at, label: inMillions(at, locale) })),
              from: eur,
              to: eur,
              isCeilingBelow: true,
            },
          ],
    ),
  ];
}

function staffWords(min: number, max: number | null, locale: Locale): string {
  if (max === null) return `${formatNumber(min, locale)} +`;
  return min === max ? formatNumber(min, locale) : `${formatNumber(min, locale)}–${formatNumber(max, locale)}`;
}
