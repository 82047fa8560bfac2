import type { Child } from "hono/jsx";

/**
 * A drawing that says something: with a caption for everybody, and a name and a description for who does not see it.
 * It is left out on paper, where the same stands as text. `id` must be unique on the page; sizes are units of the view
 * box, in which a letter of 12 is of the size of small print on a phone.
 */
export function Picture({
  id,
  caption,
  description,
  width,
  height,
  children,
}: {
  id: string;
  caption: string;
  /** The same in words. */
  description: string;
  width: number;
  height: number;
  children: Child;
}) {
  return (
    <figure class="picture screen-only">
      <figcaption>{caption}</figcaption>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-labelledby={`${id}-name`}
        aria-describedby={`${id}-words`}
      >
        <title id={`${id}-name`}>{caption}</title>
        <desc id={`${id}-words`}>{description}</desc>
        {children}
      </svg>
    </figure>
  );
}

/** Text in a drawing, broken between words into lines of at most `most` characters; `y` is the base of the first. */
export function Lines({
  text,
  x,
  y,
  most,
  leading = 14,
  ...rest
}: {
  text: string;
  x: number;
  y: number;
  most: number;
  leading?: number;
  class?: string;
  "text-anchor"?: "start" | "middle" | "end";
}) {
  return (
    <text x={x} y={y} {...rest}>
      {brokenAt(text, most).map((line, at) => (
        <tspan x={x} y={y + at * leading}>
          {line}
        </tspan>
      ))}
    </text>
  );
}

/** A text as lines of at most so many characters; a word that is longer has a line of its own. */
export function brokenAt(text: string, most: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= most) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
