// How well do the topic rules of the feed do? Prints precision and recall over the hand-labelled titles.
import { join } from "node:path";
import { z } from "zod";
import { FEED_TOPICS } from "../../src/core/feed-item.ts";
import { loadTopicRules } from "../../src/knowledge/feed-topics.ts";
import { KNOWLEDGE_DIR, loadCsv } from "../../src/knowledge/load.ts";
import { createTopicClassifier } from "../../src/rules/feed-topics/classify-topics.ts";
import { type LabelledTitle, score } from "../../src/rules/feed-topics/labelled.ts";

const row = z.object({ lang: z.string(), topics: z.string(), title: z.string() });
const files = { tuned: "labelled-titles.csv", "held out": "held-out-titles.csv" };
const rules = loadTopicRules(KNOWLEDGE_DIR);
const classify = createTopicClassifier(rules);
const topicsOf = (title: string) => classify(title, "").map(({ topic }) => topic);
const percent = (share: number | null) => (share === null ? "-" : `${(share * 100).toFixed(1)} %`).padStart(8);

console.log(`Rules ${rules.version} of ${rules.changedOn}: ${rules.rules.length} rules`);
for (const [name, file] of Object.entries(files)) {
  const titles = loadCsv(join(import.meta.dirname, "../../src/rules/feed-topics", file), row).map(
    ({ lang, title, topics }): LabelledTitle => ({
      lang,
      title,
      topics: FEED_TOPICS.filter((topic) => topics.split(";").includes(topic)),
    }),
  );
  console.log(`\n${name}: ${titles.length} titles    precision   recall   right wrong missed`);
  for (const only of [undefined, ...FEED_TOPICS]) print(only ?? "all", score(titles, topicsOf, only));
  for (const lang of ["sk", "cs", "en"])
    print(
      lang,
      score(
        titles.filter((title) => title.lang === lang),
        topicsOf,
      ),
    );
  for (const { title, topics } of titles) {
    const given = topicsOf(title);
    if (given.join() !== topics.join())
      console.log(`  said ${given.join(";") || "none"}, people ${topics.join(";") || "none"}: ${title}`);
  }
}

function print(what: string, { precision, recall, right, wrong, missed }: ReturnType<typeof score>): void {
  console.log(`  ${what.padEnd(20)} ${percent(precision)} ${percent(recall)}   ${right} ${wrong} ${missed}`);
}
