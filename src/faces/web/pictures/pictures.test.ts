import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { expect, test } from "vitest";
import { webOver } from "../../../../test/browser/web.fixture.ts";
import { LOCALES } from "../../../core/locale.ts";
import { categoryInWords } from "../components/category-mark.tsx";
import { pictureSource } from "./picture-source.tsx";
import { PICTURES, pictureFile, pictureFiles, verdictPicture } from "./pictures.ts";

const { app } = webOver();
const FOLDER = new URL("../../../../assets/pictures/", import.meta.url);
const drawn = JSON.parse(readFileSync(new URL("drawn.json", FOLDER), "utf8"));
const sha256 = (content: string | Uint8Array) => createHash("sha256").update(content).digest("hex");

test("the set is closed: 24 pictures of at most 40 KB, each drawn from the source of today (npm run pictures)", () => {
  expect(pictureFiles).toHaveLength(24);
  expect(readdirSync(FOLDER).sort()).toEqual([...pictureFiles, "drawn.json"].sort());
  for (const name of PICTURES) {
    for (const locale of LOCALES) {
      const file = pictureFile(name, locale);
      const png = readFileSync(new URL(file, FOLDER));
      expect(drawn[file], file).toEqual({ source: sha256(pictureSource(name, locale)), file: sha256(png) });
      expect(statSync(new URL(file, FOLDER)).size, file).toBeLessThanOrEqual(40_000);
      expect([png.readUInt32BE(16), png.readUInt32BE(20)], file).toEqual([1200, 630]);
    }
  }
});

test("no picture holds a number or a day, and each says that it is indicative", () => {
  for (const name of PICTURES) {
    for (const locale of LOCALES) {
      const words = pictureSource(name, locale).replaceAll(/<[^>]*>/g, " ");
      expect(words.replaceAll("NIS2", "")).not.toMatch(/\d/);
      expect(words).toMatch(/orientačn|indicative/);
      expect(words).toContain("Dosah");
    }
  }
});

test.each([
  ["/sk", "start-sk"],
  ["/cs/incident", "incident-cs"],
  ["/en/nis2-radar", "radar-en"],
  ["/sk/ai-act", "ai-act-sk"],
  ["/sk/firma/sk/31322832", "essential-sk"],
  ["/sk/obligations", "start-sk"],
])("a link to %s shows the picture %s, which is served for good", async (path, picture) => {
  const html = await (await app.request(path)).text();
  const address = /property="og:image" content="([^"]*)"/.exec(html)?.[1] ?? "";
  expect(address).toMatch(new RegExp(`^https?://[^/]+/assets/${picture}\\.[0-9a-f]{12}\\.png$`));
  expect(html).toContain('name="twitter:card" content="summary_large_image"');
  expect(/property="og:image:alt" content="([^"]*)"/.exec(html)?.[1]).toContain("Dosah: ");
  const file = await app.request(new URL(address).pathname);
  expect(file.headers.get("content-type")).toBe("image/png");
  expect(file.headers.get("cache-control")).toContain("immutable");
  expect(file.headers.get("content-encoding")).toBeNull();
});

test("a category that Czech law does not regulate is not shown as one that binds", () => {
  const standing = { category: "important", nationalRegime: { id: "none" } } as const;
  expect(verdictPicture(standing)).toBe("start");
  expect(categoryInWords(standing, "cs")).toBe("Důležitý subjekt, v Česku bez povinností");
  expect(categoryInWords({ category: "important", nationalRegime: { id: "lower" } }, "cs")).toBe("Důležitý subjekt");
  expect(categoryInWords({ category: "out_of_scope", nationalRegime: { id: "none" } }, "en")).toBe("Out of scope");
  expect(verdictPicture({ category: "out_of_scope" })).toBe("out_of_scope");
});
