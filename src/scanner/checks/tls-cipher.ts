import { defineCheck } from "./check.ts";
import { seenTls } from "./gates.ts";

/** Is the connection to a browser encrypted so that nobody can read it later (AEAD, forward secrecy)? */
export const tlsCipher = defineCheck({
  id: "tls.cipher",
  weight: 2,
  profile: "public",
  article: ["h"],
  outcomes: { modern: "pass", cbc: "warn", no_forward_secrecy: "warn", broken: "fail" },
  judge: (record) => {
    const tls = seenTls(record);
    if ("closed" in tls) return tls.closed;
    const { cipher, protocol } = tls.open;
    const untrusted = { cipher };
    if (/RC4|3DES|_NULL|EXPORT|_anon_|_DES_/i.test(cipher)) return { reason: "broken", untrusted };
    const exchanged = protocol === "TLSv1.3" || /^TLS_(?:ECDHE|DHE)_/.test(cipher);
    if (!exchanged) return { reason: "no_forward_secrecy", untrusted };
    return { reason: /_(?:GCM|CCM|CHACHA20)/.test(cipher) ? "modern" : "cbc", untrusted };
  },
});
