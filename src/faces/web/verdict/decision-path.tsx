import type { Locale, Localized } from "../../../core/locale.ts";
import { CategorySign, categoryNames, categoryShortNames } from "../components/category-mark.tsx";
import { brokenAt, Lines, Picture } from "../components/picture.tsx";
import { type PathStep, pathOf } from "./path-steps.ts";
import type { SizeThresholds } from "./thresholds.tsx";
import type { Verdict } from "./verdict-names.ts";

const text = {
  caption: { sk: "Cesta k výsledku", cs: "Cesta k výsledku", en: "The way to the result" },
  result: { sk: "Výsledok", cs: "Výsledek", en: "Result" },
  onward: { sk: "iné otázky", cs: "jiné otázky", en: "other rules" },
} satisfies Record<string, Localized>;

const WIDTH = 320;
/** Width of the box of a question; what was not answered stands to the right of it. */
const BOX = 196;
const ASIDE = BOX + 20;
const LINE = 14;
/** Letters on a line: of a question in its box, of an answer over the whole width. */
const QUESTION_LETTERS = 33;
const ANSWER_LETTERS = 46;
/** Letters on a line beside the box, up to the edge of the picture. */
const OTHER_LETTERS = 19;
const RESULT = 40;

/** The questions that led to the verdict, one under the other, with the branch taken; branches not taken lead aside. */
export function DecisionPath({
  verdict,
  thresholds,
  locale,
}: {
  verdict: Verdict;
  thresholds: SizeThresholds;
  locale: Locale;
}) {
  const steps = pathOf(verdict, thresholds, locale);
  if (steps.length === 0) return null;
  let bottom = 1;
  const placed = steps.map((step) => {
    const question = brokenAt(step.question, QUESTION_LETTERS).length;
    const others = step.others.flatMap((other) => brokenAt(otherText(other, locale), OTHER_LETTERS));
    const rows = Math.max(question, others.length);
    const taken = brokenAt(step.taken, ANSWER_LETTERS).length;
    const box = { y: bottom, height: rows * LINE + 12 };
    bottom += box.height + taken * LINE + 12;
    return { step, others, ...box, end: bottom };
  });
  const name = categoryNames[verdict.category][locale];
  return (
    <Picture
      id="path"
      caption={text.caption[locale]}
      description={`${steps.map(({ question, taken }) => `${question} ${taken}.`).join(" ")} ${text.result[locale]}: ${name}.`}
      width={WIDTH}
      height={bottom + RESULT + 1}
    >
      {placed.map(({ step, others, y, height, end }) => (
        <>
          <rect class="path-question" x="1" y={y} width={BOX} height={height} rx="3" />
          <Lines text={step.question} x={10} y={y + 18} most={QUESTION_LETTERS} />
          <Others lines={others} y={y} />
          <path class="path-taken" d={`M16 ${y + height}V${end - 2}m-4 -6l4 6l4 -6`} />
          <Lines class="path-answer" text={step.taken} x={30} y={y + height + 17} most={ANSWER_LETTERS} />
        </>
      ))}
      <g class={`is-${verdict.category}`}>
        <rect class="path-result" x="1" y={bottom} width={WIDTH - 2} height={RESULT} rx="3" />
        <g transform={`translate(10 ${bottom + 9})`}>
          <CategorySign category={verdict.category} size={22} />
        </g>
        <text class="path-result-name" x="42" y={bottom + 25}>
          {name}
        </text>
      </g>
    </Picture>
  );
}

/** A branch that was not taken, with where it leads: `medium, large: important`. */
function otherText({ answer, category }: PathStep["others"][number], locale: Locale): string {
  return `${answer}: ${(category === undefined ? text.onward : categoryShortNames[category])[locale]}`;
}

/** The branches that were not taken, dashed. */
function Others({ lines, y }: { lines: readonly string[]; y: number }) {
  if (lines.length === 0) return null;
  return (
    <>
      <path class="path-other" d={`M${BOX + 1} ${y + 13}H${ASIDE - 4}`} />
      {lines.map((line, at) => (
        <text class="path-other-word" x={ASIDE} y={y + 17 + at * LINE}>
          {line}
        </text>
      ))}
    </>
  );
}
