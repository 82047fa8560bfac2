import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LOCALES } from "../../src/core/locale.ts";
import { paths } from "../../src/faces/web/paths.ts";
import { knowledge } from "../../src/knowledge/shipped.fixture.ts";
import { type Crawl, crawl } from "./crawl.ts";
import { GENEROUS, startTestService, type TestService } from "./service.fixture.ts";

/** Where an address of the site may lead elsewhere; everything else answers by itself. */
const REDIRECTS: readonly RegExp[] = [
  /^\/(search|firma|questionnaires?|ai-act|account|organizations|suppliers)\b/,
  // Forms send empty fields; the answer stands at the address without them.
  /^\/what-if\?.*=(&|$)/,
];

let dosah: TestService;

beforeAll(async () => {
  dosah = await startTestService({ limits: GENEROUS });
});

afterAll(() => dosah.close());

/** Files of what somebody stated, or of a register. */
const LATER = [
  paths.radarCsv,
  paths.whatIfCalendar,
  paths.whatIfNotification,
  paths.questionnaireCsv,
  paths.questionnaireJson,
];

describe.each(LOCALES)("from the start page in %s", (locale) => {
  let found: Crawl;

  beforeAll(async () => {
    found = await crawl((address) => dosah.fetch(address, { redirect: "manual" }), locale);
  });

  test("every link leads to a page, a file or an endpoint that answers", () => {
    expect(deadLinks(found)).toEqual([]);
    expect(found.pages.size).toBeGreaterThan(100);
  });

  test("every part of a page that a link names is there", () => {
    expect(missingParts(found)).toEqual([]);
    expect(found.anchors.length).toBeGreaterThan(50);
  });

  test("every page, obligation and area of the questionnaire is reached", () => {
    const { obligations, questionnaire } = knowledge;
    const reached = new Set([...found.pages.keys()].map((address) => address.split("?")[0]));
    const wanted = [
      // With a sample there are no counts, before a day no calendar, before an answer none to keep: nothing leads there.
      ...Object.values(paths).filter((path) => !LATER.some((file) => file === path)),
      ...[...obligations.byCode.keys()].map((code) => `${paths.obligations}/${code}`),
      ...questionnaire.areas.map(({ id }) => `${paths.questionnaire}/${id}`),
    ];
    expect(wanted.filter((path) => !reached.has(`/${locale}${path}`))).toEqual([]);
    for (const file of ["obligations.json", "questionnaire.json", "nace-to-nis2.csv", "ai-act.json"])
      expect(reached).toContain(`/api/opendata/${file}`);
  });
});

test("a dead link, a part that is not there and a page without a way in are found out", async () => {
  const site: Readonly<Record<string, string>> = {
    "/sk": '<a href="/sk/a#here">A</a> <a href="/sk/a#gone">A</a> <a href="/sk/missing">B</a>',
    "/sk/a": '<p id="here">A</p>',
    "/sk/lonely": "nobody links here",
  };
  const found = await crawl(async (address) => {
    const body = site[address];
    return new Response(body ?? "", {
      status: body === undefined ? 404 : 200,
      headers: { "Content-Type": "text/html; charset=UTF-8" },
    });
  }, "sk");
  expect(deadLinks(found)).toEqual(["404 /sk/missing from /sk"]);
  expect(missingParts(found)).toEqual(["/sk -> /sk/a#gone"]);
  expect([...found.pages.keys()]).not.toContain("/sk/lonely");
});

function deadLinks({ pages, from }: Crawl): string[] {
  return [...pages]
    .filter(([address, { status }]) => status !== 200 && !isKnownRedirect(address, status))
    .map(([address, { status }]) => `${status} ${address} from ${from.get(address)}`);
}

function missingParts({ pages, anchors }: Crawl): string[] {
  return anchors
    .filter(({ to, id }) => pages.get(to)?.ids?.has(id) === false)
    .map(({ from, to, id }) => `${from} -> ${to}#${id}`);
}

function isKnownRedirect(address: string, status: number): boolean {
  return (
    status >= 301 && status <= 303 && REDIRECTS.some((pattern) => pattern.test(address.replace(/^\/(sk|cs|en)/, "")))
  );
}
