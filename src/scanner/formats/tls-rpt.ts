import { readTags } from "./lookup.ts";

/** Is this TXT record meant as TLS reporting? */
export function isTlsRpt(text: string): boolean {
  return /^v=TLSRPTv1\s*;/.test(text);
}

/** Does it name at least one address that can take reports (RFC 8460 3)? */
export function isValidTlsRpt(text: string): boolean {
  const addresses = (readTags(text)?.get("rua") ?? "").split(",").map((uri) => uri.trim());
  return addresses.every((uri) => /^(?:mailto:[^@\s]+@[^@\s]+|https:\/\/\S+)$/i.test(uri));
}
