import { bearerIn, hashSecret, isSecret, newSecret } from "./secret-form.ts";

/** What begins the secrets of a connection. */
const PREFIXES = { access: "dosat_", refresh: "dosar_", code: "dosac_", client: "dosas_" } as const;

export type OauthSecretKind = keyof typeof PREFIXES;

/** A new access token, refresh token, code or secret of a client. */
export function newOauthSecret(kind: OauthSecretKind): string {
  return newSecret(PREFIXES[kind]);
}

/** True for a text that `newOauthSecret` could have made. Costs no query and no hash. */
export function isOauthSecret(kind: OauthSecretKind, text: string): boolean {
  return isSecret(PREFIXES[kind], text);
}

/** What is stored in place of such a secret: SHA-256 in hex. */
export function hashOauthSecret(secret: string): string {
  return hashSecret(secret);
}

/** The access token in an `Authorization` header; `undefined` for everything else. */
export function accessTokenIn(authorization: string): string | undefined {
  const token = bearerIn(authorization);
  return token !== undefined && isOauthSecret("access", token) ? token : undefined;
}
