// How long does the search of activities take? Times building the index, and every phrase of the list as a query.
import { LOCALES } from "../../src/core/locale.ts";
import { loadKnowledge } from "../../src/knowledge/knowledge.ts";
import { createActivityFinder } from "../../src/rules/activity-search/activity-search.ts";

const knowledge = loadKnowledge();
const queries = knowledge.activities.words.flatMap(({ words }) =>
  LOCALES.flatMap((locale) => words[locale].map((phrase) => ({ phrase, locale }))),
);

const builtFrom = performance.now();
const finder = createActivityFinder(knowledge);
const built = performance.now() - builtFrom;

const ask = () => queries.map(({ phrase, locale }) => finder.find(phrase, null, locale, 20));
ask();
const times = queries.map(({ phrase, locale }) => {
  const from = performance.now();
  finder.find(phrase, null, locale, 20);
  return performance.now() - from;
});
times.sort((one, other) => one - other);
const at = (share: number) => (times[Math.floor((times.length - 1) * share)] ?? 0).toFixed(3);
const wordsBefore = performance.now();
for (const { phrase } of queries) knowledge.activities.words.filter(({ words }) => words.sk.includes(phrase));
const scan = (performance.now() - wordsBefore) / queries.length;

console.log(`index built in ${built.toFixed(0)} ms; ${queries.length} queries`);
console.log(`one query: median ${at(0.5)} ms, 95 % under ${at(0.95)} ms, 99 % under ${at(0.99)} ms`);
console.log(`beside it, looking for the exact phrase in the Slovak list: ${scan.toFixed(3)} ms`);
