/** Zones that RFC 822 feeds still name, in minutes east of UTC. */
const ZONES: Readonly<Record<string, number>> = {
  z: 0,
  ut: 0,
  utc: 0,
  gmt: 0,
  wet: 0,
  west: 60,
  cet: 60,
  cest: 120,
  eet: 120,
  eest: 180,
  bst: 60,
  est: -300,
  edt: -240,
  cst: -360,
  cdt: -300,
  mst: -420,
  mdt: -360,
  pst: -480,
  pdt: -420,
};

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

const RFC =
  /^(?:[a-z]{3,9}\.?,?\s+)?(\d{1,2})[\s-]+([a-z]{3})[a-z]*\.?[\s-]+(\d{4}|\d{2})(?:[\s,]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?\s*([a-z]{1,5}|[+-]\d{2}:?\d{2})?(?:\s*\([^)]{0,30}\))?$/i;

const ISO =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T\s](\d{2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?\s*(z|[+-]\d{2}(?::?\d{2})?)?)?$/i;

/**
 * Reads a date of a feed: RFC 822 / 2822 (two or four digits of the year, named zones) or ISO 8601. Without a zone it
 * is taken as UTC. Returns milliseconds since 1970; `undefined` for what is no such date, for a day that does not exist
 * and for years outside 1990 to 2099.
 */
export function parseFeedDate(text: string): number | undefined {
  const trimmed = text.slice(0, 100).trim();
  const iso = ISO.exec(trimmed);
  if (iso !== null) {
    const [, year, month, day, hour, minute, second, zone] = iso;
    return instant(Number(year), Number(month), Number(day), [hour, minute, second], zone);
  }
  const rfc = RFC.exec(trimmed);
  if (rfc === null) return undefined;
  const [, day, month = "", year = "", hour, minute, second, zone] = rfc;
  const full = year.length === 4 ? Number(year) : Number(year) + (Number(year) < 50 ? 2000 : 1900);
  return instant(full, MONTHS.indexOf(month.toLowerCase()) + 1, Number(day), [hour, minute, second], zone);
}

function instant(
  year: number,
  month: number,
  day: number,
  time: readonly (string | undefined)[],
  zone: string | undefined,
): number | undefined {
  const [hour = 0, minute = 0, second = 0] = time.map((part) => Number(part ?? 0));
  const offset = offsetOf(zone);
  if (offset === undefined || year < 1990 || year > 2099) return undefined;
  // 24:00 and the leap second exist in the formats; they are the next full minute.
  if (month < 1 || month > 12 || hour > 24 || minute > 59 || second > 60) return undefined;
  const midnight = Date.UTC(year, month - 1, day);
  if (new Date(midnight).getUTCDate() !== day) return undefined;
  return midnight + ((hour * 60 + minute - offset) * 60 + second) * 1_000;
}

function offsetOf(zone: string | undefined): number | undefined {
  if (zone === undefined) return 0;
  const parts = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone);
  if (parts === null) return ZONES[zone.toLowerCase()];
  const minutes = Number(parts[2]) * 60 + Number(parts[3] ?? 0);
  return minutes > 14 * 60 ? undefined : parts[1] === "-" ? -minutes : minutes;
}
