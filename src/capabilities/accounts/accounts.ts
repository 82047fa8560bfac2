import type { Oidc } from "../../identity/oidc.ts";
import type { Passkeys } from "../../identity/passkey.ts";
import type { PasswordHasher } from "../../identity/password-hash.ts";
import type { IsBreached } from "../../identity/password-rules.ts";
import type { Sealing } from "../../identity/sealing.ts";
import type { Limiter } from "../../limits/limiter.ts";
import type { Assurance } from "../../state/sessions.ts";
import type { StateDatabase } from "../../state/state-database.ts";
import type { FaceLog } from "../calling/problem-of.ts";

/** What the operator decided about accounts. */
export interface AccountSettings {
  /** Who may create an account: everybody, people with an invitation, or nobody but the operator. */
  readonly registration: "open" | "invitation" | "closed";
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
  /** Counts attempts by rows of `limits.yaml`: by address, or by a keyed hash of what must not be kept. */
  readonly limiter: Pick<Limiter, "take" | "giveBack">;
  readonly log: FaceLog;
  /** Milliseconds since 1970. */
  now(): number;
}
