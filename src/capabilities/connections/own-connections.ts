import { z } from "zod";
import { foreignText } from "../../core/foreign-text.ts";
import { inEnglish } from "../../core/locale.ts";
import { readScopes } from "../../core/oauth.ts";
import { type Problem, ServiceError } from "../../core/problem.ts";
import type { Connection } from "../../state/oauth-connections.ts";
import type { PersonStore } from "../../state/person-store.ts";
import { localeParameter } from "../calling/parameters.ts";
import { notYours } from "../calling/principal.ts";
import { defineCapability } from "../capability.ts";

const instant = (at: number | null) => (at === null ? null : new Date(at).toISOString());

/** A connection as its person sees it: no hash, no secret. */
export async function shownConnection(store: PersonStore, connection: Connection) {
  const { id, client_name, client_host, resource, scopes, reach } = connection;
  const organizations = reach === "all" ? [] : await store.chosenOrganizations(id);
  return {
    id,
    host: client_host,
    resource: resource.endsWith("/api/v1") ? ("api" as const) : ("mcp" as const),
    scopes: [...readScopes(scopes)],
    reach,
    organizations: organizations.map(({ org_id, name }) => ({ id: org_id, untrusted: { name: foreignText(name) } })),
    createdAt: new Date(connection.created_at).toISOString(),
    expiresAt: new Date(connection.expires_at).toISOString(),
    lastUsedAt: instant(connection.last_used_at),
    lastUsedPrefix: connection.last_used_prefix,
    untrusted: { name: foreignText(client_name) },
  };
}

/** The agents that the signed-in person connected. */
export const ownConnections = defineCapability({
  name: "own_connections",
  access: "person",
  needsSession: true,
  input: z.strictObject({ locale: localeParameter }),
  run: async (_input, { store, accounts }) => {
    const knownClients = accounts.oauth?.knownClients() ?? new Map<string, string>();
    const connections = [];
    for (const each of await store.connections(accounts.now())) {
      connections.push({
        ...(await shownConnection(store, each)),
        knownAs: knownClients.get(each.client_host) ?? null,
      });
    }
    return { connections };
  },
  cli: {
    words: "oauth connection list",
    help: "list the connections of a person",
    lines: ({ connections }) =>
      connections.map(
        ({ id, host, resource, scopes, untrusted }) =>
          `${id}  ${host}  ${resource}  ${scopes.join(" ")}  ${untrusted.name}`,
      ),
  },
});

/** Ends connections of a person: their tokens fail at the next call. */
export const ownConnectionEnd = defineCapability({
  name: "own_connection_end",
  access: "person",
  effect: "write",
  needsSession: true,
  input: z.strictObject({
    connectionId: z.string().optional().describe("Id of the connection."),
    all: z.boolean().default(false).describe("In its place: all connections of the person."),
    locale: localeParameter,
  }),
  form: {
    cost: { rows: ["person_write"] },
    path: "/account/connections/:connectionId/revoke",
    leadsTo: "/account/connections",
    done: "revoked",
  },
  run: async ({ connectionId, all }, { accounts, person, write }) => {
    if (all === (connectionId !== undefined)) throw new ServiceError(idOrAll);
    const why = person.operator === undefined ? "person" : "operator";
    return write(async ({ store, record }) => {
      const now = accounts.now();
      const chosen = (await store.connections(now)).filter(({ id }) => all || id === connectionId);
      if (chosen.length === 0) throw new ServiceError(notYours);
      for (const { id } of chosen) {
        const named = await store.chosenOrganizations(id);
        await store.endOwnConnection(id, why, now);
        for (const where of [null, ...named.map(({ org_id }) => org_id)]) {
          await record("oauth.disconnected", { type: "connection", id }, { why }, where);
        }
      }
      return { ended: chosen.map(({ id }) => id) };
    });
  },
  cli: {
    words: "oauth connection end",
    help: "end connections of a person",
    usage: "--email E (--id C | --all)",
    options: ["connectionId", "all"],
    rename: { connectionId: "id" },
    lines: ({ ended }) => ended,
  },
});

const idOrAll: Problem = {
  code: "invalid_arguments",
  field: "connectionId",
  message: inEnglish("Give the id of a connection or --all, not both."),
  nextStep: inEnglish("dosah oauth connection list lists the connections."),
};
