import { z } from "zod";

/** Names an organization of the caller. What no organization of his has as its id is `not_found`, whatever it looks like. */
export const organizationParameter = z
  .string()
  .optional()
  .describe("Id from my_organizations; default: the active organization.");
