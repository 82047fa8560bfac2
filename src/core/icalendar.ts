/** A line of iCalendar has at most so many bytes without its end. */
const LINE_BYTES = 75;

const utf8 = new TextEncoder();

/** A text inside a property, RFC 5545, 3.3.11; control characters have no place in it. */
export function escapeText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?|\n/g, "\n")
    .replace(/[^\n\P{Cc}]/gu, " ")
    .replace(/[\\;,]/g, (character) => `\\${character}`)
    .replace(/\n/g, "\\n");
}

/** A document of lines with CRLF line ends; long lines are folded. */
export function calendarText(lines: readonly string[]): string {
  return `${lines.map(folded).join("\r\n")}\r\n`;
}

/** An instant (ISO 8601, UTC) as iCalendar writes it: `20261122T101500Z`. */
export function basicInstant(instant: string): string {
  return instant.replace(/[-:]|\.\d+/g, "");
}

/** A day as iCalendar writes it: `20261122`. */
export function basicDay(day: string): string {
  return day.replaceAll("-", "");
}

/** RFC 5545, 3.1: a long line goes on behind a blank; never in the middle of a character. */
function folded(line: string): string {
  const parts: string[] = [];
  let part = "";
  let bytes = 0;
  for (const character of line) {
    const size = utf8.encode(character).length;
    // The blank that begins a continued line counts, too.
    if (bytes + size > (parts.length === 0 ? LINE_BYTES : LINE_BYTES - 1)) {
      parts.push(part);
      part = "";
      bytes = 0;
    }
    part += character;
    bytes += size;
  }
  return [...parts, part].join("\r\n ");
}
