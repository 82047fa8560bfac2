/** Measures a text in points. */
export type Measure = (text: string) => number;

/**
 * Divides a text into lines of at most `width`. A line ends at a blank or at a line break of the text; a word that is
 * wider than a line is cut. Blanks that do not break stay within their line, unless what they join is wider than one.
 * @returns at least one line
 */
export function breakLines(text: string, width: number, measure: Measure): string[] {
  return text.split("\n").flatMap((line) => breakLine(line, width, measure));
}

function breakLine(text: string, width: number, measure: Measure): string[] {
  const lines: string[] = [];
  const blank = measure(" ");
  let line = "";
  let used = 0;
  const words = text.split(/[ \t]+/).flatMap((word) => (measure(word) <= width ? [word] : word.split("\u00a0")));
  for (const word of words) {
    if (word === "") continue;
    const parts = measure(word) <= width ? [word] : cutWord(word, width, measure);
    for (const [index, part] of parts.entries()) {
      const size = measure(part);
      const isNext = index === 0 && line !== "" && used + blank + size <= width;
      if (isNext) {
        line = `${line} ${part}`;
        used += blank + size;
        continue;
      }
      if (line !== "") lines.push(line);
      line = part;
      used = size;
    }
  }
  return [...lines, line];
}

/** Pieces of a word, each as wide as a line; addresses are cut behind a slash, a hyphen or a dot where there is one. */
function cutWord(word: string, width: number, measure: Measure): string[] {
  const pieces = word.split(/(?<=[/\-._@])/).flatMap((piece) => (measure(piece) <= width ? [piece] : [...piece]));
  const parts: string[] = [];
  let part = "";
  for (const piece of pieces) {
    if (part !== "" && measure(part + piece) > width) {
      parts.push(part);
      part = "";
    }
    part += piece;
  }
  return [...parts, part];
}
