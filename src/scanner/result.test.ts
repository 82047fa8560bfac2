import { describe, expect, test } from "vitest";
import { knowledge } from "../knowledge/shipped.fixture.ts";
import { ERROR_REASONS, NOT_APPLICABLE_REASONS, statusOf } from "./checks/check.ts";
import { CHECKS } from "./checks/index.ts";
import type { JudgedCheck } from "./judge.ts";
import { describeChecks, findings, refusals } from "./result.ts";

const { scan } = knowledge;

const judged = (check: (typeof CHECKS)[number], reason: string): JudgedCheck => ({
  id: check.id,
  status: statusOf(check, reason),
  reason,
  weight: check.weight,
  article: check.article,
  untrusted: {},
});

test("a finding without DMARC, whole", () => {
  const dmarc = CHECKS.filter(({ id }) => id === "mail.dmarc").map((check) => ({
    ...judged(check, "missing"),
    untrusted: { record: null },
  }));
  expect(describeChecks(dmarc, scan, "sk")).toEqual([
    {
      id: "mail.dmarc",
      status: "fail",
      reason: "missing",
      weight: 3,
      article: ["h"],
      obligations: ["NIS2-21-2-E", "NIS2-21-2-H"],
      title: "Ochrana adresy odosielateľa (DMARC)",
      finding: "Doména nemá záznam DMARC.",
      remedy: "Začnite s p=none a adresou na správy, čítajte ich, potom prejdite na quarantine a reject.",
      effort: "days",
      who: "dns_admin",
      references: ["RFC 9989", "RFC 9990"],
      untrusted: { record: null },
    },
  ]);
});

describe("every reason of every check can be put into words", () => {
  test.each(["sk", "cs", "en"] as const)("%s", (locale) => {
    for (const check of CHECKS) {
      for (const reason of [...Object.keys(check.outcomes), ...NOT_APPLICABLE_REASONS, ...ERROR_REASONS]) {
        const [described] = describeChecks([judged(check, reason)], scan, locale);
        const calls = described?.status === "warn" || described?.status === "fail";
        expect(described?.finding, `${check.id} ${reason}`).toBeTruthy();
        expect([described?.remedy, described?.effort, described?.who].every((each) => (each !== null) === calls)).toBe(
          true,
        );
      }
    }
  });
});

test("what calls for action: by weight, failures first, then by id", () => {
  const check = (id: JudgedCheck["id"], status: JudgedCheck["status"], weight: JudgedCheck["weight"]) => ({
    id,
    status,
    weight,
  });
  const sorted = findings([
    check("web.nosniff", "fail", 1),
    check("web.csp", "warn", 2),
    check("web.cookies", "fail", 2),
    check("tls.key", "fail", 2),
    check("mail.spf", "warn", 3),
    check("dns.ipv6", "info", 0),
    check("tls.chain", "pass", 3),
  ]);
  expect(sorted.map(({ id }) => id)).toEqual(["mail.spf", "tls.key", "web.cookies", "web.csp", "web.nosniff"]);
});

test("what was refused is shown without control characters", () => {
  const refused = [{ host: "in\u202ener.sk\u0007", address: "10.0.0.5", reason: "blocked_address" as const }];
  expect(refusals({ refused })).toEqual([{ host: "inner.sk", address: "10.0.0.5", reason: "blocked_address" }]);
});
