import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { freePort } from "../promises/free-port.fixture.ts";
import { startTestService, type TestService } from "../promises/service.fixture.ts";
import { evaluate, secondsOf } from "./prometheus.fixture.ts";

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

/** The cases of promtool, which our own reading of the rules tries too. */
const cases: readonly {
  readonly name: string;
  readonly input_series: readonly { readonly series: string; readonly values: string }[];
  readonly alert_rule_test: readonly [
    { readonly alertname: string; readonly eval_time: string; readonly exp_alerts: readonly unknown[] },
  ];
}[] = parse(readFileSync(join(OPS, "dosah.rules.test.yaml"), "utf8")).tests;

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

  test.skipIf(!hasPromtool)(
    "the three cases of each alert on a value pass in promtool (skipped likewise)",
    { timeout: 900_000 },
    () => {
      const { status, stderr } = spawnSync("promtool", ["test", "rules", join(OPS, "dosah.rules.test.yaml")], {
        encoding: "utf8",
      });
      expect(status, stderr).toBe(0);
    },
  );

  test.each(cases)("$name", ({ input_series, alert_rule_test: [asked] }) => {
    const { alertname, eval_time, exp_alerts } = asked;
    const rule = rules.find(({ alert }) => alert === alertname);
    const end = secondsOf(eval_time);
    const wait = secondsOf(rule?.for ?? "0s");
    const recorded = input_series.map(({ series, values }) => {
      const [, name = "", labels = ""] = /^(\w+)\{(.*)\}$/.exec(series) ?? [];
      const [value, times] = values.split("x").map(Number);
      const samples = Array.from({ length: (times ?? 0) + 1 }, (_, minute) => ({ at: minute * 60, value: value ?? 0 }));
      const pairs = [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, label, text]) => [label, text]);
      return { name, labels: Object.fromEntries(pairs), samples };
    });
    // It fires when it held all the time that the rule waits for.
    const instants = [end, end - wait / 2, end - wait];
    const isFiring = instants.every((at) => evaluate(rule?.expr ?? "", recorded, at).length > 0);
    expect(isFiring).toBe(exp_alerts.length > 0);
  });

  test("every alert that wakes somebody is tried as never existed, gone, and wrong or too old", () => {
    for (const { alert, expr, labels } of rules) {
      if (labels.severity !== "page" || /rate\(/.test(expr)) continue;
      const tried = cases.map(({ name }) => name).filter((name) => name.startsWith(`${alert}: `));
      for (const way of [/never existed$/, /gone$/, /wrong/, /silent/]) {
        expect(
          tried.some((name) => way.test(name)),
          `${alert} ${way}`,
        ).toBe(true);
      }
    }
  });

  test("the example of a configuration scrapes under the name that the alerts ask for, and loads them", () => {
    const config = parse(readFileSync(join(OPS, "prometheus.yml"), "utf8"));
    expect(config.scrape_configs.map(({ job_name }: { job_name: string }) => job_name)).toEqual(["dosah"]);
    expect(config.rule_files).toEqual(["dosah.rules.yaml"]);
  });

  test("a query that names none is found", () => {
    expect([...offered]).not.toContain(named("rate(dosah_calls_totals[5m])")[0]);
  });
});
