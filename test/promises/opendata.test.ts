import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { NACE_COLUMNS } from "../../src/capabilities/opendata/nace-columns.ts";
import { KNOWLEDGE_DIR } from "../../src/knowledge/load.ts";
import { loadReleases } from "../../src/knowledge/releases.ts";
import { knowledge } from "../../src/knowledge/shipped.fixture.ts";
import { GENEROUS, type Json, startTestService, type TestService } from "./service.fixture.ts";

const FILES = {
  "obligations.json": "obligations",
  "questionnaire.json": "questionnaire",
  "nace-to-nis2.csv": "nace",
  "ai-act.json": "ai-act",
} as const;

const names = Object.entries(FILES);
const { newest, byPart } = knowledge.changelog;

let one: TestService;
let other: TestService;

beforeAll(async () => {
  one = await startTestService({ limits: GENEROUS });
  other = await startTestService({ limits: GENEROUS, env: { BASE_URL: "https://dosah.example" } });
  other.pass(40 * 86_400);
});

afterAll(async () => {
  await one.close();
  await other.close();
});

const download = async (name: string, from = one, init: RequestInit = {}) => from.fetch(`/api/opendata/${name}`, init);
const sha256 = (bytes: ArrayBuffer) => createHash("sha256").update(Buffer.from(bytes)).digest("hex");

/** The paths of all values that are `null` or of an empty text. */
function holes(value: unknown, path = ""): string[] {
  if (value === null || value === "") return [path];
  if (typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, inner]) => holes(inner, `${path}.${key}`));
}

