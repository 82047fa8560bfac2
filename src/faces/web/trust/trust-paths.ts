import { organizationPath } from "../paths.ts";
import type { PrivateRequest } from "../private-page.ts";

/** The page that checks the signature of a copy. */
export const TRUST_VERIFY_PATH = "/trust/verify";

/** The editor of an organization's profile, or a part of it. */
export function trustPath(organizationId: string, part = ""): string {
  return organizationPath(organizationId, `/trust-profile${part}`);
}

/** The list of suppliers of an organization, or a part of it. */
export function suppliersPath(organizationId: string, part = ""): string {
  return organizationPath(organizationId, `/suppliers${part}`);
}

/** The secret of a share link in an address; what can be none is one that nobody has. */
export function shareTokenIn(query: URLSearchParams): string | null {
  const token = query.get("share");
  return token === null || /^[\w-]*$/.test(token) ? token : "";
}

/** The organization that a path names. */
export function organizationIn({ params }: Pick<PrivateRequest, "params">): string {
  return params.organizationId ?? "";
}
