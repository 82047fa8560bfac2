import { organizationPath } from "../paths.ts";

/** Where a person says to which organization the answers of the public questionnaire belong. */
export const TAKE_OVER_PATH = "/questionnaires/import";

/** The address of the saved questionnaires of an organization. */
export function assessmentsPath(organizationId: string): string {
  return organizationPath(organizationId, "/questionnaires");
}

/** The address of one of them, or of a part: `/bcm`, `/complete`. */
export function assessmentPath(organizationId: string, id: string, part = ""): string {
  return `${assessmentsPath(organizationId)}/${encodeURIComponent(id)}${part}`;
}
