import type { Oidc } from "../../identity/oidc.ts";
import type { Passkeys } from "../../identity/passkey.ts";
import type { PasswordHasher } from "../../identity/password-hash.ts";
import type { IsBreached } from "../../identity/password-rules.ts";
import type { Sealing } from "../../identity/sealing.ts";
import type { Limiter } from "../../limits/limiter.ts";
import type { Assurance } from "../../state/sessions.ts";
import type { StateDatabase } from "../../state/state-database.ts";
import type { FaceLog } from "../calling/problem-of.ts";
import type { Oauth } from "../connections/oauth.ts";
import type { Attempt } from "./attempt.ts";

/** What the operator decided about accounts. */
export interface AccountSettings {
  /** Who may create an account: everybody, people with an invitation, or nobody but the operator. */
  readonly registration: "open" | "invitation" | "closed";
  /** True: the address is public and nobody knows who runs this installation, so nobody creates an account. */
  readonly isOperatorMissing: boolean;
  /** The pages of this very machine show the links of mails: there is no mail server, and the address is a loopback one. */
  readonly showsMailLinks: boolean;
  /** False: by the identity provider and passkeys only. */
  readonly passwordSignIn: boolean;
  /** Who must have a second factor: nobody, owners of organizations, everybody. */
  readonly secondFactor: "optional" | "owners" | "required";
  /** What a sign-in by the identity provider proves. */
  readonly oidcAssurance: Assurance;
}

/** What the capabilities of accounts are made of: the state, the libraries of sign-in, counts and the clock. */
export interface Accounts {
  readonly state: StateDatabase;
  readonly settings: AccountSettings;
  readonly passwords: PasswordHasher;
  readonly isBreached: IsBreached;
  readonly sealing: Sealing;
  readonly passkeys: Passkeys;
  /** The operator's identity provider; `null` without one. */
  readonly oidc: Oidc | null;
  /** Agents that sign in; `null` where the operator switched them off. */
  readonly oauth: Oauth | null;
  /** The only way to count what may be a guess. */
  readonly limiter: { readonly attempt: Attempt };
  /** Counts mails and looks, by a keyed hash of the recipient or an id. */
  readonly allowance: Pick<Limiter, "take">;
  readonly log: FaceLog;
  /** Milliseconds since 1970. */
  now(): number;
}
