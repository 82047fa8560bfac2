import { z } from "zod";
import { ServiceError } from "../../core/problem.ts";
import { sessionNumber } from "../../state/sessions.ts";
import { localeParameter } from "../calling/parameters.ts";
import { notYours } from "../calling/principal.ts";
import { defineCapability } from "../capability.ts";

/** Ends one session of the person, by its number in the list, or all but this one. */
export const mySessionsEnd = defineCapability({
  name: "my_sessions_end",
  access: "person",
  needsSession: true,
  effect: "write",
  input: z.strictObject({
    number: z.int().optional().describe("Number in the list of account_overview; without it all others end."),
    locale: localeParameter,
  }),
  run: async ({ number }, { person, accounts, write }) => {
    const target = { type: "account", id: person.accountId } as const;
    const own = person.session?.hash ?? "";
    return write(async ({ store, record }) => {
      // A session that is being renewed must not end by its former name only.
      await store.own.lock();
      if (number === undefined) {
        const count = await store.own.endOtherSessions(own);
        await record("session.ended_others", target, { count });
        return { isThis: false };
      }
      const session = (await store.own.sessions(accounts.now())).find((each) => sessionNumber(each) === number);
      if (session === undefined) throw new ServiceError(notYours);
      await store.own.endSession(session.hash);
      await record("session.ended", target);
      return { isThis: session.hash === own };
    });
  },
  form: {
    cost: { rows: ["person_write"] },
    path: "/account/sessions/:number/end",
    leadsTo: ({ isThis }) => (isThis ? "" : "/account"),
    done: ({ isThis }) => (isThis ? null : "ended"),
    session: ({ isThis }) => (isThis ? null : undefined),
  },
});
