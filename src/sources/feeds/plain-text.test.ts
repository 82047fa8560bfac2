import fc from "fast-check";
import { expect, test } from "vitest";
import { plainText } from "./plain-text.ts";

test.each([
  ["blocks become blanks", "<p>Jeden</p><p>Dva</p>", "Jeden Dva"],
  ["a word with a tag in it stays one word", "kyber<b>bezpečnosť</b>", "kyberbezpečnosť"],
  ["comments go", "a<!-- <b>tajné</b> -->b", "ab"],
  ["a comment that never ends takes the rest", "a <!-- b", "a"],
  ["scripts and styles go with what is in them", "<style>p{}</style>Text<script>x<1</script>!", "Text !"],
  ["a script that never ends takes the rest", "Text<script>alert(1)", "Text"],
  ["a tag that was cut off goes", 'Text <a href="https://exa', "Text"],
  ["less-than signs are text", "5 < 6 and <3", "5 < 6 and <3"],
  ["names of characters are read", "M&aacute;j &ndash; &#353;tvrtok &#x17E;", "Máj – štvrtok ž"],
  ["unknown names stay", "R&D; &unknown;", "R&D; &unknown;"],
  ["a bare ampersand stays", "R & D", "R & D"],
  ["blanks of all kinds are one", " a\n\t\u00a0\u2003b ", "a b"],
  ["what turns text round goes", "abc\u202edef\u2066ghi\u200b", "abcdefghi"],
  ["characters that are none go", "a&#0;b&#xd800;c&#x110000;\ud800d", "abcd"],
])("%s", (_case, text, plain) => {
  expect(plainText(text, 300)).toBe(plain);
});

test("a long text ends at a word, with an ellipsis, never inside a character", () => {
  expect(plainText("slovo ".repeat(100), 20)).toBe("slovo slovo slovo…");
  expect(plainText("😀".repeat(50), 20)).toMatch(/^😀+…$/u);
  expect(plainText("x".repeat(1_000), 20)).toHaveLength(20);
});

test("plain text of a format that has no markup stays as it is", () => {
  expect(plainText("Use <b> &amp; co", 300, false)).toBe("Use <b> &amp; co");
});

test("whatever comes in, no tag and no control character comes out, and never more than was asked for", () => {
  const pieces = fc.constantFrom(
    "<",
    ">",
    "&lt;",
    "&amp;",
    "lt;",
    "script",
    "/",
    "!--",
    "--",
    "a",
    " ",
    "&#60;",
    "'",
    "b>",
    "\u0007",
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ maxLength: 200 }),
        fc.array(pieces, { maxLength: 60 }).map((all) => all.join("")),
      ),
      (text) => {
        const plain = plainText(text, 80);
        expect(plain.length).toBeLessThanOrEqual(80);
        expect(plain).not.toMatch(/<[a-z!/?][^>]*>/i);
        expect(plain).not.toMatch(/\p{Cc}/u);
        expect(plain.isWellFormed()).toBe(true);
      },
    ),
  );
});

test("a text built to be slow is read in no time to speak of", () => {
  for (const piece of ["<", "<a", "<!--", "&amp;", "<script>", "<script></script ", "</", "&"]) {
    expect(plainText(piece.repeat(1_000_000), 300).length).toBeLessThanOrEqual(300);
  }
});
