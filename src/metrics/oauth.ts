import { Counter, Gauge, type Registry } from "prom-client";
import { countConnections } from "../state/oauth-connections.ts";
import type { State } from "../state/state.ts";

/** Counts requests of agents that sign in. */
export interface OauthMetrics {
  countOauth(endpoint: string, outcome: string): void;
  countDocument(outcome: string): void;
}

/** Agents that sign in, as an operator watches them. @param inTime gives up on a database that does not answer */
export function createOauthMetrics(
  registry: Registry,
  state: Pick<State, "now"> & Parameters<typeof countConnections>[0],
  inTime: <T>(asked: Promise<T>) => Promise<T | undefined>,
): OauthMetrics {
  const registers = [registry];
  const requests = new Counter({
    name: "dosah_oauth_requests_total",
    help: "Requests of applications that sign in, by endpoint (authorize, token, register, revoke) and outcome.",
    labelNames: ["endpoint", "outcome"],
    registers,
  });
  const documents = new Counter({
    name: "dosah_oauth_documents_total",
    help: "Documents of applications: fetched, failed, or kept from before.",
    labelNames: ["outcome"],
    registers,
  });
  new Gauge({
    name: "dosah_oauth_connections",
    help: "Connections of applications that hold.",
    registers,
    async collect() {
      const count = await inTime(state.now().then((now) => countConnections(state, now))).catch(() => undefined);
      if (count === undefined) this.reset();
      else this.set(count);
    },
  });
  return {
    countOauth: (endpoint, outcome) => requests.inc({ endpoint, outcome }),
    countDocument: (outcome) => documents.inc({ outcome }),
  };
}
