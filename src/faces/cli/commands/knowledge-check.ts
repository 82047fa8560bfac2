import { knowledgeCheck as capability } from "../../../capabilities/law/knowledge-check.ts";
import { inEnglish } from "../../../core/locale.ts";
import { type Command, given, OPERATOR, textOption } from "../command.ts";

/** `dosah knowledge check`: are all files whole and all citations real? */
export const knowledgeCheck: Command = {
  words: "knowledge check",
  state: "optional",
  usage: "knowledge check [--dir FOLDER] [--json]",
  help: "validate every knowledge file and citation",
  options: { dir: { type: "string" } },
  run: async (input, { call }) => {
    const { answer } = await call(
      capability,
      given({ dir: textOption(input, "dir"), locale: input.locale }),
      [],
      OPERATOR,
    );
    const { files, texts, citations, failures } = answer;
    return {
      json: answer,
      lines: [`${files} files, ${texts} texts, ${citations} citations, ${failures.length} failures`],
      err: failures.map(
        ({ file, line, path, locale, reason }) =>
          `${file}:${line} ${path}${locale === null ? "" : `.${locale}`}: ${reason}`,
      ),
      ...(failures.length === 0 ? {} : { problem: knowledgeIsWrong }),
    };
  },
};

const knowledgeIsWrong = {
  code: "internal",
  message: inEnglish("The knowledge files have mistakes."),
  nextStep: inEnglish("Correct the lines named above."),
} as const;
