import type { DnsClient, Resolver } from "./dns-client.ts";
import type { Laboratory } from "./laboratory.ts";
import type { GuardLimits } from "./limits.ts";
import type { Pacing } from "./pacing.ts";

/** One attempt to connect to a checked address, before the laboratory maps the port and before anything is sent. */
export interface Attempt {
  readonly host: string;
  readonly address: string;
  readonly port: number;
}

export interface GuardOptions {
  /** Resolvers of the operator; without them those of the system. */
  readonly resolvers?: readonly Resolver[] | undefined;
  /** For tests: the only network that is reached. */
  readonly laboratory?: Laboratory | undefined;
  /** Names and addresses of this service: never a target. */
  readonly ownNames?: readonly string[];
  readonly ownAddresses?: readonly string[];
  readonly userAgent: string;
  readonly limits?: Partial<GuardLimits>;
  /** Sees every attempt to connect. */
  readonly onAttempt?: (attempt: Attempt) => void;
}

/** What a session needs of its guard. */
export interface GuardContext extends Omit<GuardOptions, "limits" | "resolvers"> {
  readonly limits: GuardLimits;
  readonly dns: DnsClient;
  readonly pacing: Pacing;
}
