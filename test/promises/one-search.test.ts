import { afterAll, beforeAll, expect, test } from "vitest";
import { CZ, registerFiles, SK } from "./register-files.fixture.ts";
import { runDosah } from "./run-command.fixture.ts";
import {
  GENEROUS,
  openTestServices,
  startTestService,
  type TestService,
  type TestServices,
} from "./service.fixture.ts";

let served: TestService;
let inProcess: TestServices;

beforeAll(async () => {
  [served, inProcess] = await Promise.all([
    startTestService({ files: registerFiles, limits: GENEROUS }),
    openTestServices({ files: registerFiles }),
  ]);
});

afterAll(() => Promise.all([served.close(), inProcess.close()]));

interface Hit {
  readonly country: string;
  readonly ico: string;
  readonly match: string;
}

/** Country, number and why it was found, in the order of the answer. */
const shown = (results: readonly Hit[]) => results.map(({ country, ico, match }) => `${country}${ico} ${match}`);

const QUERIES = [
  ["a name", "omikron"],
  ["words in another order", "elektraren velka"],
  ["more firms than a page", "mnohokrat"],
  ["a legal form behind the name", "velka elektrarna s.r.o."],
  ["one typing error", "omikrom"],
  ["the start of a number", CZ.essential.slice(0, 6)],
  ["a number with a name of another firm", `${SK.agreed}, pekaren`],
  ["nothing", "qqqqqq"],
  ["a foreign VAT number", "DE123456789"],
  ["an address", "https://www.omikron.sk/kontakt"],
];

test.each(QUERIES)("tool, REST, page 1 and command give the same firms for %s", async (_, query) => {
  const { structuredContent } = await served.tool("company_search", { query });
  const tool = shown(structuredContent.results);
  const rest = await (await served.fetch(`/api/company-search?q=${encodeURIComponent(query)}`)).json();
  expect(shown(rest.results)).toEqual(tool);
  expect(rest.reading.kind).toBe(structuredContent.reading.kind);
  const html = await (await served.fetch(`/sk/search?q=${encodeURIComponent(query)}`)).text();
  const onPage = [...html.matchAll(/data-hit="(\w+)" data-match="(\w+)"/g)].map(
    ([, firm, match]) => `${firm} ${match}`,
  );
  expect(onPage).toEqual(tool);
  const { out } = await runDosah(inProcess.call, ["search", query, "--json"]);
  expect(shown(JSON.parse(out).results)).toEqual(tool);
});

test("among these are firms of several tiers, and questions that find none", async () => {
  const matches = new Set<string>();
  let empty = 0;
  for (const [, query] of QUERIES) {
    const { results } = (await served.tool("company_search", { query })).structuredContent;
    for (const { match } of results) matches.add(match);
    if (results.length === 0) empty += 1;
  }
  expect([...matches].sort()).toEqual(["exact", "similar", "starts", "words"]);
  expect(empty).toBeGreaterThanOrEqual(2);
});
