import { expect, test } from "vitest";
import { readConfig } from "../config.ts";
import { isPublicAddress, operatorOf } from "./operator.ts";

test.each([
  ["http://localhost:3000", false],
  ["http://dosah.localhost", false],
  ["http://127.0.0.5", false],
  ["http://[::1]:3000", false],
  ["http://10.1.2.3", false],
  ["http://192.168.0.9", false],
  ["http://[fd00::1]", false],
  ["https://dosah.example.org", true],
  ["http://notlocalhost", true],
  ["https://93.184.216.34", true],
  ["http://[2606:4700::1]", true],
])("%s is public: %s", (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});

test("an operator is known by name and contact; without them a public address says that nobody introduced themselves", () => {
  const who = { OPERATOR_NAME: "Príklad, o. z.", OPERATOR_CONTACT: "mailto:info@example.org" };
  const address = { BASE_URL: "https://dosah.example.org" };
  expect(operatorOf(readConfig({ ...address, ...who }))).toMatchObject({ name: "Príklad, o. z.", standing: "known" });
  expect(operatorOf(readConfig({ ...address, OPERATOR_NAME: "Príklad, o. z." })).standing).toBe("missing");
  expect(operatorOf(readConfig(address)).standing).toBe("missing");
  expect(operatorOf(readConfig({})).standing).toBe("local");
});

test.each([
  ["OPERATOR_NAME", "a\u0007b"],
  ["OPERATOR_NAME", "a".repeat(121)],
  ["OPERATOR_ADDRESS", "one\u2028two"],
  ["OPERATOR_CONTACT", "javascript:alert(1)"],
  ["PRIVACY_URL", "http://example.org/privacy"],
])("%s is refused with %j", (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name}: `));
});
