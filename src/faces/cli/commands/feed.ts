import { regulatoryFeed } from "../../../capabilities/feed/regulatory-feed.ts";
import { FEED_TOPICS, JURISDICTIONS } from "../../../core/feed-item.ts";
import { type Command, given, numberOption, OPERATOR, printable, textOption } from "../command.ts";

/** `dosah feed`: the newest items of the regulatory feed. */
export const feed: Command = {
  words: "feed",
  usage: `feed [--jurisdiction ${JURISDICTIONS.join("|")}] [--topic ${FEED_TOPICS.join("|")}] [--limit N] [--json]`,
  help: "what is new in the rules, newest first",
  options: { jurisdiction: { type: "string" }, topic: { type: "string" }, limit: { type: "string" } },
  run: async (input, { call, terminal }) => {
    const args = given({
      jurisdiction: textOption(input, "jurisdiction"),
      topic: textOption(input, "topic"),
      limit: numberOption(input, "limit"),
      locale: input.locale,
    });
    const { answer } = await call(regulatoryFeed, args, [], OPERATOR);
    if (input.json) {
      terminal.out(JSON.stringify(answer, null, 2));
      return;
    }
    for (const { publishedAt, jurisdiction, topics, source, title, untrusted, url } of answer.items) {
      const marks = [jurisdiction, ...topics].join(" ");
      terminal.out(
        `${publishedAt.slice(0, 10)}  ${marks}  ${printable(source.name)}: ${title ?? printable(untrusted.title)}`,
      );
      terminal.out(`    ${printable(url)}`);
    }
    terminal.out("");
    terminal.out(answer.disclaimer);
  },
};
