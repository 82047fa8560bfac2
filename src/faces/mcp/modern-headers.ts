import type { JsonObject } from "./message.ts";

const BASE64_PREFIX = "=?base64?";
const BASE64_SUFFIX = "?=";

type Headers = (name: string) => string | undefined;

/**
 * Checks the two headers that mirror the body: `Mcp-Method` on every request, `Mcp-Name` on a
 * `tools/call` whose name is a string. Returns what is wrong in our own words, or `undefined`.
 */
export function mirrorMismatch(header: Headers, method: string, params: JsonObject): string | undefined {
  const methodHeader = header("mcp-method")?.trim();
  if (methodHeader === undefined) return "The header Mcp-Method is missing.";
  if (methodHeader !== method) return "The header Mcp-Method differs from the method in the body.";
  // A name that is no string has nothing to mirror: it is refused later as a wrong parameter.
  if (method !== "tools/call" || typeof params.name !== "string") return undefined;

  const nameHeader = header("mcp-name")?.trim();
  if (nameHeader === undefined) return "The header Mcp-Name is missing.";
  const name = decodeHeaderValue(nameHeader);
  if (name === undefined) return "The header Mcp-Name is not valid Base64.";
  return name === params.name ? undefined : "The header Mcp-Name differs from params.name in the body.";
}

/**
 * The text of a header value: itself, or what stands in `=?base64?...?=` (UTF-8). `undefined` where the markers are
 * there but no canonical Base64 or no UTF-8 stands between them.
 */
export function decodeHeaderValue(value: string): string | undefined {
  if (!value.startsWith(BASE64_PREFIX) || !value.endsWith(BASE64_SUFFIX)) return value;
  const encoded = value.slice(BASE64_PREFIX.length, -BASE64_SUFFIX.length);
  const bytes = Buffer.from(encoded, "base64");
  // Buffer skips what is no Base64 instead of refusing it: only an exact round trip proves the encoding.
  if (bytes.toString("base64") !== encoded) return undefined;
  const text = bytes.toString("utf8");
  return Buffer.from(text, "utf8").equals(bytes) ? text : undefined;
}
