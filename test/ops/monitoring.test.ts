import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { freePort } from "../promises/free-port.fixture.ts";
import { startTestService, type TestService } from "../promises/service.fixture.ts";

const OPS = join(import.meta.dirname, "../../ops");

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly action: string };
}

const rules: readonly Rule[] = parse(readFileSync(join(OPS, "dosah.rules.yaml"), "utf8")).groups[0].rules;
const dashboard: { panels: { title: string; targets: { expr: string }[] }[] } = JSON.parse(
  readFileSync(join(OPS, "grafana-dashboard.json"), "utf8"),
);
const queries = [
  ...rules.map(({ alert, expr }): [string, string] => [`the alert ${alert}`, expr]),
  ...dashboard.panels.flatMap(({ title, targets }) =>
    targets.map(({ expr }, index): [string, string] => [`query ${index + 1} of the panel "${title}"`, expr]),
  ),
];

/** The metrics that a query names, without what a histogram adds to its name. */
function named(query: string): string[] {
  return [...query.matchAll(/\bdosah_[a-z0-9_]+/g)].map(([name]) => name.replace(/_(bucket|sum|count)$/, ""));
}

/** Debian: `apt-get install prometheus`. */
const hasPromtool = spawnSync("promtool", ["--version"]).status === 0;

let dosah: TestService;
let offered: ReadonlySet<string>;

beforeAll(async () => {
  const port = await freePort();
  dosah = await startTestService({ env: { METRICS_PORT: String(port) } });
  await dosah.fetch("/healthz");
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  offered = new Set([...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name = ""]) => name));
});

afterAll(() => dosah.close());

describe("what an operator is given to watch Dosah with", () => {
  test.each(queries)("%s asks for metrics that exist", (_where, query) => {
    const names = named(query);
    if (names.length === 0) expect(query).toMatch(/^up\{job="dosah"\}/);
    for (const name of names) expect([...offered], `${name} in ${query}`).toContain(name);
  });

  test.each(rules)("the alert $alert says what is wrong and what to do", ({ annotations, labels }) => {
    expect(annotations.summary).toMatch(/^\S.{20,}\.$/);
    expect(annotations.action).toMatch(/^\S.{20,}[.?]$/);
    expect(["page", "ticket"]).toContain(labels.severity);
  });

  test.skipIf(!hasPromtool)(
    "the rules are accepted by promtool of Prometheus (skipped where that is not installed)",
    () => {
      const file = join(OPS, "dosah.rules.yaml");
      const { status, stdout, stderr } = spawnSync("promtool", ["check", "rules", file], { encoding: "utf8" });
      expect(status, stderr).toBe(0);
      expect(stdout).toContain(`SUCCESS: ${rules.length} rules found`);
    },
  );

  test("a query that names none is found", () => {
    expect([...offered]).not.toContain(named("rate(dosah_calls_totals[5m])")[0]);
  });
});
