import { z } from "zod";
import { endSession } from "../../state/sessions.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";

/** Ends the session of the browser that asks; a browser without one is signed out already. */
export const signOut = defineCapability({
  name: "sign_out",
  access: "visitor",
  effect: "write",
  input: z.strictObject({ locale: localeParameter }),
  web: { limits: [] },
  run: async (_input, { visitor: { principal }, change }) => {
    if (!("session" in principal) || principal.session === undefined) return {};
    const { accountId: id, session } = principal;
    await change(async ({ tx, record }) => {
      if (await endSession(tx, session.hash)) {
        await record({ action: "session.ended", actorId: id, target: { type: "account", id } });
      }
    });
    return {};
  },
  form: { path: "/sign-out", shownOn: "/sign-in", leadsTo: "", session: () => null },
});
