import { describe, expect, test } from "vitest";
import type { ScanCheckId, ScanStatus } from "../core/scan-checks.ts";
import { CHECKS } from "./checks/index.ts";
import { overallScore, technicalScore } from "./score.ts";

/** The flawless site: everything of weight passes, but what applies only without mail. */
const flawless = (differences: Partial<Record<ScanCheckId, ScanStatus>> = {}) =>
  CHECKS.map(({ id, weight }) => {
    const usual: ScanStatus = weight === 0 ? "info" : id === "mail.noMail" ? "not_applicable" : "pass";
    return { id, weight, status: differences[id] ?? usual };
  });

const without = (prefixes: readonly string[]) =>
  Object.fromEntries(
    CHECKS.filter(({ id }) => prefixes.some((prefix) => id.startsWith(prefix))).map(({ id }) => [
      id,
      "not_applicable" as const,
    ]),
  );

const points = (checks: ReturnType<typeof flawless>) => {
  const counting = checks.filter(({ weight, status }) => weight > 0 && ["pass", "warn", "fail"].includes(status));
  const sum = (value: (status: ScanStatus) => number) =>
    counting.reduce((all, { weight, status }) => all + weight * value(status), 0);
  return `${sum((status) => (status === "pass" ? 1 : status === "warn" ? 0.5 : 0))}/${sum(() => 1)}`;
};

test("a flawless site in full has 29 checks that count, of weight 56", () => {
  expect(flawless().filter(({ weight, status }) => weight > 0 && status === "pass")).toHaveLength(29);
  expect(points(flawless())).toBe("56/56");
});

describe("the examples of the score, to the point:", () => {
  test.each<[string, Partial<Record<ScanCheckId, ScanStatus>>, string, number, number | null]>([
    ["flawless", {}, "56/56", 100, null],
    ["zone unsigned", { "dns.dnssec": "warn" }, "55/56", 98, null],
    ["no nosniff", { "web.nosniff": "fail" }, "55/56", 98, null],
    ["no DMARC", { "mail.dmarc": "fail" }, "53/56", 79, 79],
    ["TLS 1.0 accepted", { "tls.version": "fail" }, "53/56", 79, 79],
    ["expired certificate", { "tls.expiry": "fail", "web.hsts": "fail", "mail.mtaSts": "fail" }, "49/56", 49, 49],
    ["no policy at all", { "web.csp": "fail", "web.frame": "fail" }, "53/56", 95, null],
    ["public profile", without(["tls.version", "mail.starttls", "web.cors"]), "49/49", 100, null],
    ["mail-only domain", without(["tls.", "web."]), "18/18", 100, null],
  ])("%s", (_what, differences, expected, technical, cap) => {
    const checks = flawless(differences);
    expect(points(checks)).toBe(expected);
    expect(technicalScore(checks)).toMatchObject({ technical, cap: cap === null ? null : { at: cap } });
  });
});

describe("without a score:", () => {
  test("fewer than eight checks that count", () => {
    const checks = flawless().filter(({ weight, status }) => weight > 0 && status === "pass");
    expect(technicalScore(checks.slice(0, 7)).technical).toBeNull();
    expect(technicalScore(checks.slice(0, 8)).technical).toBe(100);
  });

  test("TLS could not be seen", () => {
    expect(technicalScore(flawless({ "tls.available": "error" }))).toEqual({ technical: null, cap: null });
  });
});

test("only a failure of weight 3 caps, and the lower cap names its own checks", () => {
  expect(technicalScore(flawless({ "mail.spf": "warn", "web.csp": "fail" })).cap).toBeNull();
  expect(technicalScore(flawless({ "mail.spf": "fail", "mail.dmarc": "fail" })).cap).toEqual({
    at: 79,
    checks: ["mail.spf", "mail.dmarc"],
  });
  expect(technicalScore(flawless({ "mail.spf": "fail", "tls.chain": "fail" })).cap).toEqual({
    at: 49,
    checks: ["tls.chain"],
  });
});

test("a score below the cap stays", () => {
  const half = Object.fromEntries(CHECKS.map(({ id }) => [id, "fail" as const]));
  expect(technicalScore(flawless(half)).technical).toBe(0);
});

test.each([
  [79, 64, 72],
  [71, 64, 68],
  [100, null, 100],
  [null, 64, 64],
  [null, null, null],
])("technical %s and questionnaire %s make %s", (technical, questionnaire, overall) => {
  expect(overallScore(technical, questionnaire)).toBe(overall);
});
