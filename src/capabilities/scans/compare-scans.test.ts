import { describe, expect, test } from "vitest";
import type { ScanCheckId, ScanStatus } from "../../core/scan-checks.ts";
import { compareScans, isWorse } from "./compare-scans.ts";
import { nextScanAt } from "./scheduled-scans.ts";

const checks = (statuses: Readonly<Record<ScanCheckId, ScanStatus>>) =>
  Object.entries(statuses).map(([id, status]) => ({ id: id as ScanCheckId, status }));

test("each check that was judged in one of two scans stands in one group", () => {
  const before = checks({
    "mail.dmarc": "fail",
    "mail.spf": "pass",
    "dns.caa": "warn",
    "web.csp": "pass",
    "tls.chain": "error",
    "tls.key": "pass",
    "dns.ipv6": "info",
  });
  const after = checks({
    "mail.dmarc": "warn",
    "mail.spf": "fail",
    "dns.caa": "warn",
    "web.csp": "error",
    "tls.chain": "pass",
    "tls.key": "pass",
    "dns.ipv6": "info",
  });
  expect(compareScans(before, after)).toEqual({
    better: ["mail.dmarc"],
    worse: ["mail.spf"],
    added: ["tls.chain"],
    gone: ["web.csp"],
    same: ["dns.caa", "tls.key"],
  });
});

test.each([
  ["a check that got worse", 80, "pass", 80, "warn", true],
  ["a score that fell by five", 80, "pass", 75, "pass", true],
  ["a score that fell by four", 80, "pass", 76, "pass", false],
  ["a check that could not be seen", 80, "pass", 80, "error", false],
  ["a check that got better", 80, "fail", 90, "pass", false],
  ["no score before", null, "pass", 10, "pass", false],
] as const)("%s is worth a mail or not", (_what, scoreBefore, before, scoreAfter, after, expected) => {
  const scan = (technical: number | null, status: ScanStatus) => ({
    technical,
    checks: checks({ "mail.spf": status }),
  });
  expect(isWorse(scan(scoreBefore, before), scan(scoreAfter, after))).toBe(expected);
});

describe("a scheduled scan comes next", () => {
  const day = (every: "week" | "month", now: string) =>
    new Date(nextScanAt("firma.sk", every, Date.parse(now))).toISOString().slice(0, 10);
  test("in a week, or on the same day of the next month, or on its last day", () => {
    expect(day("week", "2026-12-28T23:00:00Z")).toBe("2027-01-04");
    expect(day("month", "2026-12-15T10:00:00Z")).toBe("2027-01-15");
    expect(day("month", "2027-01-31T10:00:00Z")).toBe("2027-02-28");
  });

  test("at the same time of the night for the same domain, between midnight and five", () => {
    const times = Array.from({ length: 50 }, (_, at) => nextScanAt(`firma${at}.sk`, "week", 0) % 86_400_000);
    expect(Math.max(...times)).toBeLessThan(5 * 3_600_000);
    expect(new Set(times.map((time) => Math.floor(time / 3_600_000))).size).toBe(5);
    expect(nextScanAt("firma.sk", "week", 0) % 86_400_000).toBe(
      nextScanAt("firma.sk", "week", 86_400_000) % 86_400_000,
    );
  });
});
