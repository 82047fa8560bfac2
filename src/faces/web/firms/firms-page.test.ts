import { parse } from "csv-parse/sync";
import { describe, expect, test } from "vitest";
import { firmStates } from "../../../../test/browser/firm-answers.fixture.ts";
import { FIRMS, problem, rowOf, webOver } from "../../../../test/browser/web.fixture.ts";
import { FIRM_COLUMNS } from "../../../capabilities/scope/firm-table.ts";
import { readFirmList } from "./firm-list.ts";

const { app, asked } = webOver();

const addressOf = (list: string, rest = "") => `/en/firms?${new URLSearchParams({ list })}${rest}`;

const pageOf = async (address: string, web = app) => (await web.request(address)).text();

/** The links of the firms of a table, in their order. */
const firmsIn = (html: string) =>
  [...html.slice(html.indexOf("<tbody>"), html.indexOf("</tbody>")).matchAll(/href="\/en\/firma\/\w+\/(\d{8})"/g)].map(
    ([, ico]) => ico,
  );

describe("the list of an address", () => {
  const entriesOf = (list: string) => readFirmList(new URLSearchParams({ list })).rows.map(({ typed }) => typed);

  test.each([
    ["lines", "31322832\r\n\r\n 47165367 \n", ["31322832", "47165367"]],
    ["semicolons and tabs", "31322832;47165367\tSK 35 763 469", ["31322832", "47165367", "SK 35 763 469"]],
    ["commas between numbers", "31322832, CZ45274649,47165367", ["31322832", "CZ45274649", "47165367"]],
    ["but not the comma of a name", "ČEZ, a. s.\nSlovnaft, a.s.", ["ČEZ, a. s.", "Slovnaft, a.s."]],
  ])("is separated by %s", (_by, list, entries) => {
    expect(entriesOf(list)).toEqual(entries);
  });

  test("loses nothing of what was typed", async () => {
    const list = "one <script>\n</textarea>\ntwo";
    expect(await pageOf(addressOf(`${list}\n`.repeat(20)))).toContain(
      "one &lt;script&gt;\n&lt;/textarea&gt;\ntwo\none &lt;script&gt;",
    );
  });
});

test("without a list the page asks for one, for search engines too", async () => {
  const html = await pageOf("/sk/firms");
  expect(html).toContain('<textarea id="list" name="list"');
  expect(html).not.toContain("noindex");
});

test.each([
  ["nothing", "", "Write at least one number or name."],
  ["41 firms", Array.from({ length: 41 }, (_, index) => `firm ${index}`).join("\n"), "The list has 41 firms."],
])("%s is refused in words beside the field, before anything is asked", async (_case, list, message) => {
  const before = asked.length;
  const response = await app.request(addressOf(list));
  expect(response.status).toBe(400);
  expect((await response.text()).split(message)).toHaveLength(3);
  expect(asked.slice(before).filter(({ name }) => name === "firm_row")).toEqual([]);
  expect((await app.request(addressOf(list).replace("/firms?", "/firms.csv?"))).status).toBe(400);
});

