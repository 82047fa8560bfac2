import type { Child } from "hono/jsx";

export interface Bar {
  readonly label: Child;
  /** Segments of the bar, left to right. `tone` gives colour and pattern: it must differ in grey scale too. */
  readonly segments: readonly { readonly value: number; readonly tone: "solid" | "hatched" | "plain" }[];
  /** What the bar says, written at its end. */
  readonly direct: Child;
}

/** Width of the drawing in its own units; it is stretched to the width that the page gives it. */
const WIDTH = 1_000;

/**
 * Horizontal bars, largest first, each labelled directly. Labels and numbers are text of the page, only the bars are
 * drawn: so they stay readable on a phone and in print. `id` must be unique on the page.
 */
export function Bars({
  bars,
  id,
  caption,
  most,
}: {
  bars: readonly Bar[];
  id: string;
  caption: string;
  /** What a whole bar stands for; without it, the largest bar is whole. */
  most?: number;
}) {
  const sorted = [...bars].sort((a, b) => total(b) - total(a));
  const largest = most ?? Math.max(1, ...sorted.map(total));
  return (
    <figure class="bars" data-chart={id} aria-labelledby={`${id}-caption`}>
      <figcaption id={`${id}-caption`}>{caption}</figcaption>
      <Patterns id={id} />
      <ul>
        {sorted.map((bar) => (
          <li class="bar">
            <span class="bar-label">{bar.label}</span>
            <svg class="bar-drawing" viewBox={`0 0 ${WIDTH} 16`} preserveAspectRatio="none" aria-hidden="true">
              <BarSegments bar={bar} largest={largest} id={id} />
            </svg>
            <span class="bar-direct">{bar.direct}</span>
          </li>
        ))}
      </ul>
    </figure>
  );
}

function BarSegments({ bar, largest, id }: { bar: Bar; largest: number; id: string }) {
  let x = 0;
  return bar.segments.map(({ value, tone }) => {
    const start = x;
    const width = (value / largest) * WIDTH;
    x += width;
    if (value === 0) return null;
    // A few among thousands must stay visible: nothing that exists is thinner than a hairline.
    const seen = Math.max(2, width);
    return (
      <>
        <rect class={`tone-${tone}`} x={round(start)} y="0" width={round(seen)} height="16" />
        {tone === "hatched" ? (
          <rect x={round(start)} y="0" width={round(seen)} height="16" fill={`url(#${id}-hatch)`} />
        ) : null}
      </>
    );
  });
}

function Patterns({ id }: { id: string }) {
  return (
    <svg class="patterns" width="0" height="0" aria-hidden="true">
      <defs>
        <pattern id={`${id}-hatch`} width="12" height="16" patternUnits="userSpaceOnUse">
          <rect class="hatch" x="0" y="0" width="5" height="16" />
        </pattern>
      </defs>
    </svg>
  );
}

function total(bar: Bar): number {
  return bar.segments.reduce((sum, { value }) => sum + value, 0);
}

function round(value: number): string {
  return String(Math.round(value * 100) / 100);
}
