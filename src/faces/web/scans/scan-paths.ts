import type { PageRequest } from "../page.ts";
import { privatePaths } from "../paths.ts";

/** The id of the organization in the path of a page. */
export function organizationIn({ params }: Pick<PageRequest, "params">): string {
  return params.organizationId ?? "";
}

export function scansPath(organizationId: string): string {
  return `${privatePaths.organizations}/${organizationId}/scans`;
}

export function scanPath(organizationId: string, scanId: string): string {
  return `${scansPath(organizationId)}/${scanId}`;
}

export function domainsPath(organizationId: string): string {
  return `${privatePaths.organizations}/${organizationId}/domains`;
}
