import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { loadAiAct } from "../../knowledge/ai-act.ts";
import { KNOWLEDGE_DIR } from "../../knowledge/load.ts";
import { knowledge } from "../../knowledge/shipped.fixture.ts";
import { type AiActAnswer, aiActClassify } from "../ai-act/ai-act-classify.ts";
import { bareServices, unlimited } from "../bare-services.fixture.ts";
import { createCall } from "../calling/call.ts";
import type { Services } from "../contexts.ts";

/** The service without its outside: the classifier asks no register. */
function servicesAt(today: string, aiAct = knowledge.aiAct): Services {
  return bareServices({ ...knowledge, aiAct }, { today: () => today });
}

async function ask(args: object, services = servicesAt("2026-11-20")): Promise<AiActAnswer> {
  const { answer } = await createCall(services, unlimited)(aiActClassify, args, [], { address: null });
  return answer;
}

/** Knowledge read from a copy of the files in which one passage is replaced. */
function servicesWithCorruptedText(file: string, passage: string, replacement: string) {
  const dir = mkdtempSync(join(tmpdir(), "ai-act-"));
  try {
    cpSync(join(KNOWLEDGE_DIR, "ai-act"), dir, { recursive: true });
    const text = readFileSync(join(dir, file), "utf8");
    expect(text).toContain(passage);
    writeFileSync(join(dir, file), text.replaceAll(passage, replacement));
    return servicesAt("2026-11-20", loadAiAct(dir, knowledge.acts));
  } finally {
    rmSync(dir, { recursive: true });
  }
}

describe("an item whose citation is not confirmed is left out whole, and the answer says so", () => {
  const wrong = "podľa čl. 999 nariadenia (EÚ) 2024/1689";

  test.each<[string, string, string, string, object, (answer: AiActAnswer) => readonly { id: string }[]]>([
    [
      "a duty with a wrong article in its text",
      "cooperate",
      "obligations.yaml",
      "Spolupracujte s príslušnými",
      { annexIIIUse: "credit_scoring" },
      ({ obligations }) => obligations,
    ],
    [
      "a duty with a wrong article in its note",
      "monitor-and-report",
      "obligations.yaml",
      "Pri finančných inštitúciách sa",
      { annexIIIUse: "credit_scoring" },
      ({ obligations }) => obligations,
    ],
    [
      "a stop with a wrong article in its limit",
      "cease-prohibited-d",
      "prohibited-practices.yaml",
      "Zákaz sa netýka systémov,",
      { otherProhibitedPractices: ["d"] },
      ({ obligations }) => obligations,
    ],
    [
      "a reason with a wrong article",
      "interacts",
      "reasons.yaml",
      "Systém je určený na priamu",
      { interactsWithPeople: true },
      ({ reasons }) => reasons,
    ],
    [
      "a reason with a wrong article in the name of its use",
      "annex-iii-1c",
      "annex-iii.yaml",
      "rozpoznávanie emócií",
      { emotionRecognition: true },
      ({ reasons }) => reasons,
    ],
    [
      "a note with a wrong article",
      "becoming-provider",
      "notes.yaml",
      "Kto vysokorizikový systém",
      { annexIIIUse: "credit_scoring" },
      ({ notes }) => notes,
    ],
  ])("%s", async (_case, id, file, passage, args, list) => {
    const whole = await ask(args);
    expect(list(whole).map((item) => item.id)).toContain(id);
    const answer = await ask(args, servicesWithCorruptedText(file, passage, `${passage} ${wrong}`));
    expect(list(answer).map((item) => item.id)).toEqual(
      list(whole)
        .map((item) => item.id)
        .filter((each) => each !== id),
    );
    expect(answer.groundingNote).toContain("nepodarilo overiť");
    expect(answer.class).toBe(whole.class);
    expect(answer.headline).toBe(whole.headline);
    expect(JSON.stringify(answer)).not.toContain("999");
  });

  test("a citation of a place that does not exist", async () => {
    const duties = new Map(knowledge.aiAct.duties);
    const literacy = duties.get("ai-literacy");
    if (literacy !== undefined) duties.set("ai-literacy", { ...literacy, citation: "ai-act 4(9)" });
    const answer = await ask({ locale: "en" }, servicesAt("2026-11-20", { ...knowledge.aiAct, duties }));
    expect(answer.obligations).toEqual([]);
    expect(answer.groundingNote).toContain("could not be confirmed");
  });

  test("a citation of an act that nobody registered", async () => {
    const notes = new Map(knowledge.aiAct.notes);
    const legacy = notes.get("legacy-systems");
    if (legacy !== undefined) notes.set("legacy-systems", { ...legacy, citations: ["unknown-act 1"] });
    const answer = await ask(
      { annexIIIUse: "law_enforcement", locale: "cs" },
      servicesAt("2026-11-20", { ...knowledge.aiAct, notes }),
    );
    expect(answer.notes.map(({ id }) => id)).toEqual(["becoming-provider"]);
    expect(answer.groundingNote).toContain("nepodařilo ověřit");
  });

  test("a text that is wrong in one language is right in the others", async () => {
    const services = servicesWithCorruptedText(
      "reasons.yaml",
      "Systém je určený na priamu",
      `Systém ${wrong} je určený na priamu`,
    );
    expect((await ask({ interactsWithPeople: true, locale: "en" }, services)).groundingNote).toBeUndefined();
  });
});
