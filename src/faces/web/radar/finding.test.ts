import { expect, test } from "vitest";
import { stats } from "../../../../test/browser/list-answers.fixture.ts";
import { webOver } from "../../../../test/browser/web.fixture.ts";
import { findingOf } from "./finding.ts";

const over = (inScope: number, active: number) => ({
  ...stats(undefined, "sk"),
  active,
  totals: { essential: 0, important: inScope, unknown: 0, out_of_scope: active - inScope },
  sectors: [],
});

test.each([
  [1, 2, "Každá druhá firma patrí pod NIS2", "Každá druhá firma spadá pod NIS2", "One firm in 2 is under NIS2"],
  [10, 100, "Každá desiata firma patrí pod NIS2", "Každá desátá firma spadá pod NIS2", "One firm in 10 is under NIS2"],
  [10, 134, "Každá 13. firma patrí pod NIS2", "Každá 13. firma spadá pod NIS2", "One firm in 13 is under NIS2"],
  [
    2,
    101,
    "Z tisíc firiem 20 patrí pod NIS2",
    "Z tisíce firem jich 20 spadá pod NIS2",
    "20 firms in a thousand are under NIS2",
  ],
  [
    9,
    10,
    "Z tisíc firiem 900 patrí pod NIS2",
    "Z tisíce firem jich 900 spadá pod NIS2",
    "900 firms in a thousand are under NIS2",
  ],
])("%i in scope of %i active firms", (inScope, active, sk, cs, en) => {
  expect(findingOf(over(inScope, active), "sk")).toBe(sk);
  expect(findingOf(over(inScope, active), "cs")).toBe(cs);
  expect(findingOf(over(inScope, active), "en")).toBe(en);
});

test("no firm in scope is no finding", () => {
  expect(findingOf(over(0, 100), "sk")).toBeNull();
  expect(findingOf(over(0, 0), "sk")).toBeNull();
});

test("the heading of the radar is the finding, with the largest sector; a sample has none", async () => {
  const html = await (await webOver().app.request("/sk/nis2-radar")).text();
  expect(/<h1 data-finding="true">([^<]*)<\/h1>/.exec(html)?.[1]).toBe(
    "Každá 17. firma patrí pod NIS2, najviac v sektore „Energetika“",
  );
  for (const chart of ["categories", "sectors"]) expect(html).toContain(`data-chart="${chart}"`);
  const sample = webOver({ nis2_stats: (_args, locale) => stats(undefined, locale, true) });
  const without = await (await sample.app.request("/sk/nis2-radar")).text();
  expect(without).toContain("<h1>Koľkých firiem sa týka NIS2</h1>");
  expect(without).not.toContain("data-finding");
});
