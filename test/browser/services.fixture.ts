import { aiActClassify } from "../../src/capabilities/ai-act/ai-act-classify.ts";
import { aiActQuestions } from "../../src/capabilities/ai-act/ai-act-questions.ts";
import { bareServices } from "../../src/capabilities/bare-services.fixture.ts";
import type { Services } from "../../src/capabilities/contexts.ts";
import { knowledge } from "../../src/knowledge/shipped.fixture.ts";
import { confirmText } from "../../src/rules/citations/check.ts";
import { feedOver } from "./feed.fixture.ts";

/** The day on which these answers are given. */
export const TODAY = "2026-11-21";

const feed = feedOver(knowledge);

/** The service without registers, with a feed that was read before. `confirm` may refuse a text. */
export function servicesOver(confirm: Services["confirm"] = (text) => confirmText(text, knowledge.acts)): Services {
  return bareServices(knowledge, { baseUrl: "http://localhost:3000", today: () => TODAY, feed, confirm });
}

/** What needs knowledge only is answered by the capabilities themselves. */
export function aiActAnswers(services = servicesOver()) {
  return {
    ai_act_questions: (args: unknown) => aiActQuestions.run(aiActQuestions.input.parse(args), services),
    ai_act_classify: (args: unknown) => aiActClassify.run(aiActClassify.input.parse(args), services),
  };
}
