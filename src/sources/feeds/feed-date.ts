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

/** The first three letters of a month, without marks, in English, Slovak and Czech; `čer` alone may be two of them. */
const MONTHS: Readonly<Record<string, number>> = {
  jan: 1,
  led: 1,
  feb: 2,
  uno: 2,
  mar: 3,
  bre: 3,
  apr: 4,
  dub: 4,
  may: 5,
  maj: 5,
  kve: 5,
  jun: 6,
  cvn: 6,
  cen: 6,
  jul: 7,
  cvc: 7,
  cec: 7,
  aug: 8,
  srp: 8,
  sep: 9,
  zar: 9,
  oct: 10,
  okt: 10,
  rij: 10,
  nov: 11,
  lis: 11,
  dec: 12,
  pro: 12,
};

const WEEKDAY = "(?:[a-z]{2,9}\\.?,?\\s+)?";
const TIME = "(?:[\\s,]+(\\d{1,2}):(\\d{2})(?::(\\d{2})(?:\\.\\d+)?)?(?:\\s*([ap])\\.?m\\.?)?)?";
const ZONE = "\\s*([a-z]{1,5}|[+-]\\d{2}:?\\d{2})?(?:\\s*\\([^)]{0,30}\\))?";

/** `Sat, 21 Nov 2026`, `St, 18 lis 2026`, `18. novembra 2026`. */
const DAY_FIRST = new RegExp(`^${WEEKDAY}(\\d{1,2})\\.?[\\s-]+([a-z]{3,12})\\.?[\\s-]+(\\d{4}|\\d{2})${TIME}${ZONE}$`);

/** `Nov 18 2026`, `November 18, 2026`. */
const MONTH_FIRST = new RegExp(
  `^${WEEKDAY}([a-z]{3,12})\\.?\\s+(\\d{1,2})(?:st|nd|rd|th)?,?\\s+(\\d{4})${TIME}${ZONE}$`,
);

/** `18.11.2026`, `18. 11. 2026`. */
const DOTTED = new RegExp(`^${WEEKDAY}(\\d{1,2})\\.\\s?(\\d{1,2})\\.\\s?(\\d{4})${TIME}${ZONE}$`);

const ISO =
  /^(\d{4})-(\d{2})-(\d{2})(?:t|\s|$)(?:(\d{2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?\s*(z|[+-]\d{2}(?::?\d{2})?)?)?$/;

/**
 * Reads a date of a feed: RFC 822 / 2822 (two or four digits of the year, named zones), ISO 8601, and what offices
 * write: Slovak and Czech months, dots, twelve hours. Without a zone it is taken as UTC. Returns milliseconds since
 * 1970; `undefined` for what is no such date, for a day that does not exist and for years outside 1990 to 2099.
 */
export function parseFeedDate(text: string): number | undefined {
  const plain = text
    .slice(0, 100)
    .trim()
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{M}+/gu, "");
  const iso = ISO.exec(plain);
  if (iso !== null) {
    const [, year, month, day, hour, minute, second, zone] = iso;
    return instant(Number(year), Number(month), Number(day), [hour, minute, second], zone);
  }
  const dayFirst = DAY_FIRST.exec(plain);
  if (dayFirst !== null) {
    const [, day, month = "", year = "", ...time] = dayFirst;
    const full = year.length === 4 ? Number(year) : Number(year) + (Number(year) < 50 ? 2000 : 1900);
    return onDay(full, monthOf(month), Number(day), time);
  }
  const monthFirst = MONTH_FIRST.exec(plain);
  if (monthFirst !== null) {
    const [, month = "", day, year, ...time] = monthFirst;
    return onDay(Number(year), monthOf(month), Number(day), time);
  }
  const dotted = DOTTED.exec(plain);
  if (dotted === null) return undefined;
  const [, day, month, year, ...time] = dotted;
  return onDay(Number(year), Number(month), Number(day), time);
}

/** The number of a month, 0 for a word that is none. */
function monthOf(word: string): number {
  if (/^cerven(?:ec|ce|ci)/.test(word)) return 7;
  return /^cerv(?:en|na|nu)/.test(word) ? 6 : (MONTHS[word.slice(0, 3)] ?? 0);
}

function onDay(
  year: number,
  month: number,
  day: number,
  [hour, minute, second, half, zone]: readonly (string | undefined)[],
): number | undefined {
  if (half === undefined) return instant(year, month, day, [hour, minute, second], zone);
  const of12 = Number(hour);
  if (of12 < 1 || of12 > 12) return undefined;
  return instant(year, month, day, [String((of12 % 12) + (half === "p" ? 12 : 0)), minute, second], zone);
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
