import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { capabilities } from "../../src/capabilities/index.ts";
import { documents, pages } from "../../src/faces/web/web.ts";
import { GENEROUS, startTestService, type TestService } from "./service.fixture.ts";

/** What a route may cost that no row counts, in milliseconds of CPU of a machine of 2026. */
const MOST_MS = 2;

/** Above this times `MOST_MS` a route is dear on every machine: what is measured beside others is never exact. */
const CERTAIN = 2;

/** Routes that no row counts and that are dearer all the same, with the reason. */
const DEAR: Readonly<Record<string, string>> = {
  "/obligations": "kept; this test reads half a megabyte as text in the same process",
  "/docs/api": "kept; this test reads half a megabyte as text in the same process",
};

/** Charts of what is counted are not there while only the sample is: those of official numbers stand for them. */
const COUNTED = /^\/nis2-radar\/(?:embed\/)?(?:sectors|sizes|categories)/;

const constant = [
  ...[...pages, ...documents]
    .filter(({ cost, path }) => "constant" in cost && !COUNTED.test(path))
    .map(({ path, example = path }) => ({ path, address: `/en${example}` })),
  ...capabilities
    .flatMap(({ rest = [] }) => rest)
    .filter(({ method, cost, path }) => method === "GET" && "constant" in cost && !path.includes("{"))
    .map(({ path }) => ({ path, address: path })),
];

describe("a route that no row counts", () => {
  let dosah: TestService;
  beforeAll(async () => {
    dosah = await startTestService({ limits: GENEROUS });
  });
  afterAll(() => dosah.close());

  test.each(constant)(
    "$path is the same for everybody, has a strong tag, and is not dear",
    async ({ path, address }) => {
      const read = (headers: Readonly<Record<string, string>> = {}) => dosah.fetch(address, { headers });
      const first = await read();
      const tag = first.headers.get("ETag") ?? "";
      expect([first.status, tag], address).toEqual([200, expect.stringMatching(/^"[^"]+"$/)]);
      expect((await read({ "If-None-Match": tag })).status).toBe(304);
      for (let warm = 0; warm < 5; warm++) await (await read()).text();
      const ms = await leastCpuMs(async () => void (await (await read()).text()));
      const unit = await leastCpuMs(async () => void calibrate());
      if (ms / unit > MOST_MS * CERTAIN) expect(Object.keys(DEAR), `${(ms / unit).toFixed(1)} ms`).toContain(path);
    },
  );

  test("the list of dear ones names no other route", () => {
    expect(Object.keys(DEAR).filter((path) => !constant.some((route) => route.path === path))).toEqual([]);
  });
});

/** The least CPU that the process takes for something in twenty times, in milliseconds. */
async function leastCpuMs(work: () => Promise<void>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let time = 0; time < 20; time++) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

/** About a millisecond of CPU on a machine of 2026: texts are put together and searched, as a page is. */
function calibrate(): number {
  let found = 0;
  for (let index = 0; index < 6_000; index++) {
    const text = `<li data-row="${index}">${index % 7} of ${index}</li>`;
    found += text.replaceAll("<", "&lt;").indexOf("of");
  }
  return found;
}
