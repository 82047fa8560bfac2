import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { unanswered } from "../../outbound/guarded/dns-message.ts";
import type { Lookup } from "./lookup.ts";
import { countAddresses, type Network, networkOf } from "./networks.ts";
import { judgeSpf } from "./spf.ts";

/** A zone: `TYPE name` to its values; a question that is not in it finds nothing. */
function zone(records: Readonly<Record<string, readonly string[]>>, asked: string[] = []): Lookup {
  return (name, type) => {
    asked.push(`${type} ${name}`);
    const values = records[`${type} ${name}`] ?? [];
    return { name, type, cd: false, ad: true, status: "noerror", values, aliases: [] };
  };
}

const NAMES = {
  "A firma.sk": ["198.51.100.9"],
  "AAAA firma.sk": ["2001:db8::9"],
  "A there.sk": ["127.0.0.2"],
  "MX firma.sk": ["10 mail.firma.sk", "20 mail2.firma.sk"],
  "A mail.firma.sk": ["10.0.0.1"],
  "A mail2.firma.sk": ["20.0.0.1"],
  "AAAA mail.firma.sk": ["2001:db8::1"],
  "TXT open.sk": ["v=spf1 +all"],
  "TXT nested.sk": ["v=spf1 include:open.sk -all"],
  "TXT half.sk": ["v=spf1 ip4:0.0.0.0/1 -all"],
  "TXT softly.sk": ["v=spf1 ?all"],
  "TXT on.sk": ["v=spf1 redirect=open.sk"],
  "TXT refuses.sk": ["v=spf1 -all"],
  "TXT quarter.sk": ["v=spf1 ip4:10.0.0.0/9 ~all"],
};

describe("SPF is judged by who may send:", () => {
  test.each([
    ["v=spf1 ip4:0.0.0.0/0 -all", "open_networks"],
    ["v=spf1 ip4:0.0.0.0/1 ip4:128.0.0.0/1 -all", "open_networks"],
    ["v=spf1 ip4:10.0.0.0/8 -all", "strict"],
    ["v=spf1 ip4:10.0.0.0/8 ip4:10.1.0.0/16 -all", "strict"],
    ["v=spf1 ip4:10.0.0.0/8 ip4:11.0.0.1 -all", "open_networks"],
    ["v=spf1 ip4:10.0.0.0/7 -all", "open_networks"],
    ["v=spf1 ip6:::/0 -all", "open_networks"],
    ["v=spf1 ip6:2a00::/16 -all", "strict"],
    ["v=spf1 ip6:2a00::/16 ip6:2b00::/128 -all", "open_networks"],
    ["v=spf1 ip6:2a00::/17 ip6:2a00:8000::/17 -all", "strict"],
    ["v=spf1 ip6:2a00::/15 ~all", "open_networks"],
    ["v=spf1 a/0 -all", "open_networks"],
    ["v=spf1 a/8 -all", "strict"],
    ["v=spf1 a/8 ip4:10.0.0.1 -all", "open_networks"],
    ["v=spf1 a//0 -all", "open_networks"],
    ["v=spf1 a:there.sk//0 -all", "strict"],
    ["v=spf1 mx/0 -all", "open_networks"],
    ["v=spf1 mx/8 -all", "open_networks"],
    ["v=spf1 mx/9 -all", "strict"],
    ["v=spf1 mx//0 -all", "open_networks"],
    ["v=spf1 mx//24 -all", "strict"],
    ["v=spf1 include:open.sk -all", "plus_all"],
    ["v=spf1 include:nested.sk -all", "plus_all"],
    ["v=spf1 include:on.sk -all", "plus_all"],
    ["v=spf1 redirect=on.sk", "plus_all"],
    ["v=spf1 include:half.sk -all", "open_networks"],
    ["v=spf1 include:quarter.sk ip4:10.128.0.0/9 -all", "strict"],
    ["v=spf1 include:quarter.sk ip4:11.0.0.0/8 -all", "open_networks"],
    ["v=spf1 redirect=half.sk", "open_networks"],
    ["v=spf1 include:softly.sk -all", "strict"],
    ["v=spf1 redirect=softly.sk", "neutral_all"],
    ["v=spf1 ?include:open.sk -all", "neutral_all"],
    ["v=spf1 ?ip4:0.0.0.0/0 -all", "neutral_all"],
    ["v=spf1 -include:open.sk ~all", "strict"],
    ["v=spf1 -ip4:0.0.0.0/0 ~all", "strict"],
    ["v=spf1 -all ip4:0.0.0.0/0 include:open.sk", "strict"],
    ["v=spf1 exists:there.sk -all", "plus_all"],
    ["v=spf1 exists:nothing.sk -all", "strict"],
    ["v=spf1 ip4:0.0.0.0/0 include:nothing.sk -all", "open_networks"],
    ["v=spf1 include:nothing.sk ip4:0.0.0.0/0 -all", "include_without_record"],
    ["v=spf1 ip4:0.0.0.0/0 ip5:1 -all", "syntax"],
  ])("%s: %s", (record, result) => {
    expect(judgeSpf(zone({ ...NAMES, "TXT firma.sk": [record] }), "firma.sk").result).toBe(result);
  });
});

