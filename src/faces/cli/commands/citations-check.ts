import { citationCheck } from "../../../capabilities/law/citation-check.ts";
import { type Command, OPERATOR, printable } from "../command.ts";

/** `dosah citations check TEXT`: are the legal references in this text real? */
export const citationsCheck: Command = {
  words: "citations check",
  usage: "citations check TEXT [--json]",
  help: "confirm the legal references in a text",
  positionals: [1, 1000],
  run: async (input, { call, terminal }) => {
    const { answer } = await call(
      citationCheck,
      { text: input.positionals.join(" "), locale: input.locale },
      [],
      OPERATOR,
    );
    if (input.json) {
      terminal.out(JSON.stringify(answer, null, 2));
      return;
    }
    for (const citation of answer.citations) terminal.out(`${citation.verdict}  ${printable(citation.text)}`);
    terminal.out(answer.valid ? "valid" : "not valid");
  },
};
