import assert from "node:assert/strict";
import { join } from "node:path";
import fc from "fast-check";
import { loadActs } from "../../../src/knowledge/acts.ts";
import { KNOWLEDGE_DIR } from "../../../src/knowledge/load.ts";
import { CITATION_VERDICTS, checkCitations, confirmText } from "../../../src/rules/citations/check.ts";
import type { Fuzzer } from "../fuzzer.ts";
import { textOf } from "../oracles.ts";

const acts = loadActs(join(KNOWLEDGE_DIR, "acts"));

const piece = fc.oneof(
  fc.constantFrom(
    "§ 20",
    "§ 99999",
    "čl. 21",
    "ods. 2",
    "odst. 1",
    "písm. a)",
    "písm. zz)",
    "zákona č. 69/2018 Z. z.",
    "zákona č. 264/2025 Sb.",
    "smernice (EÚ) 2022/2555",
    "Article 21(2)(d) of Directive (EU) 2022/2555",
    "prílohy I",
    "a",
    "až",
    ",",
    ".",
    "tohto zákona",
  ),
  fc.string({ unit: "binary", maxLength: 8 }),
);

/** Texts in which legal citations are looked for. */
export const fuzzer: Fuzzer = {
  words: [
    "§",
    "čl.",
    "ods.",
    "písm.",
    "až",
    "a",
    "(1)",
    "Z. z.",
    "Sb.",
    "(EÚ)",
    "2022/2555",
    "Annex",
    "IV",
    "tohto zákona",
    "NIS2",
  ],
  arbitrary: fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(" ")),
  check(input) {
    const text = textOf(input);
    const { valid, citations } = checkCitations(text, acts);
    for (const citation of citations) {
      assert.ok(CITATION_VERDICTS.includes(citation.verdict));
      assert.ok(text.includes(citation.text), "a citation that does not stand in the text");
      if (citation.verdict !== "confirmed") continue;
      const act = citation.act === null ? undefined : acts.byId.get(citation.act);
      assert.ok(act !== undefined, "a confirmed citation of an act that is not registered");
      assert.ok(citation.unit === null || act.units.has(citation.unit), "a confirmed place that the act does not have");
    }
    assert.equal(
      valid,
      citations.every(({ verdict }) => verdict === "confirmed"),
    );
    assert.equal(confirmText(text, acts), valid ? text : null);
  },
};
