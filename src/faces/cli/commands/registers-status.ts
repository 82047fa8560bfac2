import { sourceStatus } from "../../../capabilities/registers/source-status.ts";
import type { Localized } from "../../../core/locale.ts";
import { formatNumber } from "../../../core/text.ts";
import { type Command, OPERATOR } from "../command.ts";

const builtHere: Localized = { sk: "Vytvorené tu", cs: "Vytvořeno zde", en: "Built here" };

const fetched: Localized = {
  sk: "Prevzaté zo SNAPSHOT_URL",
  cs: "Převzato ze SNAPSHOT_URL",
  en: "Fetched from SNAPSHOT_URL",
};

/** `dosah registers status`: what is loaded, and how old it is. */
export const registersStatus: Command = {
  words: "registers status",
  usage: "registers status [--json]",
  help: "which registers are loaded, and how old",
  run: async (input, { call, terminal }) => {
    const { answer } = await call(sourceStatus, { locale: input.locale }, [], OPERATOR);
    if (input.json) {
      terminal.out(JSON.stringify(answer, null, 2));
      return;
    }
    for (const { country, companies, active, dataAsOf, isSample } of answer.holdings) {
      const kind = isSample ? { sk: "vzorka", cs: "vzorek", en: "sample" }[input.locale] : "";
      terminal.out(
        `${country}  ${formatNumber(companies, input.locale)} (${formatNumber(active, input.locale)})  ${dataAsOf}  ${kind}`.trimEnd(),
      );
      for (const source of answer.sources.filter((each) => each.country === country)) {
        terminal.out(`    ${source.name}  ${source.asOf}  ${formatNumber(source.rows, input.locale)}`);
      }
    }
    const { origin, builtAt, fetchedAt } = answer.snapshot;
    if (origin === "import") terminal.out(`${builtHere[input.locale]}  ${builtAt}`);
    if (fetchedAt !== null) terminal.out(`${fetched[input.locale]}  ${fetchedAt}`);
  },
};
