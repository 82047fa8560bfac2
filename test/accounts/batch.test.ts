import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { unzip } from "../../src/documents/unzip.fixture.ts";
import { describeOnBoth, type Installation } from "../promises/installation.fixture.ts";
import { GENEROUS } from "../promises/service.fixture.ts";
import { person } from "./organization.fixture.ts";

const PATH = "/api/v1/batch/scope-check";

async function keyOf(here: Installation): Promise<string> {
  const { email } = await person(here);
  return (await here.run(`key issue --email ${email} --name batch`)).out;
}

const send = (here: Installation, key: string, body: string, type = "application/json", query = "", accept = "") =>
  here.service.fetch(`${PATH}${query}`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${key}`,
      "Content-Type": type,
      ...(accept === "" ? {} : { Accept: accept }),
    },
    body,
  });

/** The limits of the shipped table but for one row. */
const withRow = (line: string) => ({
  limits: [...GENEROUS.filter((each) => !each.startsWith(line.split(":")[0] ?? "")), line],
});

describeOnBoth("a batch", (install) => {
  test("answers as many rows as it gets, in their order, and says of each why it has no firm", async () => {
    const here = await install({ limits: GENEROUS });
    const key = await keyOf(here);
    const rows = [
      { ico: "CZ49240901" },
      { ico: "12345678" },
      { ico: "DE123456789" },
      { ico: "36631124", country: "SK", label: "Pošta", employees: 10 },
      "no object",
      { ico: "49240901", country: "CZ" },
      // Found in Slovakia; the Czech sample cannot say that no Czech firm has the number.
      { ico: 31340822 },
      { ico: "SK49240901", country: "CZ" },
      { ico: 31340822, country: "SK" },
    ];
    const response = await send(here, key, JSON.stringify({ rows, locale: "en" }));
    expect(response.status).toBe(200);
    const answer = await response.json();
    expect(answer).toMatchObject({ count: 9, answered: 4, failed: 5, duplicates: 1, indicative: true });
    expect(answer.rows.map((row: { row: number }) => row.row)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(answer.rows.map((row: Record<string, unknown>) => Object(row.error).code ?? row.category)).toEqual([
      "essential",
      "not_held",
      "tax_number",
      expect.stringMatching(/^(important|out_of_scope|essential|unknown)$/),
      "unreadable_row",
      "essential",
      "not_held",
      "country_conflict",
      "out_of_scope",
    ]);
    expect(answer.rows[5]).toMatchObject({ duplicateOf: 1 });
    expect(answer.rows[3]).toMatchObject({ statedFacts: ["employees"], untrusted: { label: "Pošta" } });
    for (const row of answer.rows) expect("category" in row).toBe(!("error" in row));
  });

  test("takes a table as text, and gives lines, a table or a workbook", async () => {
    const here = await install({ limits: GENEROUS });
    const key = await keyOf(here);
    const text = "ičo;označenie\n49240901;=1+1\n2739;DIAMO\n;x";
    const csv = await (await send(here, key, text, "text/csv", "?format=csv&locale=sk")).text();
    const [head, ...lines] = csv.replace("\u{feff}", "").trim().split("\r\n");
    expect(head).toBe(
      "row;ico;country;label;tags;name;status;category;sector;nace;size;unknownReason;missingFacts;regime;statedFacts;alsoIn;dataAsOf;ruleSetVersion;verdictUrl;errorCode;errorMessage",
    );
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(/^2;49240901;CZ;'=1\+1;/);
    expect(lines[2]).toContain("no_firm");
    const ndjson = await send(here, key, text, "text/plain", "", "application/x-ndjson");
    expect(ndjson.headers.get("Content-Type")).toBe("application/x-ndjson");
    const objects = (await ndjson.text())
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(objects).toHaveLength(4);
    expect(objects.at(-1).summary).toMatchObject({
      count: 3,
      answered: 2,
      warnings: [{ code: "zeros_added", rows: [3] }],
    });
    const sheet = async () =>
      Buffer.from(await (await send(here, key, text, "text/csv", "?format=xlsx")).arrayBuffer());
    const [once, again] = [await sheet(), await sheet()];
    expect(once.equals(again)).toBe(true);
    const parts = unzip(once);
    expect([...parts.keys()].filter((name) => name.includes("worksheets/sheet"))).toHaveLength(3);
  });

  test("counts rows that are looked up for the account, all its keys together; what is refused counts nothing", async () => {
    const here = await install(withRow("batch_rows: { perDay: 3 }"));
    const { email } = await person(here);
    const [one, other] = [
      (await here.run(`key issue --email ${email} --name one`)).out,
      (await here.run(`key issue --email ${email} --name other`)).out,
    ];
    const rows = (...icos: string[]) => JSON.stringify({ rows: icos.map((ico) => ({ ico })) });
    expect((await send(here, one, rows("49240901", "49240901", "x"))).status).toBe(200);
    const refused = await send(here, other, rows("49240901", "2739", "36631124"));
    expect([refused.status, Number(refused.headers.get("Retry-After")) > 0]).toEqual([429, true]);
    expect((await refused.json()).code).toBe("rate_limited");
    expect((await send(here, other, rows("49240901", "36631124"))).status).toBe(200);
    expect((await send(here, other, rows("49240901"))).status).toBe(429);
  });

  test("refuses what is no text, no key, too many rows or too many bytes as a whole", async () => {
    const here = await install({ limits: GENEROUS });
    const key = await keyOf(here);
    const codeOf = async (response: Response) => [response.status, (await response.json()).code];
    expect(await codeOf(await send(here, key, "PK\u0003\u0004\0\0", "text/csv"))).toEqual([400, "not_text"]);
    expect(await codeOf(await send(here, key, "1\n".repeat(5_001), "text/csv"))).toEqual([400, "too_many_rows"]);
    expect(await codeOf(await send(here, key, "\n", "text/csv"))).toEqual([400, "invalid_arguments"]);
    expect(await codeOf(await send(here, key, "1".repeat(1024 * 1024 + 1), "text/csv"))).toEqual([
      413,
      "body_too_large",
    ]);
    expect(await codeOf(await send(here, key, "<a/>", "text/xml"))).toEqual([415, "unsupported_media_type"]);
    expect(await codeOf(await send(here, "dosah_x", "1", "text/csv"))).toEqual([401, "unauthorized"]);
    expect((await send(here, key, "1\n".repeat(5_000), "text/csv")).status).toBe(200);
  });

  test("is a command too", async () => {
    const here = await install({ limits: GENEROUS });
    const file = join(here.operator.dir, "firms.csv");
    writeFileSync(file, Buffer.from("n\u00e1zev;i\u010do\n\u010cEZ;45274649\n;x\n", "utf8"));
    const done = await here.run(`batch ${file} --format csv --locale en`);
    expect(done.out.split("\n")).toHaveLength(3);
    expect((await here.run(`batch ${file} --strict`)).code).toBe(1);
    expect((await here.run("batch /no/such/file")).code).toBe(2);
    const out = join(here.operator.dir, "firms.xlsx");
    await here.run(`batch ${file} --format xlsx --out ${out}`);
    expect(readFileSync(out).subarray(0, 2).toString()).toBe("PK");
  });
});
