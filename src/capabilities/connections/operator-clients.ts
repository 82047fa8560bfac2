import { z } from "zod";
import { foreignText } from "../../core/foreign-text.ts";
import { inEnglish } from "../../core/locale.ts";
import { type Problem, ServiceError } from "../../core/problem.ts";
import { newId } from "../../core/random-id.ts";
import { readName } from "../../core/typed-name.ts";
import { hashOauthSecret, newOauthSecret } from "../../identity/oauth-secret.ts";
import { readReturnAddress } from "../../identity/return-address.ts";
import { addClient, listClients, removeClient } from "../../state/oauth-clients.ts";
import { recordCommand } from "../accounts/operator-accounts.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";

/** A client whose id is typed in at the host of the agent. */
export const operatorClientAdd = defineCapability({
  name: "operator_client_add",
  access: "operator",
  effect: "write",
  input: z.strictObject({
    name: z.string().describe("1 to 100 characters."),
    redirectUri: z.array(z.string()).min(1).max(20).describe("Where a person is sent after the decision."),
    secret: z.boolean().default(false).describe("It shows a secret at the token endpoint."),
    locale: localeParameter,
  }),
  run: async ({ name: typed, redirectUri, secret: hasSecret }, { operator: { accounts } }) => {
    const name = readName(typed, 100);
    if (name === undefined) throw new ServiceError(noName);
    if (redirectUri.some((uri) => readReturnAddress(uri, accounts.appSchemes) === undefined)) {
      throw new ServiceError(noReturn);
    }
    const id = newId("client");
    const secret = hasSecret ? newOauthSecret("client") : null;
    const at = accounts.now();
    const methods = hasSecret ? ["client_secret_post", "client_secret_basic"] : ["none"];
    await accounts.state.transaction(async (tx) => {
      await addClient(tx, {
        id,
        kind: "operator",
        name,
        metadata: JSON.stringify({ redirectUris: redirectUri, methods }),
        secret_hash: secret === null ? null : hashOauthSecret(secret),
        created_at: at,
      });
      await recordCommand(tx, { action: "oauth.client_added", target: { type: "client", id } }, at);
    });
    return { id, secret };
  },
  cli: {
    words: "oauth client add",
    help: "enter an application by hand, and print its id and, with --secret, its secret once",
    usage: "--name N --redirect-uri U... [--secret]",
    options: ["name", "redirectUri", "secret"],
    lines: ({ id, secret }) => (secret === null ? [id] : [id, secret]),
  },
});

/** Every application that is known here. */
export const operatorClients = defineCapability({
  name: "operator_clients",
  access: "operator",
  input: z.strictObject({ locale: localeParameter }),
  run: async (_input, { operator: { accounts } }) => ({
    clients: (await listClients(accounts.state)).map(({ id, kind, name, created_at, last_used_at, connections }) => ({
      id,
      kind,
      createdAt: new Date(created_at).toISOString(),
      lastUsedAt: last_used_at === null ? null : new Date(last_used_at).toISOString(),
      connections,
      untrusted: { name: foreignText(name) },
    })),
  }),
  cli: {
    words: "oauth client list",
    help: "list the applications that are known, with their connections",
    lines: ({ clients }) =>
      clients.map(({ id, kind, connections, untrusted }) => `${id}  ${kind}  ${connections}  ${untrusted.name}`),
  },
});

/** Takes an application out: it gets no token more. Connections stay until their people end them. */
export const operatorClientRemove = defineCapability({
  name: "operator_client_remove",
  access: "operator",
  effect: "write",
  input: z.strictObject({ id: z.string().max(1000).describe("Id of the application."), locale: localeParameter }),
  run: async ({ id }, { operator: { accounts } }) => {
    const at = accounts.now();
    await accounts.state.transaction(async (tx) => {
      if (!(await removeClient(tx, id))) throw new ServiceError(noClient);
      await recordCommand(tx, { action: "oauth.client_removed", target: { type: "client", id } }, at);
    });
    return { removed: id };
  },
  cli: {
    words: "oauth client remove",
    help: "take an application out",
    positionals: ["id"],
    lines: ({ removed }) => [removed],
  },
});

const noName: Problem = {
  code: "invalid_arguments",
  field: "name",
  message: inEnglish("A name has 1 to 100 characters on one line."),
  nextStep: inEnglish("Give --name."),
};

const noReturn: Problem = {
  code: "invalid_arguments",
  field: "redirectUri",
  message: inEnglish("A return address is not allowed."),
  nextStep: inEnglish(
    "Give https at a host name, http at 127.0.0.1, [::1] or localhost, or a private scheme of OAUTH_APP_SCHEMES.",
  ),
};

const noClient: Problem = {
  code: "not_found",
  message: inEnglish("There is no such application."),
  nextStep: inEnglish("dosah oauth client list lists the applications."),
};
