import { describe, expect, test } from "vitest";
import type { ScanCheckId, ScanStatus } from "../../core/scan-checks.ts";
import { SCAN_CHECK_IDS } from "../../scanner/checks/index.ts";
import { differsFromSeen, OBSERVED_FIELDS } from "./observed.ts";

const tls = (failed?: ScanCheckId, status: ScanStatus = "fail") =>
  (OBSERVED_FIELDS.encryptionInTransit ?? []).map((id) => ({ id, status: id === failed ? status : ("pass" as const) }));
const securityTxt = (status: ScanStatus) => [{ id: "web.securityTxt" as const, status }];

test("each answer is compared with checks that exist", () => {
  expect(SCAN_CHECK_IDS).toEqual(expect.arrayContaining(Object.values(OBSERVED_FIELDS).flat()));
});

describe("what is stated beside what a scan saw", () => {
  test("stated encryption differs from a failed check of TLS, and not from a warning or a scan without failures", () => {
    expect(differsFromSeen("encryptionInTransit", true, tls())).toBe(false);
    expect(differsFromSeen("encryptionInTransit", true, tls("tls.version"))).toBe(true);
    expect(differsFromSeen("encryptionInTransit", true, tls("tls.expiry", "warn"))).toBe(false);
    // Mail and files are part of the question, and a scan of a website sees neither.
    expect(differsFromSeen("encryptionInTransit", false, tls())).toBe(false);
  });

  test("a stated policy differs from a security.txt that is missing or wrong, a denied one from a valid one", () => {
    const differs = (answer: boolean, status: ScanStatus) =>
      differsFromSeen("vulnerabilityDisclosurePolicy", answer, securityTxt(status));
    expect([differs(true, "pass"), differs(true, "warn"), differs(true, "fail")]).toEqual([false, true, true]);
    expect([differs(false, "pass"), differs(false, "warn"), differs(false, "fail")]).toEqual([true, false, false]);
  });

  test("without an answer, without a verdict, and for any other question there is nothing to compare", () => {
    expect(differsFromSeen("vulnerabilityDisclosurePolicy", null, securityTxt("pass"))).toBeUndefined();
    expect(differsFromSeen("vulnerabilityDisclosurePolicy", true, securityTxt("error"))).toBeUndefined();
    expect(differsFromSeen("vulnerabilityDisclosurePolicy", true, tls())).toBeUndefined();
    expect(differsFromSeen("hasIsms", true, tls())).toBeUndefined();
  });
});
