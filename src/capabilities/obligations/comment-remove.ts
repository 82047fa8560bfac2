import { z } from "zod";
import { ServiceError } from "../../core/problem.ts";
import { hasRight } from "../../core/rights.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { notYours } from "../calling/principal.ts";
import { Refused } from "../calling/refusal.ts";
import { defineCapability } from "../capability.ts";

/** Removes a comment: who wrote it does, and who manages the organization. */
export const commentRemove = defineCapability({
  name: "comment_remove",
  access: "organization",
  effect: "write",
  right: "change",
  needsSession: true,
  input: z.strictObject({
    organizationId: organizationParameter,
    code: z.string(),
    commentId: z.string(),
    locale: localeParameter,
  }),
  form: {
    cost: { rows: ["person_write"] },
    path: "/organizations/:organizationId/obligations/:code/comments/:commentId/remove",
    leadsTo: "/organizations/:organizationId/obligations/:code#comments",
    done: "removed",
  },
  run: async ({ code, commentId }, { person, role, accounts, write }) => {
    await write(async ({ store, record }) => {
      const comment = await store.lockComment(code, commentId);
      if (comment === undefined) throw new ServiceError(notYours);
      if (comment.by !== person.accountId && !hasRight(role, "manage")) throw new Refused([{ code: "forbidden" }]);
      await store.removeComment(commentId, accounts.now());
      await record("comment.removed", { type: "obligation", id: code });
    });
    return {};
  },
});
