import { join } from "node:path";
import { expect, test } from "vitest";
import { editedKnowledge } from "./edited-copy.fixture.ts";
import { knowledge } from "./shipped.fixture.ts";
import { loadSupplierQuestionnaires } from "./supplier-questionnaire.ts";

const { acts } = knowledge;
const FILE = "supplier-questionnaire/4.0.0.yaml";

test.each<[string, string, string, string]>([
  ["another paragraph of the Cyber Resilience Act", "CRA Art. 13(19)", "CRA Art. 13(20)", "CRA Art. 13(20)"],
  [
    "another point of its annex",
    "CRA Annex I Part II(5), (6)",
    "CRA Annex I Part II(5), (3)",
    "CRA Annex I Part II(5), (3)",
  ],
  ["another part of its annex", "CRA Annex I Part II(1)", "CRA Annex I Part I(1)", "CRA Annex I Part I(1)"],
  ["another paragraph of the GDPR", "GDPR Art. 28(3)", "GDPR Art. 28(4)", "GDPR Art. 28(4)"],
  ["another definition of the GDPR, named in the part before", "; Art. 4(7)", "; Art. 4(8)", "Art. 4(8)"],
  ["another point of the implementing regulation", "CIR 2024/2690 §6.1.2(b)", "CIR 2024/2690 §6.1.5", "§6.1.5"],
  ["an act that is not registered", "CRA Art. 13(19)", "DORA Art. 28(3)", "DORA Art. 28(3)"],
  ["a place before any act is named", "CIR 2024/2690 §11.1.2(a); ", "", "§13.3.2(b)"],
])("a legal basis that names %s stops the load", (_case, from, to, named) => {
  const dir = join(editedKnowledge(FILE, from, to), "supplier-questionnaire");
  expect(() => loadSupplierQuestionnaires(dir, acts)).toThrow(`${named} does not exist`);
});

test("the legal bases of the shipped questionnaire name four instruments, and ENISA's guidance is none of the acts", () => {
  const parts = knowledge.supplierQuestionnaires.newest.fields.flatMap(({ legalBasis }) => legalBasis.split("; "));
  const named = parts.flatMap((part) => /^(?:CIR 2024\/2690|GDPR|CRA|ENISA TIG)(?= )/.exec(part) ?? []);
  expect(new Set(named)).toEqual(new Set(["CIR 2024/2690", "GDPR", "CRA", "ENISA TIG"]));
  expect(acts.acts.filter(({ names }) => names.en.includes("ENISA"))).toEqual([]);
});
