import { nis2ScopeCheck } from "../../../capabilities/scope/nis2-scope-check.ts";
import { type Command, given, OPERATOR, printable, textOption } from "../command.ts";
import { firmRemarks, sourceLines } from "../firm-remarks.ts";
import { verdictLines } from "../verdict-lines.ts";

/** `dosah scope ICO`: does NIS2 reach this firm, and why? */
export const scope: Command = {
  words: "scope",
  usage: "scope ICO [--country SK|CZ] [--service qtsp|tsp|tld-registry|dns] [--locale sk|cs|en] [--json]",
  help: "does NIS2 reach this firm, and why",
  options: { country: { type: "string" }, service: { type: "string" } },
  positionals: [1, 4],
  run: async (input, { call, terminal }) => {
    const args = given({
      ico: input.positionals.join(""),
      country: textOption(input, "country"),
      sizeIndependentService: textOption(input, "service"),
      locale: input.locale,
    });
    const { answer } = await call(nis2ScopeCheck, args, [], OPERATOR);
    if (input.json) {
      terminal.out(JSON.stringify(answer, null, 2));
      return;
    }
    terminal.out(`${printable(answer.untrusted.name)}  ${answer.ico} ${answer.country}`);
    if (answer.untrusted.address !== null) terminal.out(printable(answer.untrusted.address));
    for (const line of verdictLines(answer, input.locale)) terminal.out(line);
    for (const line of firmRemarks(answer, input.locale)) terminal.out(line);
    for (const line of sourceLines(answer, input.locale)) terminal.out(line);
  },
};
