import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { webOver } from "../../../../test/browser/web.fixture.ts";
import { RADAR_CHARTS } from "../../../capabilities/registers/radar-chart.ts";

const { app } = webOver();
const get = async (path: string) => {
  const response = await app.request(path);
  return { response, text: await response.text() };
};

test("each chart of the radar has a drawing, a table and a frame, and a code to copy", async () => {
  const { text } = await get("/sk/nis2-radar?country=SK");
  for (const chart of RADAR_CHARTS) {
    expect(text, chart).toContain(`data-chart="${chart}"`);
    expect(text).toContain(`href="/sk/nis2-radar/${chart}.svg?country=SK" data-download="svg"`);
    expect(text).toContain(`href="/sk/nis2-radar/${chart}.csv?country=SK" data-download="csv"`);
    expect(text).toContain(`&lt;iframe src=&quot;http://localhost:3000/sk/nis2-radar/embed/${chart}?country=SK&quot;`);
    expect(text).toContain(`data-png="/sk/nis2-radar/${chart}.svg?country=SK" hidden`);
  }
  expect(text).toContain("Podľa krajov nepočítame");
});

test.each(RADAR_CHARTS)("the drawing %s says itself what, of when and from where it is", async (chart) => {
  const { response, text } = await get(`/cs/nis2-radar/${chart}.svg`);
  expect(response.headers.get("content-type")).toBe("image/svg+xml; charset=utf-8");
  expect(response.headers.get("content-disposition")).toContain(`nis2-radar-${chart}-sk-cz.svg`);
  expect(text).toMatch(/<title id="t">[^<]+<\/title><desc id="d">[^<]+<\/desc>/);
  expect(text).toMatch(/Zdroj: .*2026/);
  expect(text).toContain("http://localhost:3000/cs/nis2-radar");
  expect(text).not.toMatch(/class=|<style|<script/);
  expect(text.length).toBeLessThan(40_000);
});

test("fewer than five firms are told apart neither on the page nor in a file", async () => {
  const { text } = await get("/en/nis2-radar");
  const map = text.slice(text.indexOf('data-chart="sizes"'));
  expect(map).toContain('class="number heat-0">&lt; 5</td>');
  expect(map).toContain('class="number heat-5">600</td>');
  expect((await get("/en/nis2-radar/sizes.svg")).text).toContain("&lt; 5");
  expect((await get("/en/nis2-radar/sizes.csv")).text).toContain('"energy","Energy","<5","600","171","<5"');
});

test("any site may show a chart in a frame: no script, a link back, and no other page may be framed", async () => {
  const { response, text } = await get("/sk/nis2-radar/embed/official");
  expect(response.headers.get("content-security-policy")).toMatch(/frame-ancestors \*$/);
  expect(response.headers.has("x-frame-options")).toBe(false);
  expect(text).not.toContain("<script");
  expect(text).toContain('<a href="http://localhost:3000/sk/nis2-radar" target="_top">');
  expect(gzipSync(text).length).toBeLessThan(15_000);
  const page = await app.request("/sk/nis2-radar");
  expect(page.headers.get("x-frame-options")).toBe("DENY");
  expect(page.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
});

test("a chart that may not be shown is no file, and a sample shows the numbers of the authority alone", async () => {
  const none = webOver({ radar_chart: () => null });
  for (const end of ["sectors.svg", "sizes.csv", "embed/categories"]) {
    expect((await none.app.request(`/sk/nis2-radar/${end}`)).status, end).toBe(404);
  }
});
