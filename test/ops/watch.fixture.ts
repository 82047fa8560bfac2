import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { NOW } from "../promises/service.fixture.ts";
import { type Element, evaluate, recordScrapes, secondsOf } from "./prometheus.fixture.ts";

/** One alert of `ops/dosah.rules.yaml`. */
export interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly action: string };
}

/** The alerts that an operator is given. */
export const rules: readonly Rule[] = parse(
  readFileSync(join(import.meta.dirname, "../../ops/dosah.rules.yaml"), "utf8"),
).groups[0].rules;

/** An instance that is scraped: its name, the port of its metrics, and how its clock is moved. */
export interface Scraped {
  readonly name: string;
  readonly metricsPort: number;
  readonly pass?: (seconds: number) => void;
}

/** What watches instances: scrapes every minute of the services' clock and evaluates every rule. */
export interface Watch {
  /**
   * Lets minutes go by. @param cause done in each of them before the scrape
   * @returns the alerts that fired in them, in the order of the rules
   */
  minutes(count: number, cause?: (minute: number) => unknown): Promise<readonly string[]>;
  /** The same with a scrape every five minutes, for what takes hours. */
  hours(count: number, cause?: () => unknown): Promise<readonly string[]>;
}

const MINUTE = 60;

/** @param from when it begins, in seconds; what it watches is no younger */
export function watch(instances: readonly Scraped[], from = NOW.getTime() / 1000): Watch {
  const recorded = recordScrapes();
  /** Since when each element of a rule holds, in seconds. */
  const pending = new Map<string, number>();
  let at = from;

  function firing(): readonly string[] {
    const { series } = recorded;
    return rules.flatMap((rule) => {
      const elements = evaluate(rule.expr, series, at).map((element) => keyOf(rule, element));
      for (const key of pending.keys()) {
        if (key.startsWith(`${rule.alert}{`) && !elements.includes(key)) pending.delete(key);
      }
      for (const key of elements) if (!pending.has(key)) pending.set(key, at);
      const wait = rule.for === undefined ? 0 : secondsOf(rule.for);
      return elements.some((key) => at - (pending.get(key) ?? at) >= wait) ? [rule.alert] : [];
    });
  }

  async function pass(count: number, seconds: number, cause?: (n: number) => unknown): Promise<readonly string[]> {
    const fired = new Set<string>();
    for (let n = 0; n < count; n++) {
      for (const instance of instances) instance.pass?.(seconds);
      at += seconds;
      await cause?.(n);
      for (const { name, metricsPort } of instances) recorded.scrape(at, name, await scrape(metricsPort));
      for (const alert of firing()) fired.add(alert);
    }
    return rules.map(({ alert }) => alert).filter((alert) => fired.has(alert));
  }

  return {
    minutes: (count, cause) => pass(count, MINUTE, cause),
    hours: (count, cause) => pass(count * 12, 5 * MINUTE, cause),
  };
}

function keyOf({ alert }: Rule, { labels }: Element): string {
  return `${alert}${JSON.stringify(labels)}`;
}

async function scrape(port: number): Promise<string | undefined> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/metrics`, { signal: AbortSignal.timeout(10_000) });
    return response.ok ? await response.text() : undefined;
  } catch {
    return undefined;
  }
}
