/** Why the guard refuses a host, an address or a URL (domain scan, reasons of a refusal). */
export const REFUSAL_REASONS = [
  "blocked_address",
  "blocked_host",
  "blocked_port",
  "blocked_scheme",
  "blocked_userinfo",
  "outside_lab",
] as const;

export type RefusalReason = (typeof REFUSAL_REASONS)[number];

/** Why a permitted connection gave nothing. */
export const FAILURE_REASONS = [
  "closed", // the port refused the connection
  "unreachable",
  "reset", // the connection ended before an answer
  "timeout",
  "protocol_error",
  "other_protocol", // the server speaks no HTTP/1.1, only a newer protocol
  "no_address", // the name exists, or does not, but has no address
  "dns_failed", // the resolver gave no usable answer
  "limit", // the limits of one scan are used up
  "rate_limited", // the target asks for a pause
] as const;

export type FailureReason = (typeof FAILURE_REASONS)[number];

/** Something that the guard refused. Host and address are foreign text. */
export interface Refusal {
  readonly host: string;
  readonly address: string | null;
  readonly reason: RefusalReason;
}

/** A connection was refused by the guard, or gave nothing. The message holds no foreign text. */
export class GuardError extends Error {
  override readonly name = "GuardError";
  readonly reason: RefusalReason | FailureReason;

  constructor(reason: RefusalReason | FailureReason, options?: ErrorOptions) {
    super(`The guarded connection ended with ${reason}.`, options);
    this.reason = reason;
  }

  /** True if the guard refused it: nothing was sent. */
  get refused(): boolean {
    return REFUSAL_REASONS.some((reason) => reason === this.reason);
  }
}

const CODES: Readonly<Record<string, FailureReason>> = {
  ECONNREFUSED: "closed",
  EHOSTUNREACH: "unreachable",
  ENETUNREACH: "unreachable",
  EADDRNOTAVAIL: "unreachable",
  EACCES: "unreachable",
  ECONNRESET: "reset",
  EPIPE: "reset",
  ETIMEDOUT: "timeout",
  ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL: "other_protocol",
};

/** Any error of a socket, a TLS handshake or an HTTP request as a reason. */
export function failureOf(error: unknown): GuardError {
  if (error instanceof GuardError) return error;
  if (error instanceof Error && error.name === "TimeoutError") return new GuardError("timeout", { cause: error });
  if (error instanceof Error && error.name === "AbortError") return new GuardError("timeout", { cause: error });
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return new GuardError(CODES[code] ?? "protocol_error", { cause: error });
}
