import type { Random } from "./random.ts";

/** Texts that parsers stumble over: controls, marks of direction, broken surrogates, names of prototypes, markup. */
export const ODD_TEXTS: readonly [string, ...string[]] = [
  "",
  " ",
  "\u0000",
  "\u001b[2J",
  "\u202e\u2066x\u2069",
  "\u{e0041}\u{e007f}",
  "\ud800",
  "\ufeff",
  "\ufffd",
  "\u2028",
  "__proto__",
  "constructor",
  "toString",
  "null",
  "NaN",
  "-0",
  "1e999",
  "9007199254740993",
  "00000000",
  "99999999",
  "0000-00-00",
  "2026-02-30",
  "9999-12-31",
  "2026-11-21T10:00:00Z",
  "%",
  "%00",
  "%ff%fe",
  "../../etc/passwd",
  "'; --",
  '"',
  '""',
  ",",
  "\r\n",
  "{}",
  "[]",
  "[[[[[[[[",
  "<svg onload=1>",
  "<![CDATA[",
  "]]>",
  "<!DOCTYPE x [<!ENTITY a 'b'>]>&a;",
  "&#x10ffff;&#0;&amp;lt;",
  "=HYPERLINK(1)",
  "ž́̈",
  "ﬁ",
  "İ",
  "🏭",
];

/** Values of JSON of every kind, those that are nearly right among them. */
export const ODD_VALUES: readonly [unknown, ...unknown[]] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  2 ** 53,
  [],
  {},
  [[[]]],
  [null],
  { value: null },
  { __proto__: null, toString: 1 },
];

/** Any odd value of JSON. */
export function oddValue(random: Random): unknown {
  return random.oneIn(2) ? random.pick(ODD_TEXTS) : random.pick(ODD_VALUES);
}
