import type { Factors } from "../../state/second-factors.ts";
import type { Assurance, Session } from "../../state/sessions.ts";
import type { AccountSettings } from "./accounts.ts";

/** What is open to a session: everything, the page that asks for a second factor, or those that set one up. */
export type Entry = "full" | "challenge" | "set_up";

/** What a sign-in opens, by what it proved and what the account has: the only place that decides it. */
export function mayEnter(
  { has_app, has_passkey, owns }: Factors,
  policy: AccountSettings["secondFactor"],
  assurance: Assurance,
): Entry {
  if (assurance === "two") return "full";
  // A person with an app is asked for its code whatever the operator demands.
  if (has_app === 1) return "challenge";
  if (policy === "optional" || (policy === "owners" && owns === 0)) return "full";
  return has_passkey === 1 ? "challenge" : "set_up";
}

/** What a session opens: one whose sign-in was not completed, the challenge alone. */
export function entryOf(
  session: Factors & Pick<Session, "stage" | "assurance">,
  policy: AccountSettings["secondFactor"],
): Entry {
  return session.stage === "second_factor" ? "challenge" : mayEnter(session, policy, session.assurance);
}