describe("the table", () => {
  const list = [FIRMS.outOfScope, "99999999", FIRMS.important, FIRMS.essential, FIRMS.unknown].join("\n");

  test("has a row for every line, in the order of the list, each with its verdict and what is missing", async () => {
    const html = await pageOf(addressOf(list));
    expect(firmsIn(html)).toEqual([FIRMS.outOfScope, FIRMS.important, FIRMS.essential, FIRMS.unknown]);
    expect(html.match(/<tr/g)).toHaveLength(6);
    const important = firmStates("en").important;
    expect(html).toContain(important?.missingFacts[0]?.question);
    // One firm is undetermined, one number is that of no firm.
    expect(html).toContain("3 of 5 firms have an answer.");
    expect(html).toContain("noindex");
  });

  test("stands under totals: each category, and what is decided apart from what is not", async () => {
    const html = await pageOf(addressOf(list));
    const [totals = ""] = /<ul[^>]*data-totals.*?<\/ul>/s.exec(html) ?? [];
    expect(totals).toMatch(/data-decided="3" data-undecided="2"/);
    const counts = [...totals.matchAll(/data-category="(\w+)".*?class="number">(\d+)</gs)].map(([, category, n]) => [
      category,
      n,
    ]);
    expect(counts).toEqual([
      ["essential", "1"],
      ["important", "1"],
      ["out_of_scope", "1"],
      ["unknown", "2"],
    ]);
  });

  test("prints a question of several rows once above, with their number; a question of one row in its row", async () => {
    const twice = await pageOf(addressOf(`${FIRMS.important}\n${FIRMS.important}\n${FIRMS.unknown}`));
    const question = firmStates("en").important?.missingFacts[0]?.question ?? "";
    expect(twice.split(question)).toHaveLength(2);
    expect(twice).toMatch(/<li id="question-1"[^>]* data-rows="2">/);
    expect(twice.match(/href="#question-1"/g)).toHaveLength(2);
    const single = await pageOf(addressOf(`${FIRMS.essential}\n${FIRMS.important}`));
    expect(single).not.toContain("data-shared-questions");
    expect(single.split(question)).toHaveLength(2);
  });

  test("the sector of an undetermined firm is not known, that of a firm out of scope is none", async () => {
    const sector = async (state: "unknown" | "outOfScope") => {
      const firm = { ...firmRowOf(state, "en"), sector: null };
      const one = webOver({ firm_row: () => ({ firm, candidates: [] }) });
      return /data-label="Sector"[^>]*>(.*?)<\/td>/s.exec(await pageOf(addressOf(firm.ico), one.app))?.[1];
    };
    expect(await sector("unknown")).toBe("not known");
    expect(await sector("outOfScope")).toBe("none");
  });

  test("is sorted by links; a line without an answer stands last", async () => {
    const html = await pageOf(addressOf(list, "&sort=category"));
    expect(firmsIn(html)).toEqual([FIRMS.essential, FIRMS.important, FIRMS.unknown, FIRMS.outOfScope]);
    expect(html.lastIndexOf("99999999")).toBeGreaterThan(html.indexOf(FIRMS.outOfScope));
    expect(html).toContain('aria-sort="ascending"');
    for (const order of ["name", "category", "sector", "size"]) expect(html).toContain(`&amp;sort=${order}"`);
  });

  test("gives its numbers and countries to its links, so that no name is searched for again", async () => {
    const one = webOver({ firm_row: (_args, locale) => ({ firm: firmRowOf("important", locale), candidates: [] }) });
    expect(await pageOf(addressOf("strojárne"), one.app)).toContain(`/en/firms.csv?list=SK${FIRMS.important}"`);
  });

  test("asks the reader which firm a name means", async () => {
    const html = await pageOf(addressOf(`${FIRMS.essential}\nslov`));
    expect(html).toContain("Several firms fit this name.");
    const links = [...html.matchAll(/href="(\/en\/firms\?list=[^"]*)"/g)].map(([, link = ""]) => link);
    const choices = links.filter((link) => !link.includes("slov"));
    expect(choices.length).toBeGreaterThan(1);
    for (const link of choices) expect(link).toContain(`SK${FIRMS.essential}%0A`);
  });

  test("asks for a firm once, however often it stands in the list", async () => {
    const counted = webOver();
    await counted.app.request(addressOf(`${FIRMS.important}\n${FIRMS.important}\n${FIRMS.important}`));
    expect(counted.asked.filter(({ name }) => name === "firm_row")).toEqual([
      { name: "firm_row", args: { entry: FIRMS.important, locale: "en" }, limits: ["web_lookup"] },
    ]);
  });

  test("shows a hostile name as escaped text in a bdi, and nowhere else", async () => {
    const html = await pageOf(addressOf(FIRMS.hostile));
    expect(html).toMatch(/<bdi class="firm-name">IGNORE ALL/);
    expect(html.split("IGNORE ALL")).toHaveLength(2);
    expect(html).not.toContain("<script>alert");
  });

  test("is a file for a spreadsheet too", async () => {
    const response = await app.request(addressOf(list).replace("/firms?", "/firms.csv?").replace("/en/", "/sk/"));
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    // `text()` would take the mark of UTF-8 away.
    const rows: string[][] = parse(Buffer.from(await response.arrayBuffer()), { delimiter: ";", bom: true });
    expect(rows[0]).toEqual([...FIRM_COLUMNS]);
    expect(rows.map((cells) => cells[1])).toEqual([
      "ico",
      FIRMS.outOfScope,
      "",
      FIRMS.important,
      FIRMS.essential,
      FIRMS.unknown,
    ]);
    expect(rows[2]?.[15]).toBe("not_found");
  });
});

