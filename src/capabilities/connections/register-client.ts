import { newId } from "../../core/random-id.ts";
import { type ClientFault, readRegistration } from "../../identity/client-metadata.ts";
import { hashOauthSecret, newOauthSecret } from "../../identity/oauth-secret.ts";
import { placeOf, readReturnAddress } from "../../identity/return-address.ts";
import { addClient, keepClientsBelow } from "../../state/oauth-clients.ts";
import type { Oauth } from "./oauth.ts";

/** Registered clients without a connection. */
const MOST_UNUSED = 10_000;

/** What a client that registered is told; the secret is shown this once. */
export interface Registered {
  readonly client_id: string;
  readonly client_id_issued_at: number;
  readonly client_secret?: string;
  readonly client_secret_expires_at?: 0;
  readonly client_name?: string;
  readonly redirect_uris: readonly string[];
  readonly grant_types: readonly string[];
  readonly response_types: readonly string[];
  readonly token_endpoint_auth_method: string;
}

/** Registers a client (RFC 7591). The same registration twice gives two. */
export async function registerClient(oauth: Oauth, body: unknown): Promise<Registered | ClientFault> {
  const read = readRegistration(body, oauth.appSchemes);
  if ("error" in read) return read;
  const { name, metadata } = read;
  const [method = "none"] = metadata.methods;
  const isSecret = method === "client_secret_basic" || method === "client_secret_post";
  const secret = isSecret ? newOauthSecret("client") : null;
  const now = oauth.now();
  const id = newId("client");
  const [first = ""] = metadata.redirectUris;
  await oauth.state.transaction(async (tx) => {
    await addClient(tx, {
      id,
      kind: "registered",
      name: name ?? hostOf(first, oauth.appSchemes),
      metadata: JSON.stringify(metadata),
      secret_hash: secret === null ? null : hashOauthSecret(secret),
      created_at: now,
    });
    await keepClientsBelow(tx, MOST_UNUSED);
  });
  return {
    client_id: id,
    client_id_issued_at: Math.floor(now / 1000),
    ...(secret === null ? {} : { client_secret: secret, client_secret_expires_at: 0 as const }),
    ...(name === null ? {} : { client_name: name }),
    redirect_uris: metadata.redirectUris,
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: method,
  };
}

/** The name of a client that states none: the place that it returns to. */
function hostOf(returnTo: string, appSchemes: readonly string[]): string {
  return placeOf(readReturnAddress(returnTo, appSchemes) ?? { kind: "loopback" });
}
