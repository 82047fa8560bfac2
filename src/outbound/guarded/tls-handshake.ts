import type { Socket } from "node:net";
import { connect, type SecureVersion, type TLSSocket } from "node:tls";
import { failureOf, GuardError } from "./failure.ts";

export interface HandshakeOptions {
  /** Name for SNI. */
  readonly host: string;
  readonly minVersion?: SecureVersion;
  readonly maxVersion?: SecureVersion;
  /** Offered protocols (ALPN). A mail server may refuse a handshake that offers HTTP. */
  readonly protocols?: readonly string[];
  /** OpenSSL's list of cipher suites. */
  readonly ciphers: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * Makes a TLS handshake on a connection of the guard. The certificate is not judged here: whoever looks at it does.
 * @throws GuardError; `protocol_error` where the two sides did not agree. The connection is closed then.
 */
export function handshake(socket: Socket, options: HandshakeOptions): Promise<TLSSocket> {
  const { host, minVersion = "TLSv1.2", maxVersion = "TLSv1.3", ciphers, timeoutMs } = options;
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(timeoutMs)]);
  return new Promise((resolve, reject) => {
    const secure = connect({
      socket,
      servername: host,
      minVersion,
      maxVersion,
      ciphers,
      ...(options.protocols === undefined ? {} : { ALPNProtocols: [...options.protocols] }),
      rejectUnauthorized: false,
    });
    const fail = (error: GuardError) => {
      signal.removeEventListener("abort", abort);
      secure.destroy();
      socket.destroy();
      reject(error);
    };
    const abort = () => fail(new GuardError("timeout"));
    secure.on("error", (error) => fail(failureOf(error)));
    if (signal.aborted) return abort();
    signal.addEventListener("abort", abort, { once: true });
    secure.once("close", () => fail(new GuardError("reset")));
    secure.once("secureConnect", () => {
      signal.removeEventListener("abort", abort);
      resolve(secure);
    });
    return undefined;
  });
}
