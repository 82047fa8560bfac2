/** What one scan may cost, and how gently it goes. Times in milliseconds, sizes in bytes. */
export interface GuardLimits {
  readonly connectMs: number;
  readonly firstByteMs: number;
  readonly requestMs: number;
  readonly sessionMs: number;
  readonly bodyBytes: number;
  readonly headerBytes: number;
  readonly dnsQuestions: number;
  readonly dnsMs: number;
  readonly httpRequests: number;
  readonly connections: number;
  /** Connections at once to one address, for all scans together, and the pause between two of them. */
  readonly perAddress: number;
  readonly betweenMs: number;
}

export const GUARD_LIMITS: GuardLimits = {
  connectMs: 5_000,
  firstByteMs: 8_000,
  requestMs: 10_000,
  sessionMs: 60_000,
  bodyBytes: 512 * 1024,
  headerBytes: 64 * 1024,
  dnsQuestions: 60,
  dnsMs: 3_000,
  httpRequests: 14,
  connections: 40,
  perAddress: 2,
  betweenMs: 250,
};
