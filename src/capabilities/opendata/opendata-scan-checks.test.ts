import { describe, expect, test } from "vitest";
import { knowledge } from "../../knowledge/shipped.fixture.ts";
import { SCAN_CHECK_IDS } from "../../scanner/checks/index.ts";
import { bareServices, unlimited } from "../bare-services.fixture.ts";
import { createCall } from "../calling/call.ts";
import { asPublished } from "../published.fixture.ts";
import { opendataScanChecks } from "./opendata-scan-checks.ts";

const call = createCall(bareServices(knowledge), unlimited);

const ask = async (locale: string) => (await call(opendataScanChecks, { locale }, [], { address: null })).answer;

describe("the checks of the domain scan as open data", () => {
  test.each(["sk", "cs", "en"])("every check in its order, nothing held back (%s)", async (locale) => {
    const answer = await ask(locale);
    expect(asPublished(opendataScanChecks, answer)).toEqual(answer);
    expect(answer).toMatchObject({
      ruleSetVersion: "1.1.0",
      count: SCAN_CHECK_IDS.length,
      licence: { id: "CC-BY-4.0" },
    });
    expect(answer.checks.map(({ id }) => id)).toEqual([...SCAN_CHECK_IDS]);
    expect(answer.orientation).not.toBeNull();
    for (const { id, title, why, remedy, legalReferences, notes } of answer.checks) {
      expect([title, why, remedy, ...legalReferences, ...notes], id).not.toContain(null);
    }
  });

  test("one check, whole", async () => {
    const { checks } = await ask("en");
    expect(checks.find(({ id }) => id === "web.hsts")).toEqual({
      id: "web.hsts",
      category: "web",
      weight: 2,
      profile: "public",
      article: ["h"],
      obligations: ["NIS2-21-2-H"],
      legalReferences: expect.arrayContaining([
        "Article 21(2)(h) of Directive (EU) 2022/2555",
        "Annex, point 9.2, to Implementing Regulation (EU) 2024/2690",
      ]),
      notes: [expect.stringContaining("cryptographic measures")],
      title: "Lasting HTTPS (HSTS)",
      why: expect.stringContaining("encrypted"),
      remedy: "Send Strict-Transport-Security: max-age=31536000; begin with 86400 for a week.",
      effort: "minutes",
      who: "web_admin",
      references: ["RFC 6797"],
    });
  });
});
