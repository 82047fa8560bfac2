import { getServers } from "node:dns";
import { isIPv6 } from "node:net";
import { DnsClient, type Resolver, readResolvers } from "./dns-client.ts";
import type { GuardContext, GuardOptions } from "./guard-options.ts";
import { GuardedSession } from "./guarded-session.ts";
import { GUARD_LIMITS } from "./limits.ts";
import { Pacing } from "./pacing.ts";

/** The one way out to hosts that somebody else named. */
export class Guard {
  readonly #context: GuardContext;

  constructor({ resolvers, limits, ...options }: GuardOptions) {
    const all = { ...GUARD_LIMITS, ...limits };
    this.#context = {
      ...options,
      limits: all,
      dns: new DnsClient(resolvers ?? systemResolvers(), all.dnsMs),
      pacing: new Pacing(all.perAddress, all.betweenMs),
    };
  }

  /**
   * Begins the work for one target. Names are resolved once in a session, and limits count over all of it.
   * @param signal ends the session early. To be closed with `close()`.
   */
  open(signal?: AbortSignal): GuardedSession {
    return new GuardedSession(this.#context, signal);
  }
}

/** The resolvers of the system: `192.0.2.1`, `192.0.2.1:5353`, `2001:db8::1`, `[2001:db8::1]:5353`. */
function systemResolvers(): Resolver[] {
  return getServers().flatMap((server) => readResolvers(isIPv6(server) ? `[${server}]` : server));
}
