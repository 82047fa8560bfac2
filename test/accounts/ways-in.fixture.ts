import { createAuthenticator } from "../../src/identity/authenticator.fixture.ts";
import { createPasskeys } from "../../src/identity/passkey.ts";
import { createPasswordHasher } from "../../src/identity/password-hash.ts";
import type { startProvider } from "../../src/identity/provider.fixture.ts";
import { newTotpSecret } from "../../src/identity/totp.ts";
import { setPassword } from "../../src/state/accounts.ts";
import { addPasskey } from "../../src/state/passkeys.ts";
import { confirmTotp, setBackupCodes, startTotp } from "../../src/state/second-factors.ts";
import { type Installation, PASSWORD } from "../promises/installation.fixture.ts";
import { newAddress } from "./account-service.fixture.ts";
import type { PersonOfTest } from "./organization.fixture.ts";
import { type Got, hiddenOf, type VisitorOfTest, visit } from "./visitor.fixture.ts";

type Place = Pick<Installation, "operator" | "service">;

let hashed: Promise<string> | undefined;

/** Gives a person the password of the tests. */
export async function givePassword({ operator }: Place, { id }: PersonOfTest, at: number): Promise<void> {
  hashed ??= createPasswordHasher().hash(PASSWORD, { network: "", isKept: true });
  await setPassword(operator.opened.state, id, await hashed, at);
}

/** Gives a person a confirmed app. @returns its secret */
export async function giveApp({ operator }: Place, { id }: PersonOfTest, at: number): Promise<string> {
  const { state, accounts } = operator.opened.privateHalf;
  const secret = newTotpSecret();
  const sealed = accounts.sealing.seal(secret, "totp");
  await startTotp(state, id, sealed);
  await confirmTotp(state, { account_id: id, sealed }, 1, at);
  await setBackupCodes(state, id, []);
  return secret;
}

export type Authenticator = ReturnType<typeof createAuthenticator>;

/** Gives a person a passkey. @returns the authenticator that holds it */
export async function givePasskey(
  { operator }: Place,
  { id }: PersonOfTest,
  at: number,
  baseUrl = "http://localhost:3000",
  counts = true,
): Promise<Authenticator> {
  const authenticator = createAuthenticator(baseUrl);
  const made = await createPasskeys({ baseUrl }).register(
    authenticator.register("challenge", counts ? {} : { counter: 0 }),
    "challenge",
  );
  if (made.kind === "refused") throw new Error("the passkey was refused");
  const { id: key, publicKey: public_key, counter } = made.passkey;
  const passkey = { id: key, account_id: id, public_key, counter, name: "Phone", created_at: at };
  await addPasskey(operator.opened.state, passkey);
  return authenticator;
}

/** The fields with which an authenticator answers the challenge that stands in the form of a page. */
export function passkeyFields(html: string, action: string, authenticator: Authenticator): Record<string, string> {
  const forms = html.split("<form").filter((form) => form.includes("data-passkey-get"));
  const raw = /data-passkey-get="([^"]*)"/.exec(forms[0] ?? "")?.[1] ?? "{}";
  const { challenge } = JSON.parse(raw.replaceAll("&quot;", '"').replaceAll("&amp;", "&"));
  return { ...hiddenOf(`<form${forms[0]}`, action), credential: authenticator.signIn(challenge) };
}

/** What the button of a passkey puts into the field `current` of the form that goes to a path. */
export function confirmedBy(html: string, action: string, authenticator: Authenticator): string {
  const form = html.split("<form").find((each) => each.includes(`action="${action}"`)) ?? "";
  const [, raw = "{}", challenge = ""] = /data-passkey-confirm="([^"]*)" data-challenge="([^"]*)"/.exec(form) ?? [];
  const options = JSON.parse(raw.replaceAll("&quot;", '"').replaceAll("&amp;", "&"));
  return JSON.stringify({ credential: authenticator.signIn(options.challenge), challenge });
}

/** A browser in which the password was shown. */
export async function byPassword({ service }: Place, { email }: PersonOfTest): Promise<VisitorOfTest> {
  const browser = visit(service, { from: newAddress() });
  await browser.submit("/en/sign-in", { email, password: PASSWORD });
  return browser;
}

/** A browser in which a passkey signed in. */
export async function byPasskey({ service }: Place, authenticator: Authenticator): Promise<VisitorOfTest> {
  const browser = visit(service, { from: newAddress() });
  const { html } = await browser.get("/en/sign-in");
  await browser.post("/en/sign-in", passkeyFields(html, "/en/sign-in", authenticator));
  return browser;
}

export type TestProvider = Awaited<ReturnType<typeof startProvider>>;

/** The settings of a service that uses the provider. */
export function settingsOf({ redirectUri, issuer, clientId, clientSecret }: TestProvider): Record<string, string> {
  return {
    BASE_URL: new URL(redirectUri).origin,
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
    OIDC_NAME: "Firma ID",
  };
}

/** Goes to the provider and back; `tamper` changes what the browser brings back. */
export async function through(
  provider: TestProvider,
  browser: VisitorOfTest,
  start = "/auth/oidc?next=/en/account",
  tamper = (search: string) => search,
): Promise<Got> {
  const begun = await browser.get(start, { "Accept-Language": "en" });
  if (begun.status !== 302 || !(begun.location ?? "").startsWith(provider.issuer)) return begun;
  const back = await provider.visit(begun.location ?? "");
  return browser.get(`/auth/oidc/callback${tamper(back.search)}`, { "Accept-Language": "en" });
}