describe.each(names)("%s", (name, part) => {
  test("is the same bytes on every instance, on any day, in whatever language is asked for", async () => {
    const first = await (await download(name)).arrayBuffer();
    expect(sha256(await (await download(name, other)).arrayBuffer())).toBe(sha256(first));
    expect(sha256(await (await download(`${name}?locale=en`)).arrayBuffer())).toBe(sha256(first));
    expect(sha256(await (await download(name, one, { headers: { "Accept-Language": "cs" } })).arrayBuffer())).toBe(
      sha256(first),
    );
  });

  test("carries the checksum that was recorded for its version, as a strong tag and as a digest", async () => {
    const response = await download(name, one, { headers: { "Accept-Encoding": "gzip" } });
    const sum = sha256(await response.arrayBuffer());
    const recorded = loadReleases(KNOWLEDGE_DIR)?.[part];
    const publishedOn = new Date(byPart[part].date);
    expect(sum).toBe(recorded?.sha256);
    expect(response.headers.get("etag")).toBe(`"${sum}"`);
    expect(response.headers.get("repr-digest")).toBe(`sha-256=:${Buffer.from(sum, "hex").toString("base64")}:`);
    expect(response.headers.get("content-disposition")).toContain(`-${recorded?.version}.`);
    expect(response.headers.get("last-modified")).toBe(publishedOn.toUTCString());
    expect(response.headers.get("link")).toBe(
      '<https://creativecommons.org/licenses/by/4.0/>; rel="license", </api/openapi.json>; rel="service-desc"',
    );
    expect(response.headers.get("cache-control")).toBe(
      "public, max-age=300, s-maxage=3600, stale-while-revalidate=86400, stale-if-error=604800, no-transform",
    );
    expect(response.headers.get("content-encoding")).toBeNull();
  });

  test("is packed for who accepts Brotli, under a tag and a checksum of that form", async () => {
    const plain = await download(name);
    // In process nothing is unpacked on the way.
    const headers = { "Accept-Encoding": "gzip, br" };
    const packed = await one.service.request(`/api/opendata/${name}`, { headers });
    const bytes = Buffer.from(await packed.arrayBuffer());
    const sum = createHash("sha256").update(bytes);
    const hex = sum.copy().digest("hex");
    expect(packed.headers.get("content-encoding")).toBe("br");
    expect(packed.headers.get("etag")).toBe(`"${hex}"`);
    expect(packed.headers.get("repr-digest")).toBe(`sha-256=:${sum.digest("base64")}:`);
    for (const response of [plain, packed]) expect(response.headers.get("vary")).toContain("Accept-Encoding");
    expect(brotliDecompressSync(bytes).toString("utf8")).toBe(await plain.text());
    expect(
      (await download(name, one, { headers: { "Accept-Encoding": "br", "If-None-Match": `"${hex}"` } })).status,
    ).toBe(304);
  });

  test("is not sent again to who has it, answers HEAD, and is open to any page", async () => {
    const response = await download(name);
    const etag = response.headers.get("etag") ?? "";
    const again = await download(name, one, { headers: { "If-None-Match": etag, Origin: "https://page.example" } });
    expect([again.status, await again.text()]).toEqual([304, ""]);
    expect(again.headers.get("etag")).toBe(etag);
    expect(again.headers.get("access-control-allow-origin")).toBe("*");
    expect(again.headers.get("access-control-expose-headers")).toContain("Repr-Digest");
    const head = await download(name, one, { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
    for (const header of ["etag", "repr-digest", "content-type", "link"])
      expect(head.headers.get(header)).toBe(response.headers.get(header));
    expect((await download(name, one, { method: "POST" })).status).toBe(405);
    expect((await download(`${name}?area=access`)).status).toBe(400);
  });
});

describe("the content", () => {
  const read = async (name: string): Promise<Json> => (await download(name)).json();

  test("of the JSON files is whole in all three languages, with version, day and licence", async () => {
    for (const [name] of names.filter(([each]) => each.endsWith(".json"))) {
      const file = await read(name);
      expect(file).toMatchObject({
        version: expect.stringMatching(/^\d+\.\d+$/),
        date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        licence: { id: "CC-BY-4.0" },
        indicative: true,
      });
      const optional = /\.(remark|limit|note|otherwise|assumed|inForceFrom|value)$/;
      expect(holes(file).filter((path) => !optional.test(path))).toEqual([]);
    }
  });

  test("of the obligations and the questionnaire point at each other, whole", async () => {
    const { items, count, acts } = await read("obligations.json");
    const { areas, count: questionCount } = await read("questionnaire.json");
    const questions = areas.flatMap((area: Json) => area.questions);
    expect([count, items.length, areas.length, questionCount, questions.length]).toEqual([30, 30, 13, 122, 122]);
    for (const { code, questions: ids } of items) {
      const pointing = questions.filter((question: Json) => question.obligations.includes(code));
      expect(ids, code).toEqual(pointing.map(({ id }: Json) => id));
    }
    const provisions = items.flatMap(({ legalBasis }: Json) =>
      Object.values<Json>(legalBasis).flatMap((basis) => basis.provisions),
    );
    const known = new Set(acts.map(({ id }: Json) => id));
    for (const { reference } of provisions) expect(known.has(reference.split(" ")[0]), reference).toBe(true);
  });

  test("of the table is CSV with the columns that the index describes, a row a code, and no formula", async () => {
    const response = await download("nace-to-nis2.csv");
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8; header=present");
    const text = await response.text();
    expect(text).not.toMatch(/[^\r]\n/);
    const rows: Record<string, string>[] = parse(text, { columns: true, record_delimiter: "\r\n" });
    const source: string[][] = parse(readFileSync(join(KNOWLEDGE_DIR, "nis2/nace-map.csv")));
    expect(rows.length).toBe(source.length - 1);
    expect(Object.keys(rows[0] ?? {})).toEqual(Object.keys(NACE_COLUMNS));
    expect(new Set(rows.map((row) => `${row.nace_revision} ${row.nace_code}`)).size).toBe(rows.length);
    for (const row of rows) {
      for (const cell of Object.values(row)) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
      for (const column of ["sector_sk", "sector_cs", "sector_en", "title_sk", "title_cs", "title_en", "entity_type"])
        expect(row[column], `${row.nace_revision} ${row.nace_code} ${column}`).not.toBe("");
      const isWeak = row.confidence === "weak" && row.sector !== "public-administration";
      for (const locale of ["sk", "cs", "en"]) expect(row[`condition_${locale}`] !== "").toBe(isWeak);
    }
    const power = rows.find((row) => row.nace_code === "35.11" && row.nace_revision === "2");
    expect(power).toMatchObject({ sector: "energy", annex: "I", sector_sk: "Energetika" });
  });

  test("of the AI Act has every class, use, practice and duty", async () => {
    const file = await read("ai-act.json");
    expect(file.classes).toHaveLength(4);
    expect(file.annexIIIUses).toHaveLength(17);
    expect(file.annexIIIExceptions).toHaveLength(4);
    expect(file.prohibitedPractices).toHaveLength(10);
    for (const { appliesFrom } of file.duties) expect(appliesFrom).toMatch(/^\d{4}-\d\d-\d\d$/);
  });
});

describe("the index", () => {
  test.each(["sk", "cs", "en"])(
    "in %s gives of everything the size and the checksum that a download has",
    async (locale) => {
      const response = await one.fetch(`/api/opendata?locale=${locale}`);
      const { datasets, count, version }: Json = await response.json();
      expect([version, count]).toEqual([newest.version, 8]);
      expect(datasets.map(({ id }: Json) => id)).toEqual([
        "obligations",
        "questionnaire",
        "nace-to-nis2",
        "ai-act",
        "scan-checks",
        "nis2-stats",
        "nis2-radar",
        "regulatory-feed",
      ]);
      for (const { url, sha256: announced, bytes, mediaType, updates, licence, terms } of datasets) {
        const path = url.replace("http://localhost:3000", "");
        const file = await one.fetch(path);
        const content = await file.arrayBuffer();
        expect([sha256(content), content.byteLength], url).toEqual([announced, bytes]);
        expect(file.headers.get("content-type")).toContain(mediaType);
        // Of what others published no licence of ours is claimed, but the terms are stated.
        expect(licence === null, url).toBe(updates === "live");
        if (licence === null) expect(terms.length).toBeGreaterThan(20);
      }
    },
  );

  test("says of a live dataset which day it is of", async () => {
    const { datasets }: Json = await (await one.fetch("/api/opendata")).json();
    const stats: Json = await (await one.fetch("/api/opendata/nis2-stats")).json();
    expect(datasets.find(({ id }: Json) => id === "nis2-stats").date).toBe(stats.dataAsOf);
  });

  test("describes the columns of the table", async () => {
    const { datasets }: Json = await (await one.fetch("/api/opendata")).json();
    const { columns } = datasets.find(({ id }: Json) => id === "nace-to-nis2");
    expect(columns.map(({ name }: Json) => name)).toEqual(Object.keys(NACE_COLUMNS));
  });
});

test("the changelog tells the versions in the language asked for, with confirmed provisions", async () => {
  for (const [locale, title] of [
    ["sk", "Prvé zverejnené znenie pravidiel"],
    ["cs", "První zveřejněné znění pravidel"],
    ["en", "First published rule set"],
  ]) {
    const { version, versions, parts }: Json = await (
      await one.fetch(`/api/opendata/changelog?locale=${locale}`)
    ).json();
    expect(version).toBe(newest.version);
    expect(versions.at(-1).title).toBe(title);
    expect(parts).toHaveLength(7);
    expect(holes(versions)).toEqual([]);
  }
});

test("more than sixty files a minute from one address are too many", async () => {
  const limited = await startTestService({});
  for (let count = 0; count < 60; count++) {
    expect((await limited.fetch("/api/opendata/ai-act.json", { method: "HEAD" })).status).toBe(200);
  }
  const refused = await limited.fetch("/api/opendata");
  expect([refused.status, Number(refused.headers.get("retry-after")) > 0]).toEqual([429, true]);
  await limited.close();
});
