import { z } from "zod";
import { plainLines } from "../../core/plain-lines.ts";
import { ServiceError } from "../../core/problem.ts";
import { newId } from "../../core/random-id.ts";
import { organizationParameter } from "../calling/organization-parameter.ts";
import { localeParameter } from "../calling/parameters.ts";
import { notYours } from "../calling/principal.ts";
import { Refused } from "../calling/refusal.ts";
import { defineCapability } from "../capability.ts";

const LONGEST = 2000;

/** Writes a comment under an entry of the register. */
export const commentAdd = defineCapability({
  name: "comment_add",
  access: "organization",
  effect: "write",
  right: "change",
  needsSession: true,
  input: z.strictObject({
    organizationId: organizationParameter,
    code: z.string().describe("Code of the obligation."),
    text: z.string(),
    locale: localeParameter,
  }),
  form: {
    cost: { rows: ["person_write"] },
    path: "/organizations/:organizationId/obligations/:code/comments",
    leadsTo: "/organizations/:organizationId/obligations/:code#comments",
    done: "created",
  },
  run: async ({ code, text: typed }, { knowledge, person, accounts, write }) => {
    if (!knowledge.obligations.byCode.has(code)) throw new ServiceError(notYours);
    const text = plainLines(typed);
    const length = [...text].length;
    if (length < 1 || length > LONGEST) {
      throw new Refused([{ code: "text_length", field: "text", values: { min: 1, max: LONGEST } }]);
    }
    const id = newId("comment");
    await write(async ({ store, record }) => {
      await store.addComment({ id, code, text, at: accounts.now(), by: person.accountId });
      await record("comment.added", { type: "obligation", id: code });
    });
    return { id };
  },
});
