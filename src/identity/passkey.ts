import { randomBytes } from "node:crypto";
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from "@simplewebauthn/server";
import { z } from "zod";

/** A passkey as it is stored. `publicKey` in base64url. */
export interface StoredPasskey {
  readonly id: string;
  readonly publicKey: string;
  readonly counter: number;
}

/** Why a response of an authenticator is refused. */
export type PasskeyRefusal = "not_valid" | "counter_went_back";

export type PasskeyRegistration =
  | { readonly kind: "accepted"; readonly passkey: StoredPasskey }
  | { readonly kind: "refused" };

export type PasskeySignIn =
  | { readonly kind: "accepted"; readonly counter: number }
  /** `counter_went_back`: two devices hold the key, one of them a copy. It is logged. */
  | { readonly kind: "refused"; readonly why: PasskeyRefusal };

/** The site that passkeys are bound to. */
export interface RelyingParty {
  /** Public address without a slash at the end; its host is the id that authenticators bind to. */
  readonly baseUrl: string;
}

const CHALLENGE_BYTES = 32;

// The library reads the rest; what stands here is what our own code uses, and a bound on what is read at all.
const text = z.string().max(20_000);
const registration = z.looseObject({
  id: text,
  rawId: text,
  type: z.literal("public-key"),
  response: z.looseObject({ clientDataJSON: text, attestationObject: text }),
  clientExtensionResults: z.looseObject({}),
});
const authentication = z.looseObject({
  id: text,
  rawId: text,
  type: z.literal("public-key"),
  response: z.looseObject({ clientDataJSON: text, authenticatorData: text, signature: text }),
  clientExtensionResults: z.looseObject({}),
});

/** Passkeys: user verification is required, so that one of them counts as both factors. */
export interface Passkeys {
  /** What a browser needs to make a passkey for a person. The challenge in it must come back within minutes. */
  registrationOptions(
    account: { readonly id: string; readonly email: string; readonly name: string },
    existing: readonly StoredPasskey[],
  ): Promise<PublicKeyCredentialCreationOptionsJSON>;
  /** Checks what the browser sent back: `credential` is the JSON text of the form field. */
  register(credential: string, challenge: string): Promise<PasskeyRegistration>;
  /** What a browser needs to sign in with whichever passkey it has for this site. */
  signInOptions(): PublicKeyCredentialRequestOptionsJSON;
  /** The id of the passkey that signed, to find it by; `undefined` for what is no response of an authenticator. */
  idOf(credential: string): string | undefined;
  signIn(credential: string, challenge: string, passkey: StoredPasskey): Promise<PasskeySignIn>;
}

/** Binds the library to the site. It is loaded at first use: most processes never see a passkey. */
export function createPasskeys({ baseUrl }: RelyingParty): Passkeys {
  const { hostname, origin } = new URL(baseUrl);
  const library = () => import("@simplewebauthn/server");

  return {
    registrationOptions: async (account, existing) =>
      (await library()).generateRegistrationOptions({
        rpName: "Dosah",
        rpID: hostname,
        userID: new TextEncoder().encode(account.id),
        userName: account.email,
        userDisplayName: account.name,
        attestationType: "none",
        excludeCredentials: existing.map(({ id }) => ({ id })),
        authenticatorSelection: { residentKey: "preferred", userVerification: "required" },
      }),
    register: async (credential, challenge) => {
      const response = read(credential, registration) as RegistrationResponseJSON | undefined; // the library checks the rest
      if (response === undefined) return { kind: "refused" };
      try {
        const { verified, registrationInfo } = await (await library()).verifyRegistrationResponse({
          response,
          expectedChallenge: challenge,
          expectedOrigin: origin,
          expectedRPID: hostname,
          requireUserVerification: true,
        });
        if (!verified) return { kind: "refused" };
        const { id, publicKey, counter } = registrationInfo.credential;
        return { kind: "accepted", passkey: { id, publicKey: Buffer.from(publicKey).toString("base64url"), counter } };
      } catch {
        // The library throws for every response that does not fit; which check failed concerns nobody outside.
        return { kind: "refused" };
      }
    },
    // What the library would make, without loading it: pages ask for this each time they are shown.
    signInOptions: () => ({
      challenge: randomBytes(CHALLENGE_BYTES).toString("base64url"),
      rpId: hostname,
      timeout: 60_000,
      userVerification: "required",
    }),
    idOf: (credential) => read(credential, authentication)?.id,
    signIn: async (credential, challenge, passkey) => {
      const response = read(credential, authentication) as AuthenticationResponseJSON | undefined; // the library checks the rest
      if (response === undefined || response.id !== passkey.id) return { kind: "refused", why: "not_valid" };
      try {
        const { verified, authenticationInfo } = await (await library()).verifyAuthenticationResponse({
          response,
          expectedChallenge: challenge,
          expectedOrigin: origin,
          expectedRPID: hostname,
          requireUserVerification: true,
          // The counter is compared below, so that a copied key and a wrong signature are two answers.
          credential: { id: passkey.id, publicKey: Buffer.from(passkey.publicKey, "base64url"), counter: 0 },
        });
        if (!verified) return { kind: "refused", why: "not_valid" };
        const { newCounter } = authenticationInfo;
        const isCopy = (newCounter > 0 || passkey.counter > 0) && newCounter <= passkey.counter;
        return isCopy ? { kind: "refused", why: "counter_went_back" } : { kind: "accepted", counter: newCounter };
      } catch {
        return { kind: "refused", why: "not_valid" };
      }
    },
  };
}

function read<Schema extends z.ZodType>(credential: string, schema: Schema): z.output<Schema> | undefined {
  try {
    return schema.safeParse(JSON.parse(credential)).data;
  } catch {
    return undefined; // no JSON
  }
}
