import { isObject, type JsonObject } from "./message.ts";
import { META, MODERN_VERSION } from "./protocol.ts";

/**
 * Which generation of the protocol a request belongs to, decided from this request alone: the
 * version in the body wins; without one, a header that names the sessionless revision means a malformed request of
 * that revision. `initialize` without a version in `_meta` is always a handshake.
 */
export function eraOf(method: string, params: JsonObject, versionHeader: string | undefined): "modern" | "legacy" {
  const meta = params._meta;
  if (isObject(meta) && Object.hasOwn(meta, META.protocolVersion)) return "modern";
  if (method === "initialize") return "legacy";
  return versionHeader?.trim() === MODERN_VERSION ? "modern" : "legacy";
}
