import { organizationPath } from "../paths.ts";
import type { PrivateRequest } from "../private-page.ts";

/** The editor of an organization's profile, or a part of it. */
export function trustPath(organizationId: string, part = ""): string {
  return organizationPath(organizationId, `/trust-profile${part}`);
}

/** The list of suppliers of an organization, or a part of it. */
export function suppliersPath(organizationId: string, part = ""): string {
  return organizationPath(organizationId, `/suppliers${part}`);
}

/** The organization that a path names. */
export function organizationIn({ params }: Pick<PrivateRequest, "params">): string {
  return params.organizationId ?? "";
}
