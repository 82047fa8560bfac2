import { regulatoryFeedRefresh } from "../../../capabilities/feed/regulatory-feed-refresh.ts";
import type { Locale } from "../../../core/locale.ts";
import { type Command, OPERATOR } from "../command.ts";

/** `dosah feed refresh`: asks every source of the regulatory feed now. */
export const feedRefresh: Command = {
  words: "feed refresh",
  usage: "feed refresh [--due] [--json]",
  help: "read the sources of the regulatory feed",
  options: { due: { type: "boolean" } },
  run: async (input, { call, terminal }) => {
    const args = { force: input.values.due !== true, locale: input.locale };
    const { answer } = await call(regulatoryFeedRefresh, args, [], OPERATOR);
    if (input.json) {
      terminal.out(JSON.stringify(answer, null, 2));
      return;
    }
    for (const { id, name, result, added, failure } of answer.sources) {
      const what =
        result === "failed" ? `${text.failed[input.locale]}: ${failure}` : result === "read" ? `+${added}` : "=";
      (result === "failed" ? terminal.err : terminal.out)(`${id.padEnd(20)} ${what.padEnd(24)} ${name}`);
    }
    terminal.out(text.total[input.locale](answer.added, answer.failed));
  },
};

const text = {
  failed: { sk: "neodpovedal", cs: "neodpověděl", en: "failed" },
  total: {
    sk: (added, failed) => `Nových položiek: ${added}. Zdrojov bez odpovede: ${failed}.`,
    cs: (added, failed) => `Nových položek: ${added}. Zdrojů bez odpovědi: ${failed}.`,
    en: (added, failed) => `New items: ${added}. Sources without an answer: ${failed}.`,
  } satisfies Record<Locale, (added: number, failed: number) => string>,
} as const;
