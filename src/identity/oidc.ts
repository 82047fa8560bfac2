import type { Configuration } from "openid-client";
import { z } from "zod";
import { readEmailAddress } from "./email-address.ts";

/** The operator's identity provider, as the settings name it. */
export interface OidcSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Where the provider sends the person back to: `BASE_URL/auth/oidc/callback`. */
  readonly redirectUri: string;
}

/** What must be kept, sealed, between the two steps: it shows that the person who returns is the one who left. */
export const oidcAttempt = z.strictObject({
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  /** Instant in milliseconds from which on the attempt no longer counts. */
  expiresAt: z.number().int(),
  next: z.string(),
});

export type OidcAttempt = z.infer<typeof oidcAttempt>;

/** A person as the provider vouches for him. `email` only when the provider verified it. */
export interface OidcPerson {
  readonly issuer: string;
  readonly subject: string;
  readonly verifiedEmail: string | null;
  /** Foreign text. */
  readonly name: string | null;
}

export type OidcReturn =
  | { readonly kind: "signed_in"; readonly person: OidcPerson }
  /** The attempt is old, of somebody else, or the provider said no. `cause` is for the log. */
  | { readonly kind: "refused"; readonly cause: unknown };

/** Sign-in through the operator's provider: code flow with PKCE, state and nonce. Tokens are not kept. */
export interface Oidc {
  /** Where to send the person, and what to keep. @throws when the provider cannot be reached */
  begin(next: string): Promise<{ readonly url: string; readonly attempt: OidcAttempt }>;
  finish(returned: URL, attempt: OidcAttempt): Promise<OidcReturn>;
}

/** How long an attempt may take, in milliseconds. */
export const ATTEMPT_MS = 10 * 60_000;

/** How long what the provider says about itself is believed, in milliseconds. */
const DISCOVERY_MS = 60 * 60_000;

const LONGEST_SUBJECT = 255;
const LONGEST_NAME = 120;

/**
 * Binds the library to a provider. The provider is asked at first use and then once an hour: one that is down costs
 * its button, not the start.
 */
export function createOidc(settings: OidcSettings, now: () => number): Oidc {
  let discovered: { readonly at: number; readonly configuration: Promise<Configuration> } | undefined;

  return {
    begin: async (next) => {
      const client = await import("openid-client");
      const configuration = await discover();
      const attempt: OidcAttempt = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        codeVerifier: client.randomPKCECodeVerifier(),
        expiresAt: now() + ATTEMPT_MS,
        next,
      };
      const url = client.buildAuthorizationUrl(configuration, {
        redirect_uri: settings.redirectUri,
        scope: "openid email profile",
        state: attempt.state,
        nonce: attempt.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(attempt.codeVerifier),
        code_challenge_method: "S256",
      });
      return { url: url.href, attempt };
    },
    finish: async (returned, attempt) => {
      if (now() >= attempt.expiresAt) return { kind: "refused", cause: "the attempt is too old" };
      try {
        const client = await import("openid-client");
        const tokens = await client.authorizationCodeGrant(await discover(), addressOf(returned), {
          pkceCodeVerifier: attempt.codeVerifier,
          expectedState: attempt.state,
          expectedNonce: attempt.nonce,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (claims === undefined || claims.sub.length > LONGEST_SUBJECT) {
          return { kind: "refused", cause: "the provider sent no usable subject" };
        }
        const email = typeof claims.email === "string" ? readEmailAddress(claims.email) : undefined;
        return {
          kind: "signed_in",
          person: {
            issuer: claims.iss,
            subject: claims.sub,
            verifiedEmail: claims.email_verified === true && email !== undefined ? email : null,
            name: typeof claims.name === "string" ? claims.name.slice(0, LONGEST_NAME) : null,
          },
        };
      } catch (cause) {
        return { kind: "refused", cause };
      }
    },
  };

  /** Behind a proxy the request names another host: the provider was given the public address, so that one counts. */
  function addressOf(returned: URL): URL {
    const address = new URL(settings.redirectUri);
    address.search = returned.search;
    return address;
  }

  async function discover(): Promise<Configuration> {
    if (discovered === undefined || now() - discovered.at >= DISCOVERY_MS) {
      const configuration = ask();
      const asked = { at: now(), configuration };
      discovered = asked;
      // What failed is not kept: the next person asks again.
      configuration.catch(() => {
        if (discovered === asked) discovered = undefined;
      });
    }
    return discovered.configuration;
  }

  async function ask(): Promise<Configuration> {
    const client = await import("openid-client");
    const issuer = new URL(settings.issuer);
    // A provider on this very machine may be without TLS; the settings refuse any other without it.
    const insecure = issuer.protocol === "http:" ? [client.allowInsecureRequests] : [];
    // The ID token is checked against the keys of the provider, whatever the line to it was like.
    const execute = [...insecure, client.enableNonRepudiationChecks];
    return client.discovery(issuer, settings.clientId, settings.clientSecret, undefined, { execute, timeout: 10 });
  }
}
