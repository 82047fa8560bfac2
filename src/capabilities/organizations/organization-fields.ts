import { z } from "zod";
import { nameOf } from "../accounts/person-name.ts";
import { Refused } from "../calling/refusal.ts";

/** The name of an organization in forms. */
export const organizationNameField = z.string().describe("1 to 120 characters.");

/** The name as it is stored. @throws Refused `name_invalid` */
export function readOrganizationName(typed: string): string {
  const name = nameOf(typed);
  if (name === undefined) throw new Refused([{ code: "name_invalid", field: "name" }]);
  return name;
}
