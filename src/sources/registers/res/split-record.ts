/**
 * Splits one line of the ČSÚ files into cells: comma, quotes only where needed, `""` inside for a quote. A record is
 * one line: an open quote at its end makes it bad and the next line is read afresh.
 * Fills `cells` and returns their number, or -1 for broken quotes.
 */
export function splitRecord(line: string, cells: string[]): number {
  let count = 0;
  let at = 0;
  for (;;) {
    if (line.charCodeAt(at) === QUOTE) {
      const end = closingQuote(line, at + 1);
      if (end === -1) return -1;
      const inside = line.slice(at + 1, end);
      cells[count++] = inside.includes('"') ? inside.replaceAll('""', '"') : inside;
      if (end + 1 === line.length) return count;
      if (line.charCodeAt(end + 1) !== COMMA) return -1;
      at = end + 2;
    } else {
      const end = line.indexOf(",", at);
      const cell = end === -1 ? line.slice(at) : line.slice(at, end);
      if (cell.includes('"')) return -1;
      cells[count++] = cell;
      if (end === -1) return count;
      at = end + 1;
    }
  }
}

const QUOTE = 34;
const COMMA = 44;

function closingQuote(line: string, from: number): number {
  let at = line.indexOf('"', from);
  while (at !== -1 && line.charCodeAt(at + 1) === QUOTE) at = line.indexOf('"', at + 2);
  return at;
}
