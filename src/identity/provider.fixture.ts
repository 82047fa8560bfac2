import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import Provider from "oidc-provider";

/** A person at the provider. */
export interface ProviderPerson {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
}

/** A certified OpenID provider on this machine that signs the given person in without asking. */
export async function startProvider(person: ProviderPerson) {
  const server: Server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;
  const redirectUri = "http://127.0.0.1:3000/auth/oidc/callback";
  let current = person;
  let discoveries = 0;
  let alterIdToken: AlterClaims | undefined;
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const provider = new Provider(issuer, {
    clients: [
      { client_id: "dosah", client_secret: "not-a-secret-of-anybody-0123456789", redirect_uris: [redirectUri] },
    ],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    cookies: { keys: ["test"] },
    findAccount: () => ({ accountId: current.sub, claims: async () => ({ ...current }) }),
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    jwks: {
      keys: [{ ...privateKey.export({ format: "jwk" }), use: "sig" }],
    },
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
  });
  const answer = provider.callback();
  server.on("request", async (request, response) => {
    if (request.url?.includes("openid-configuration")) discoveries++;
    if (request.url?.startsWith("/interaction/")) {
      const grant = new provider.Grant({ accountId: current.sub, clientId: "dosah" });
      grant.addOIDCScope("openid email profile");
      const grantId = await grant.save();
      const result = { login: { accountId: current.sub }, consent: { grantId } };
      await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
      return;
    }
    if (request.url === "/token" && alterIdToken !== undefined) alterAnswer(response, alterIdToken, privateKey);
    answer(request, response);
  });

  return {
    issuer,
    redirectUri,
    clientId: "dosah",
    clientSecret: "not-a-secret-of-anybody-0123456789",
    discoveries: () => discoveries,
    become: (other: ProviderPerson) => {
      current = other;
    },
    /** From now on every ID token has other claims, with a right signature; `undefined` ends that. */
    alterIdTokens: (alter: AlterClaims | undefined) => {
      alterIdToken = alter;
    },
    /** Goes where a browser would be sent, until the provider sends it back; returns that address. */
    visit: async (url: string): Promise<URL> => {
      const cookies = new Map<string, string>();
      let next = url;
      for (let step = 0; step < 10; step++) {
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
        const response = await fetch(next, { redirect: "manual", headers: { cookie } });
        for (const line of response.headers.getSetCookie()) {
          const [pair = ""] = line.split(";");
          const at = pair.indexOf("=");
          cookies.set(pair.slice(0, at), pair.slice(at + 1));
        }
        const location = response.headers.get("location");
        if (location === null) throw new Error(`the provider answered ${response.status}: ${await response.text()}`);
        next = new URL(location, next).href;
        if (next.startsWith(redirectUri)) return new URL(next);
      }
      throw new Error("the provider never sent the person back");
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

type Claims = Readonly<Record<string, unknown>>;
type AlterClaims = (claims: Claims) => Claims;

/** Puts another ID token, signed with the key of the provider, into the answer of its token endpoint. */
function alterAnswer(response: ServerResponse, alter: AlterClaims, key: KeyObject): void {
  const end = response.end.bind(response);
  response.end = (body: unknown) => {
    const tokens = JSON.parse(String(body));
    if (typeof tokens.id_token === "string") {
      const [head = "", claims = ""] = tokens.id_token.split(".");
      const altered = alter(JSON.parse(Buffer.from(claims, "base64url").toString()));
      const signed = `${head}.${Buffer.from(JSON.stringify(altered)).toString("base64url")}`;
      tokens.id_token = `${signed}.${sign("sha256", Buffer.from(signed), key).toString("base64url")}`;
    }
    const text = JSON.stringify(tokens);
    response.setHeader("Content-Length", Buffer.byteLength(text));
    return end(text);
  };
}
