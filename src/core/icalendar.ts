/** A line of iCalendar has at most so many bytes without its end. */
const LINE_BYTES = 75;

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
  // A code unit takes at most three bytes.
  if (line.length * 3 <= LINE_BYTES) return line;
  let text = "";
  let start = 0;
  let bytes = 0;
  for (let at = 0; at < line.length; at++) {
    const unit = line.charCodeAt(at);
    const isPair = unit >= 0xd800 && unit < 0xdc00 && (line.charCodeAt(at + 1) & 0xfc00) === 0xdc00;
    const size = isPair ? 4 : unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3;
    // The blank that begins a continued line counts, too.
    if (bytes + size > (start === 0 ? LINE_BYTES : LINE_BYTES - 1)) {
      text += `${line.slice(start, at)}\r\n `;
      start = at;
      bytes = 0;
    }
    bytes += size;
    if (isPair) at++;
  }
  return text + line.slice(start);
}
