import { knowledgeCheck as capability } from "../../../capabilities/law/knowledge-check.ts";
import { ServiceError } from "../../../core/problem.ts";
import { type Command, given, OPERATOR, textOption } from "../command.ts";

/** `dosah knowledge check`: are all files whole and all citations real? */
export const knowledgeCheck: Command = {
  words: "knowledge check",
  usage: "knowledge check [--dir FOLDER] [--json]",
  help: "validate every knowledge file and citation",
  options: { dir: { type: "string" } },
  run: async (input, { call, terminal }) => {
    const { answer } = await call(
      capability,
      given({ dir: textOption(input, "dir"), locale: input.locale }),
      [],
      OPERATOR,
    );
    if (input.json) terminal.out(JSON.stringify(answer, null, 2));
    else {
      for (const { file, line, path, locale, reason } of answer.failures) {
        terminal.err(`${file}:${line} ${path}${locale === null ? "" : `.${locale}`}: ${reason}`);
      }
      terminal.out(
        `${answer.files} files, ${answer.texts} texts, ${answer.citations} citations, ${answer.failures.length} failures`,
      );
    }
    if (answer.failures.length > 0) throw new ServiceError(knowledgeIsWrong);
  },
};

const knowledgeIsWrong = {
  code: "internal",
  message: {
    sk: "Znalostné súbory majú chyby.",
    cs: "Znalostní soubory mají chyby.",
    en: "The knowledge files have mistakes.",
  },
  nextStep: {
    sk: "Opravte uvedené riadky.",
    cs: "Opravte uvedené řádky.",
    en: "Correct the lines named above.",
  },
} as const;
