import type { SecureVersion, TLSSocket } from "node:tls";
import { failureOf } from "../../outbound/guarded/failure.ts";
import type { GuardedSession } from "../../outbound/guarded/guarded-session.ts";
import { BROWSER_CIPHERS, HTTP_PROTOCOLS } from "../../outbound/guarded/http-get.ts";
import { handshake } from "../../outbound/guarded/tls-handshake.ts";
import type { HandshakeFacts, Observation } from "../observation.ts";
import { certificateFacts, type TrustedRoots } from "./certificates.ts";

/** Old versions need suites that are switched off by default. */
const OLD_CIPHERS = "ALL:@SECLEVEL=0";

const VERSIONS = ["TLSv1.3", "TLSv1.2", "TLSv1.1", "TLSv1"] as const;

interface Range {
  readonly minVersion: SecureVersion;
  readonly maxVersion: SecureVersion;
  readonly ciphers: string;
}

/** One handshake; the connection is closed after it was looked at. @throws GuardError */
async function shake<T>(
  session: GuardedSession,
  host: string,
  range: Range,
  look: (socket: TLSSocket) => T,
): Promise<T> {
  const socket = await session.connect(host, 443);
  try {
    const { firstByteMs: timeoutMs } = session.limits;
    return look(
      await handshake(socket, { host, ...range, protocols: HTTP_PROTOCOLS, timeoutMs, signal: session.signal }),
    );
  } finally {
    socket.destroy();
  }
}

/** What a handshake brought. */
export function handshakeFacts(socket: TLSSocket, roots: TrustedRoots, at: Date): HandshakeFacts {
  return {
    outcome: "ok",
    protocol: socket.getProtocol(),
    cipher: socket.getCipher().standardName,
    certificate: certificateFacts(socket, roots, at),
  };
}

/** Why there was no handshake as a browser makes it; where the two sides did not agree, whether an old version works. */
export async function failedHandshake(
  session: GuardedSession,
  host: string,
  reason: HandshakeFacts["outcome"],
): Promise<HandshakeFacts> {
  const nothing = { protocol: null, cipher: null, certificate: null };
  if (reason !== "protocol_error" && reason !== "reset") return { outcome: reason, ...nothing };
  const old: Range = { minVersion: "TLSv1", maxVersion: "TLSv1.1", ciphers: OLD_CIPHERS };
  const works = await shake(session, host, old, () => true).catch(() => false);
  return { outcome: works ? "only_old_versions" : reason, ...nothing };
}

/** One handshake pinned to each version. */
export async function collectVersions(session: GuardedSession, host: string): Promise<Observation["tlsVersions"]> {
  const found: NonNullable<Observation["tlsVersions"]> = [];
  for (const version of VERSIONS) {
    const old = version === "TLSv1.1" || version === "TLSv1";
    const range: Range = { minVersion: version, maxVersion: version, ciphers: old ? OLD_CIPHERS : BROWSER_CIPHERS };
    const outcome = await shake(session, host, range, () => "accepted" as const).catch((error: unknown) => {
      const { reason } = failureOf(error);
      return reason === "protocol_error" || reason === "reset" ? ("declined" as const) : ("error" as const);
    });
    found.push({ version, outcome });
  }
  return found;
}
