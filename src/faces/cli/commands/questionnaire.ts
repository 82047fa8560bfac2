import { nis2Questionnaire } from "../../../capabilities/questionnaire/nis2-questionnaire.ts";
import { type Command, given, OPERATOR, textOption } from "../command.ts";

/** `dosah questionnaire`: the areas, or the questions of one. */
export const questionnaire: Command = {
  words: "questionnaire",
  usage:
    "questionnaire [--mode quick|extended] [--area risk_mgmt|incidents|bcm|supply_chain|access|crypto|training|hr|assets|governance|sdlc|effectiveness|physical] [--json]",
  help: "the areas of the self-assessment, or the questions of one area",
  options: { mode: { type: "string" }, area: { type: "string" } },
  run: async (input, { call, terminal }) => {
    const args = given({ mode: textOption(input, "mode"), area: textOption(input, "area"), locale: input.locale });
    const { answer } = await call(nis2Questionnaire, args, [], OPERATOR);
    if (input.json) {
      terminal.out(JSON.stringify(answer, null, 2));
      return;
    }
    if ("areas" in answer) {
      for (const { id, title, questionCount } of answer.areas) terminal.out(`${id}  ${questionCount}  ${title ?? "–"}`);
    } else {
      for (const { id, text, guidance } of answer.questions) {
        terminal.out(`${id}  ${text ?? "–"}`);
        if (guidance !== null) terminal.out(`    ${guidance}`);
      }
    }
    terminal.out("");
    terminal.out(answer.disclaimer);
  },
};
