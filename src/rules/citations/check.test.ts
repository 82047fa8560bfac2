import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LOCALES } from "../../core/locale.ts";
import { knowledge } from "../../knowledge/shipped.fixture.ts";
import { actsIn } from "./acts-in-text.ts";
import { checkCitations, confirmText } from "./check.ts";
import { findCitations } from "./find.ts";
import { formatCitation } from "./format.ts";
import { targetsOf } from "./link.ts";
import { parseReference } from "./reference.ts";
import { sentencesOf } from "./sentences.ts";
import { type Token, tokenize } from "./tokens.ts";
import { unitsIn } from "./units-in-text.ts";

const { acts } = knowledge;

describe("what Dosah writes, it confirms", () => {
  test.each(LOCALES)("every place of every act, written in %s", (locale) => {
    for (const act of acts.acts) {
      for (const unit of act.units) {
        const text = formatCitation(`${act.id} ${unit}`, locale, acts);
        expect(checkCitations(text, acts)).toEqual({
          valid: true,
          citations: [{ text, act: act.id, unit, verdict: "confirmed" }],
        });
      }
    }
  });

  test.each(LOCALES)("every act alone, written in %s", (locale) => {
    for (const act of acts.acts) {
      const text = formatCitation(act.id, locale, acts);
      expect(checkCitations(text, acts)).toEqual({
        valid: true,
        citations: [{ text, act: act.id, unit: null, verdict: "confirmed" }],
      });
    }
  });

  const place = fc.tuple(
    fc.constantFrom(...acts.acts),
    fc.oneof(
      fc.nat(130).map(String),
      fc.tuple(fc.nat(130), fc.nat(25)).map(([unit, paragraph]) => `${unit}(${paragraph})`),
      fc
        .tuple(fc.nat(130), fc.nat(25), fc.stringMatching(/^[a-z]{1,2}$/))
        .map(([unit, paragraph, letter]) => `${unit}(${paragraph})(${letter})`),
      fc.tuple(fc.nat(40), fc.nat(80)).map(([unit, point]) => `${unit}/${point}`),
      fc
        .tuple(fc.constantFrom("I", "II", "III", "IV", "XV", "1", "7"), fc.nat(15))
        .map(([annex, point]) => `annex ${annex}/${point}`),
      fc.tuple(fc.nat(25), fc.nat(20)).map(([part, point]) => `annex/${part}.${point}`),
      fc.tuple(fc.nat(12), fc.nat(8)).map(([article, paragraph]) => `annex:${article}(${paragraph})`),
    ),
    fc.constantFrom(...LOCALES),
  );

  /** A definition may be cited like a paragraph in English, an article of an annex without the word. */
  const readings = (unit: string, isEnglish: boolean) => [
    unit,
    `annex:${unit}`,
    ...(isEnglish ? [unit.replace(/^(\d+)\((\d+)\)$/, "$1/$2")] : []),
  ];

  test("a place is confirmed exactly when the act has it", () => {
    fc.assert(
      fc.property(place, ([act, unit, locale]) => {
        const text = formatCitation(`${act.id} ${unit}`, locale, acts);
        const exists = readings(unit, locale === "en").some((reading) => act.units.has(reading));
        expect(checkCitations(text, acts).valid, text).toBe(exists);
      }),
    );
  });
});

describe("confirmText", () => {
  test("returns the text when it has no citation or every one is confirmed", () => {
    expect(confirmText("Zálohujte.", acts)).toBe("Zálohujte.");
    const text = "Podľa čl. 21 ods. 2 smernice (EÚ) 2022/2555 a § 20 zákona č. 69/2018 Z. z.";
    expect(confirmText(text, acts)).toBe(text);
  });

  test("one bad citation makes the whole text unconfirmed", () => {
    expect(confirmText("čl. 21 smernice (EÚ) 2022/2555 a § 23 zákona č. 69/2018 Z. z.", acts)).toBeNull();
    expect(confirmText("čl. 21 smernice (EÚ) 2022/2555 a nariadenie (EÚ) 2022/2554", acts)).toBeNull();
  });

  test("remembers its verdicts and stays right when it has to forget", () => {
    for (let number = 0; number < 10_050; number++) confirmText(`veta ${number}`, acts);
    for (let round = 0; round < 2; round++) {
      expect(confirmText("§ 20 zákona č. 69/2018 Z. z.", acts)).toBe("§ 20 zákona č. 69/2018 Z. z.");
      expect(confirmText("§ 99 zákona č. 69/2018 Z. z.", acts)).toBeNull();
      expect(confirmText("veta 0", acts)).toBe("veta 0");
    }
    const long = `${"slovo ".repeat(1_000)}§ 99 zákona č. 69/2018 Z. z.`;
    expect([confirmText(long, acts), confirmText(long, acts)]).toEqual([null, null]);
  });

  test("each registry has its own memory", () => {
    const text = "čl. 21 smernice (EÚ) 2022/2555";
    const none = { ...acts, byNumber: new Map() };
    expect([confirmText(text, acts), confirmText(text, none), confirmText(text, acts)]).toEqual([text, null, text]);
  });
});

/** Words and signs of citations in any order: the worst a text can be. */
const pieces = [
  ..."§ čl. článok Article Art. Section príloha Annex Annexes príloh ods. odst. paragraph písm. letter bod point points".split(
    " ",
  ),
  ..."a) b) (a) (2) (ii) 21 24a 1.1.1 I XIV a i až to and , ; . - – ( ) / of the k v zákona zákon č. 69/2018 Z. z. Sb.".split(
    " ",
  ),
  ..."smernice (EÚ) 2022/2555 Directive (EU) nariadenia 2024/1689 v znení as amended by NIS 2 GDPR ISO/IEC 27001 {nis2".split(
    " ",
  ),
  ..."first third subparagraph odsek tohto kapitola III časť Part II hodín 2026 % veta\n\n Európskeho parlamentu Rady vykonávacie".split(
    " ",
  ),
];
const jumble = fc
  .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 4 }), fc.constantFrom(" ", "\u00a0", "\n")), {
    maxLength: 60,
  })
  .chain((words) => fc.constantFrom("", " ").map((joint) => words.join(joint)));

