import { z } from "zod";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";

/** Ends the session of the browser that asks, how far a person has come with the sign-in. */
export const signOut = defineCapability({
  name: "sign_out",
  access: "person",
  needsSession: true,
  openTo: ["challenged", "set_up"],
  effect: "write",
  input: z.strictObject({ locale: localeParameter }),
  run: async (_input, { person: { accountId: id, session }, write }) => {
    await write(async ({ store, record }) => {
      await store.own.endSession(session?.hash ?? "");
      await record("session.ended", { type: "account", id });
    });
    return {};
  },
});
