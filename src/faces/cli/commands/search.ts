import { companySearch } from "../../../capabilities/companies/company-search.ts";
import { gapWords } from "../../../capabilities/companies/search-gap.ts";
import { formatNace } from "../../../core/nace.ts";
import { type Command, given, OPERATOR, printable, textOption } from "../command.ts";

/** `dosah search TEXT`: firms by name or number. */
export const search: Command = {
  words: "search",
  usage: "search TEXT [--country SK|CZ] [--json]",
  help: "find a firm by name or number",
  options: { country: { type: "string" } },
  positionals: [1, 50],
  run: async (input, { call, terminal }) => {
    const query = input.positionals.join(" ");
    const args = given({ query, country: textOption(input, "country"), locale: input.locale });
    const { answer } = await call(companySearch, args, [], OPERATOR);
    if (input.json) {
      terminal.out(JSON.stringify(answer, null, 2));
      return;
    }
    if (answer.count === 0)
      terminal.out({ sk: "Nič sa nenašlo.", cs: "Nic se nenašlo.", en: "Nothing found." }[input.locale]);
    for (const { ico, country, nace, active, untrusted } of answer.results) {
      const activity = nace === null ? "" : `  NACE ${formatNace(nace.code)}`;
      const ceased = active ? "" : { sk: "  (zaniknutá)", cs: "  (zaniklá)", en: "  (ceased)" }[input.locale];
      terminal.out(`${ico} ${country}  ${printable(untrusted.name)}${activity}${ceased}`);
    }
    for (const gap of answer.incomplete) terminal.out(gapWords(gap, input.locale));
  },
};