describe("a record refuses all where no sender is left:", () => {
  test.each([
    ["v=spf1 -all", true],
    ["V=SPF1  -ALL ", true],
    ["v=spf1 redirect=refuses.sk", true],
    ["v=spf1 include:refuses.sk -all", true],
    ["v=spf1 -ip4:192.0.2.1 -all exp=why.firma.sk", true],
    ["v=spf1 ~all", false],
    ["v=spf1", false],
    ["v=spf1 ip4:192.0.2.1 -all", false],
    ["v=spf1 ip4:0.0.0.0/0 -all", false],
    ["v=spf1 ?mx -all", false],
    ["v=spf1 include:open.sk -all", false],
    ["v=spf1 include:%{i}.sk -all", false],
    ["v=spf1 ptr -all", false],
    ["v=spf1 include:nothing.sk -all", false],
  ])("%s: %s", (record, refusesAll) => {
    expect(judgeSpf(zone({ ...NAMES, "TXT firma.sk": [record] }), "firma.sk").refusesAll).toBe(refusesAll);
  });
});

test("addresses of mail hosts are asked for only where their networks are wide, ten at most", () => {
  const hosts = Array.from({ length: 40 }, (_each, index) => `${index} mail${index}.firma.sk`);
  const questions = (record: string) => {
    const asked: string[] = [];
    judgeSpf(zone({ "TXT firma.sk": [record], "MX firma.sk": hosts }, asked), "firma.sk");
    return new Set(asked);
  };
  expect(questions("v=spf1 mx mx/16//24 -all").size).toBe(2);
  expect(questions("v=spf1 mx/15 mx//23 mx/8//16 -all").size).toBe(2 + 10);
  expect(questions("v=spf1 mx/15//23 mx/15//23 -all").size).toBe(2 + 20);
});

test("a network whose addresses were not seen is not judged", () => {
  const silent =
    (missing: string): Lookup =>
    (name, type) =>
      `${type} ${name}` === missing
        ? unanswered({ name, type }, "timeout")
        : zone({ ...NAMES, "TXT firma.sk": ["v=spf1 mx/12 a//12 -all"] })(name, type);
  for (const missing of ["TXT firma.sk", "A mail2.firma.sk", "AAAA firma.sk", "MX firma.sk"]) {
    expect(judgeSpf(silent(missing), "firma.sk").result, missing).toBe("dns_failed");
  }
});

test("addresses that several networks share count once", () => {
  const network = fc.tuple(fc.nat(255), fc.integer({ min: 24, max: 32 }));
  fc.assert(
    fc.property(fc.array(network, { maxLength: 12 }), (drawn) => {
      const networks = drawn.map(([last, bits]) => networkOf(`192.0.2.${last}`, bits)) as Network[];
      const covered = new Set(
        drawn.flatMap(([last, bits]) => {
          const size = 2 ** (32 - bits);
          return Array.from({ length: size }, (_each, index) => last - (last % size) + index);
        }),
      );
      expect(countAddresses(networks, 4)).toBe(BigInt(covered.size));
      expect(countAddresses(networks, 6)).toBe(0n);
    }),
  );
});

test("text that is no address has no network", () => {
  for (const text of ["", "1.2.3", "256.1.1.1", "1.2.3.4.5", "1.2.3.4.", "a:b", "v=spf1", "::g"]) {
    expect(networkOf(text, 0), text).toBeNull();
  }
});
