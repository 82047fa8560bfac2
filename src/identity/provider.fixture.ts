import { createHmac, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
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
  const clientSecret = "not-a-secret-of-anybody-0123456789";
  let altered: { readonly alter: AlterClaims; readonly signature: TokenSignature } | undefined;
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
    if (request.url === "/token" && altered !== undefined) alterAnswer(response, altered, privateKey, clientSecret);
    answer(request, response);
  });

  return {
    issuer,
    redirectUri,
    clientId: "dosah",
    clientSecret,
    discoveries: () => discoveries,
    become: (other: ProviderPerson) => {
      current = other;
    },
    /** From now on every ID token has other claims or another signature; `undefined` ends that. */
    alterIdTokens: (alter: AlterClaims | undefined, signature: TokenSignature = "own") => {
      altered = alter === undefined ? undefined : { alter, signature };
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

/** How an altered token is signed: by the provider, by somebody else, not at all, or with the secret of the client. */
export type TokenSignature = "own" | "another_key" | "none" | "HS256";

/** Puts another ID token into the answer of the token endpoint of the provider. */
function alterAnswer(
  response: ServerResponse,
  { alter, signature }: { readonly alter: AlterClaims; readonly signature: TokenSignature },
  key: KeyObject,
  secret: string,
): void {
  const end = response.end.bind(response);
  response.end = (body: unknown) => {
    const tokens = JSON.parse(String(body));
    if (typeof tokens.id_token === "string") {
      const [head = "", claims = ""] = tokens.id_token.split(".");
      const read = (part: string) => JSON.parse(Buffer.from(part, "base64url").toString());
      const write = (content: unknown) => Buffer.from(JSON.stringify(content)).toString("base64url");
      const isForeign = signature === "none" || signature === "HS256";
      const header = isForeign ? { alg: signature, typ: "JWT" } : read(head);
      const signed = `${write(header)}.${write(alter(read(claims)))}`;
      tokens.id_token = `${signed}.${signatureOf(signed, signature, key, secret)}`;
    }
    const text = JSON.stringify(tokens);
    response.setHeader("Content-Length", Buffer.byteLength(text));
    return end(text);
  };
}

function signatureOf(text: string, signature: TokenSignature, key: KeyObject, secret: string): string {
  if (signature === "none") return "";
  if (signature === "HS256") return createHmac("sha256", secret).update(text).digest("base64url");
  const by = signature === "own" ? key : generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
  return sign("sha256", Buffer.from(text), by).toString("base64url");
}
