import { defineCheck } from "./check.ts";
import { seenTls } from "./gates.ts";

/** Curves of less strength than P-256. */
const WEAK_CURVES = /^(?:secp1\d\d|secp22\d|prime19\d|prime239|sect1\d\d|sect2[0-3]\d|c2|brainpoolP(?:160|192|224))/i;

/** Are key and signatures of the certificate strong enough? */
export const tlsKey = defineCheck({
  id: "tls.key",
  weight: 2,
  profile: "public",
  article: ["h"],
  outcomes: { strong: "pass", weak_intermediate_signature: "warn", weak_key: "fail", weak_signature: "fail" },
  judge: (record) => {
    const tls = seenTls(record);
    if ("closed" in tls) return tls.closed;
    const { key, signature, intermediateSignatures } = tls.open.certificate;
    const weak =
      key.type === "dsa" ||
      ((key.type === "rsa" || key.type === "rsa-pss") && (key.bits ?? 0) < 2048) ||
      (key.curve !== null && WEAK_CURVES.test(key.curve));
    if (weak) return { reason: "weak_key" };
    if (isWeakHash(signature)) return { reason: "weak_signature" };
    return { reason: intermediateSignatures.some(isWeakHash) ? "weak_intermediate_signature" : "strong" };
  },
});

function isWeakHash(algorithm: string): boolean {
  return /(?:sha-?1(?!\d)|md[245])/i.test(algorithm);
}