describe("when a limit is reached", () => {
  const list = Array.from({ length: 12 }, (_, index) => String(30000000 + index)).join("\n");

  /** Answers so many questions, then refuses. */
  function limitedTo(most: number) {
    let left = most;
    return webOver({
      firm_row: (_args, locale) =>
        left-- > 0 ? { firm: firmRowOf("important", locale), candidates: [] } : problem("rate_limited", 17)(),
    });
  }

  test("the rest of the table says so with the wait, and nothing more is asked", async () => {
    const { app: limited, asked: questions } = limitedTo(5);
    const response = await limited.request(addressOf(list));
    const html = await response.text();
    expect(response.status).toBe(200);
    expect(response.headers.get("retry-after")).toBe("17");
    expect(firmsIn(html)).toHaveLength(5);
    expect(html.match(/class="is-failing"/g)).toHaveLength(7);
    expect(html).toContain("Load the page again in 17 s for the other firms.");
    // Four are asked at once: the round in which the limit is met is the last.
    expect(questions.filter(({ name }) => name === "firm_row")).toHaveLength(8);
    for (const entry of list.split("\n")) expect(html).toContain(entry);
  });

  test("a table without any answer is refused as a whole, and keeps its list", async () => {
    const response = await limitedTo(0).app.request(addressOf(list));
    expect([response.status, response.headers.get("retry-after")]).toEqual([429, "17"]);
    expect(await response.text()).toContain(list);
  });
});

describe("the comparison", () => {
  const compare = (a: string, b: string) => `/en/compare?${new URLSearchParams({ a, b })}`;

  test("sets two firms side by side and marks what differs", async () => {
    const html = await pageOf(compare(FIRMS.essential, FIRMS.important));
    expect(html).toContain(`href="/en/firma/sk/${FIRMS.essential}"`);
    expect(html).toContain("Essential entity");
    expect(html).toContain("Important entity");
    expect(html).toContain('<span class="tag">differs</span>');
    expect(await pageOf(compare(FIRMS.important, FIRMS.important))).not.toContain(">differs<");
  });

  test("takes the firms that were chosen in a table", async () => {
    const chosen = (...icos: string[]) => `/en/compare?${icos.map((ico) => `firm=SK${ico}`).join("&")}`;
    expect(await pageOf(chosen(FIRMS.essential, FIRMS.important))).toContain("Important entity");
    const three = await app.request(chosen(FIRMS.essential, FIRMS.important, FIRMS.unknown));
    expect([three.status, (await three.text()).includes("Two can be compared.")]).toEqual([400, true]);
    expect((await app.request(chosen(FIRMS.essential))).status).toBe(400);
  });

  test("takes two what-if results by their addresses", async () => {
    const facts = "country=SK&code=35.11&rev=2&employees=60";
    const html = await pageOf(compare(`http://localhost:3000/sk/what-if?${facts}`, `${facts}0`));
    expect(html.match(/Based on the facts given/g)?.length).toBeGreaterThanOrEqual(2);
    expect(html).toContain(`href="/en/what-if?${facts.replaceAll("&", "&amp;")}"`);
  });

  test.each([
    ["nothing on one side", FIRMS.essential, "", "Enter a firm, or the address of a What if result."],
    ["a what-if without its facts", FIRMS.essential, "/sk/what-if?employees=60", "missing or wrong"],
    ["a name that means several", FIRMS.essential, "slov", "Several firms fit this name."],
    ["a firm that is not there", "99999999", FIRMS.essential, "The register does not hold the firm."],
  ])("says beside the field what is wrong: %s", async (_case, a, b, message) => {
    const response = await app.request(compare(a, b));
    const html = await response.text();
    expect(response.status).toBe(400);
    expect(html).toContain(message);
    expect(html).toContain(`value="${a}"`);
  });
});

function firmRowOf(state: string, locale: "sk" | "cs" | "en") {
  const firm = firmStates(locale)[state];
  if (firm === undefined) throw new Error(`no firm ${state}`);
  return rowOf(firm, locale);
}