describe("any text", () => {
  test("never throws, and every citation is a piece of the text, in its order", () => {
    fc.assert(
      fc.property(fc.oneof(jumble, fc.string({ unit: "binary", maxLength: 200 })), (text) => {
        const found = findCitations(text, acts);
        const isInside = found.every(({ start, end }) => start >= 0 && end > start && end <= text.length);
        const isInOrder = found.every(({ start }, index) => start >= (found[index - 1]?.start ?? 0));
        expect([isInside, isInOrder]).toEqual([true, true]);
        const { valid, citations } = checkCitations(text, acts);
        expect(citations.every((citation) => text.includes(citation.text))).toBe(true);
        expect(valid).toBe(citations.every(({ verdict }) => verdict === "confirmed"));
        expect(confirmText(text, acts)).toBe(valid ? text : null);
      }),
    );
  });

  test("a confirmed place exists", () => {
    fc.assert(
      fc.property(jumble, (text) => {
        for (const { act, unit, verdict } of checkCitations(text, acts).citations) {
          if (verdict !== "confirmed") continue;
          const units = acts.byId.get(act ?? "")?.units;
          expect(unit === null ? units !== undefined : units?.has(unit)).toBe(true);
          if (unit !== null) expect(parseReference(`${act} ${unit}`)).toBeDefined();
        }
      }),
    );
  });

  test("blanks of any kind and the case of words change nothing", () => {
    const text = "Podľa § 20 ods. 2 písm. d) zákona č. 69/2018 Z. z. a čl. 21 ods. 2 smernice (EÚ) 2022/2555";
    const verdicts = (variant: string) =>
      checkCitations(variant, acts).citations.map(({ act, unit, verdict }) => [act, unit, verdict]);
    expect(verdicts(text.replaceAll(" ", "\u00a0"))).toEqual(verdicts(text));
    expect(verdicts(text.replaceAll(" ", "\n"))).toEqual(verdicts(text));
    expect(verdicts(text.normalize("NFD"))).toEqual(verdicts(text));
    expect(verdicts(text.replaceAll(/[\p{L}]{3,}/gu, (word) => word.toUpperCase()))).toEqual(verdicts(text));
  });
});

describe("the work grows with the text, not faster", () => {
  /** How often the tokens of a text are looked at from the first to the last step. */
  function reads(text: string): { tokens: number; reads: number } {
    const plain = tokenize(text);
    let count = 0;
    const tokens = new Proxy<Token[]>(plain, {
      get(target, key, receiver) {
        count++;
        return Reflect.get(target, key, receiver);
      },
    });
    const mentions = actsIn(tokens, acts);
    const taken = new Uint8Array(plain.length);
    const mentionAt = new Int32Array(plain.length).fill(-1);
    mentions.forEach(({ from, to }, index) => {
      taken.fill(1, from, to);
      mentionAt.fill(index, from, to);
    });
    const groups = unitsIn({ tokens, taken });
    targetsOf({ tokens, mentions, mentionAt, sentences: sentencesOf(tokens, mentions), groups });
    return { tokens: plain.length, reads: count };
  }

  test.each(
    [
      "§ ",
      "§ 20, ",
      "§ 20 ods. 2 písm. a), ",
      "písm. a) ods. 2 ",
      "písm. a), b) a ",
      "point (a) of paragraph 2 of ",
      "a ",
      ", ",
      "( ",
      "Article 21(",
      "Annex to the ",
      "Annex, ",
      "čl. 2 prílohy ",
      "písm. a) § 20, ",
      "point 1 of Annex III and ",
      "Part II ",
      "Part II, point 1, ",
      "Part II of Annex I, Part II, ",
      "bod 1 časti II prílohy I a ",
      "Annex, Article 2 of the Annex, ",
      "first second ",
      "Európskeho parlamentu a Rady ",
      "smernice ",
      "smernice (EÚ) 2022/2555, čl. 21 ",
      "v znení zákona č. 366/2024 Z. z., § 20 ",
      "č. 1/2020 a ",
      "1/2/3/4/",
      "1.1.",
      "ISO/IEC/",
      "{nis2 ",
      "\n- ",
    ].map((piece) => [piece]),
  )("a text that repeats %j", (piece) => {
    const small = reads(piece.repeat(60));
    const large = reads(piece.repeat(600));
    expect(large.reads / large.tokens).toBeLessThan(120);
    expect(large.reads).toBeLessThan(small.reads * 11);
  });

  test("a text of 256 KiB that is nothing but citations is checked to its end", () => {
    const citation = "čl. 21 smernice (EÚ) 2022/2555; ";
    const text = citation.repeat(Math.floor(262_144 / citation.length));
    const { valid, citations } = checkCitations(`${text}čl. 99 smernice (EÚ) 2022/2555`, acts);
    expect(valid).toBe(false);
    expect(citations).toHaveLength(Math.floor(262_144 / citation.length) + 1);
  });

  test.each([
    ["§ 20 ods. 2 písm. a), "],
    ["písm. a) § 20, "],
    ["a), "],
    ["Annex, Article 2 of the Annex, "],
    ["(a) to "],
  ])("a list of 256 KiB is not too deep: %j", (piece) => {
    expect(checkCitations(`§ 99 písm. ${piece.repeat(262_144 / piece.length)}`, acts).valid).toBe(false);
  });
});
