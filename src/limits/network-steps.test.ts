import { expect, test } from "vitest";
import { networkSteps, sharedNetwork, stepFactor } from "./network-steps.ts";

test.each([
  ["203.0.113.77", ["203.0.113.0/24"], [8]],
  ["2001:db8:1:2ff::/64", ["2001:db8:1:200::/56", "2001:db8:1::/48"], [4, 16]],
  ["2001:db8::/64", ["2001:db8::/56", "2001:db8::/48"], [4, 16]],
  ["::/64", ["::/56", "::/48"], [4, 16]],
  ["unknown", [], []],
  ["", [], []],
])("the networks around %s are %j", (counted, networks, factors) => {
  const steps = networkSteps(counted);
  expect(steps.map(({ network }) => network)).toEqual(networks);
  expect(steps.map(({ factor }) => factor)).toEqual(factors);
  expect(networks.map(stepFactor)).toEqual(factors);
  expect(stepFactor(counted)).toBe(1);
  expect(sharedNetwork(counted)).toBe(networks[0] ?? counted);
});
