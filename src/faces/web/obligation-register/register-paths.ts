import { organizationPath } from "../paths.ts";

/** The address of an organization's obligation register, or of a file of it: `.csv`. */
export function registerPath(organizationId: string, file = ""): string {
  return organizationPath(organizationId, `/obligations${file}`);
}

/** The address of one entry of it. */
export function entryPath(organizationId: string, code: string): string {
  return `${registerPath(organizationId)}/${encodeURIComponent(code)}`;
}
