import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { OBSERVATION_VERSION, type Observation } from "../observation.ts";
import { statusOf } from "./check.ts";
import { CHECKS, SCAN_CHECK_IDS } from "./index.ts";
import { tlsCipher } from "./tls-cipher.ts";
import { tlsKey } from "./tls-key.ts";

test("each check stands in the list once, in a file named after its id", () => {
  expect(new Set(SCAN_CHECK_IDS).size).toBe(CHECKS.length);
  const files = readdirSync(import.meta.dirname).filter((file) => /^(?:dns|mail|tls|web)-/.test(file));
  const fileOf = (id: string) => `${id.replace(".", "-").replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`;
  expect(files.toSorted()).toEqual(SCAN_CHECK_IDS.map(fileOf).toSorted());
});

test("a check of weight 0 only informs, a weighted one can pass and can be improved", () => {
  for (const { id, weight, outcomes } of CHECKS) {
    const statuses = new Set(Object.values(outcomes));
    if (weight === 0) expect([...statuses], id).toEqual(["info"]);
    else expect([statuses.has("pass"), statuses.has("warn") || statuses.has("fail")], id).toEqual([true, true]);
  }
});

/** A record in which the browser's handshake brought this. */
function handshake(cipher: string, certificate: object = {}): Observation {
  return {
    version: OBSERVATION_VERSION,
    domain: "firma.sk",
    registrable: "firma.sk",
    profile: "public",
    observedAt: "2026-11-22T08:00:00.000Z",
    failure: null,
    smtp: false,
    answers: [],
    webHost: "firma.sk",
    webHostFailure: null,
    tlsVersions: null,
    http: null,
    https: null,
    cors: null,
    securityTxt: null,
    mtaStsPolicy: null,
    dkimKeys: [],
    mailServers: [],
    refused: [],
    tls: {
      outcome: "ok",
      protocol: "TLSv1.2",
      cipher,
      certificate: {
        names: ["firma.sk"],
        validFrom: "2026-10-01T00:00:00.000Z",
        validTo: "2026-12-30T00:00:00.000Z",
        chain: "trusted",
        key: { type: "ec", bits: null, curve: "prime256v1" },
        signature: "ecdsa-with-SHA256",
        intermediateSignatures: [],
        ...certificate,
      },
    },
  };
}

describe("cipher suites on records; the broken ones are never offered, see docs/decisions/domain-scan.md:", () => {
  test.each([
    ["TLS_RSA_WITH_RC4_128_SHA", "broken"],
    ["TLS_ECDHE_RSA_WITH_3DES_EDE_CBC_SHA", "broken"],
    ["TLS_RSA_WITH_NULL_SHA256", "broken"],
    ["TLS_DH_anon_WITH_AES_128_CBC_SHA", "broken"],
    ["TLS_RSA_EXPORT_WITH_RC4_40_MD5", "broken"],
    ["TLS_DHE_RSA_WITH_AES_256_GCM_SHA384", "modern"],
    ["TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256", "modern"],
    ["TLS_ECDHE_ECDSA_WITH_AES_128_CCM_8", "modern"],
    ["TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA", "cbc"],
    ["TLS_RSA_WITH_AES_128_GCM_SHA256", "no_forward_secrecy"],
  ])("%s is %s", (cipher, reason) => {
    expect(tlsCipher.judge(handshake(cipher)).reason).toBe(reason);
  });
});

describe("keys and signatures:", () => {
  test.each([
    [{ key: { type: "ed25519", bits: null, curve: null } }, "strong"],
    [{ key: { type: "rsa", bits: 2047, curve: null } }, "weak_key"],
    [{ key: { type: "dsa", bits: 2048, curve: null } }, "weak_key"],
    [{ key: { type: "ec", bits: null, curve: "secp192k1" } }, "weak_key"],
    [{ key: { type: "ec", bits: null, curve: "secp384r1" } }, "strong"],
    [{ signature: "md5WithRSAEncryption" }, "weak_signature"],
    [{ signature: "sha1WithRSAEncryption" }, "weak_signature"],
    [{ signature: "RSA-SHA1" }, "weak_signature"],
    [{ signature: "sha512WithRSAEncryption" }, "strong"],
    [{ intermediateSignatures: ["ecdsa-with-SHA1"] }, "weak_intermediate_signature"],
  ])("%j: %s", (certificate, reason) => {
    expect(tlsKey.judge(handshake("", certificate)).reason).toBe(reason);
  });
});

test("a reason that is none of the check's own keeps it from being judged", () => {
  expect(statusOf(tlsKey, "timeout")).toBe("error");
  expect(statusOf(tlsKey, "no_web_host")).toBe("not_applicable");
  expect(statusOf(tlsKey, "constructor")).toBe("error");
});
