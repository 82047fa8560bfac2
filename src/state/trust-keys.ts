import { sql } from "./sql.ts";
import type { StateDatabase } from "./state-database.ts";

/** A key that signs or signed profiles. Instants in milliseconds since 1970. */
export interface TrustKey {
  readonly kid: string;
  /** JSON. */
  readonly public_jwk: string;
  /** The private part, sealed; `null` where it is in a file or gone. */
  readonly sealed: string | null;
  readonly nbf: number;
  /** Since when it signs nothing more. */
  readonly exp: number | null;
  /** Since when what it signs is void. */
  readonly revoked_at: number | null;
}

const ALL = sql("SELECT kid, public_jwk, sealed, nbf, exp, revoked_at FROM trust_key ORDER BY nbf, kid");
const LOCK_CURRENT = sql(
  "SELECT kid, public_jwk, sealed, nbf, exp, revoked_at FROM trust_key WHERE exp IS NULL AND revoked_at IS NULL " +
    "ORDER BY nbf DESC, kid DESC LIMIT 1 {FOR UPDATE}",
);
const ADD = sql(
  "INSERT INTO trust_key (kid, public_jwk, sealed, nbf) VALUES (?, ?, ?, ?) ON CONFLICT (kid) DO NOTHING",
);
const END = sql("UPDATE trust_key SET exp = ?, sealed = NULL WHERE kid <> ? AND exp IS NULL");
const RESEAL = sql("UPDATE trust_key SET sealed = ? WHERE kid = ? AND sealed = ?");
const REVOKE = sql("UPDATE trust_key SET revoked_at = ?, exp = COALESCE(exp, ?), sealed = NULL WHERE kid = ?");

/** Every key that ever signed, oldest first. */
export function trustKeys(db: StateDatabase): Promise<readonly TrustKey[]> {
  return db.all<TrustKey>(ALL);
}

/** The key that signs now, which nobody ends until the transaction does. */
export function lockTrustKey(tx: StateDatabase): Promise<TrustKey | undefined> {
  return tx.get<TrustKey>(LOCK_CURRENT);
}

/**
 * Adds a key that signs from now on; the others end, and their private parts with them.
 * @returns false where there is one of that name already: then nothing is changed.
 */
export async function addTrustKey(
  tx: StateDatabase,
  { kid, public_jwk, sealed, nbf }: Pick<TrustKey, "kid" | "public_jwk" | "sealed" | "nbf">,
): Promise<boolean> {
  if ((await tx.run(ADD, kid, public_jwk, sealed, nbf)) !== 1) return false;
  await tx.run(END, nbf, kid);
  return true;
}

/** Replaces a sealed private part by the same one under a new key of the secrets, unless it changed meanwhile. */
export async function resealTrustKey(tx: StateDatabase, kid: string, former: string, sealed: string): Promise<void> {
  await tx.run(RESEAL, sealed, kid, former);
}

/** Marks a key as compromised. @returns false where there is none. */
export async function revokeTrustKey(tx: StateDatabase, kid: string, at: number): Promise<boolean> {
  return (await tx.run(REVOKE, at, at, kid)) === 1;
}
