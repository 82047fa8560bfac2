import { STATUS_TEXTS } from "../../../capabilities/obligations/status-texts.ts";
import { BAR_STATES, type OrganizationFigures } from "../../../capabilities/tasks/figures.ts";
import type { Locale } from "../../../core/locale.ts";

type States = OrganizationFigures["completion"]["states"];

/** Width of the drawing in its own units. */
const WIDTH = 600;
const HEIGHT = 16;

/**
 * The states of all obligations as one bar. Patterns tell them apart without colour, and a list says the same numbers.
 * @param id unique on the page
 */
export function StateBar({ states, id, locale }: { states: States; id: string; locale: Locale }) {
  const all = BAR_STATES.reduce((sum, state) => sum + (states[state] ?? 0), 0);
  let x = 0;
  return (
    <svg
      class="state-bar"
      data-bar
      role="img"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-label={BAR_STATES.map((state) => countIn(states, state, locale)).join(", ")}
    >
      <defs>
        <pattern id={`${id}-partial`} width="8" height={HEIGHT} patternUnits="userSpaceOnUse">
          <rect class="bar-ink" width="4" height={HEIGHT} />
        </pattern>
        <pattern id={`${id}-in_progress`} width="8" height="8" patternUnits="userSpaceOnUse">
          <rect class="bar-ink" width="8" height="3" />
        </pattern>
        <pattern id={`${id}-not_met`} width="8" height="8" patternUnits="userSpaceOnUse">
          <path class="bar-line" d="M0 0L8 8M8 0L0 8" />
        </pattern>
      </defs>
      {BAR_STATES.map((state) => {
        const count = states[state] ?? 0;
        const width = all === 0 ? 0 : (count / all) * WIDTH;
        const start = x;
        x += width;
        const isPatterned = state === "partial" || state === "in_progress" || state === "not_met";
        return (
          <rect
            data-state={state}
            data-count={count}
            class={`bar-${state.replaceAll("_", "-")}`}
            x={start.toFixed(1)}
            width={width.toFixed(1)}
            height={HEIGHT}
            fill={isPatterned ? `url(#${id}-${state})` : undefined}
          />
        );
      })}
    </svg>
  );
}

/** The numbers of the bar as a list. */
export function StateCounts({ states, locale }: { states: States; locale: Locale }) {
  return (
    <ul class="state-counts">
      {BAR_STATES.map((state) => (
        <li>{countIn(states, state, locale)}</li>
      ))}
    </ul>
  );
}

function countIn(states: States, state: (typeof BAR_STATES)[number], locale: Locale): string {
  return `${STATUS_TEXTS[state === "none" ? "untracked" : state][locale]} ${states[state] ?? 0}`;
}
