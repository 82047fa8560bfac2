import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createOidc, oidcAttempt } from "./oidc.ts";
import { startProvider } from "./provider.fixture.ts";

const PERSON = { sub: "person-1", email: "jana@firma.sk", email_verified: true, name: "Jana Nováková" };

let provider: Awaited<ReturnType<typeof startProvider>>;
let clock = 1_800_000_000_000;

beforeAll(async () => {
  provider = await startProvider(PERSON);
});
afterAll(() => provider.stop());
beforeEach(() => {
  provider.become(PERSON);
  provider.alterIdTokens(undefined);
  clock = Date.now();
});

const oidc = () => createOidc(provider, () => clock);

test("a person signs in at the provider and comes back with issuer, subject and verified e-mail", async () => {
  const { url, attempt } = await oidc().begin("/sk/organizations");
  expect(oidcAttempt.parse(JSON.parse(JSON.stringify(attempt)))).toEqual(attempt);
  const asked = new URL(url).searchParams;
  expect(asked.get("code_challenge_method")).toBe("S256");
  expect(asked.get("code_challenge")).not.toBe(attempt.codeVerifier);
  const result = await oidc().finish(await provider.visit(url), attempt);
  expect(result).toEqual({
    kind: "signed_in",
    person: { issuer: provider.issuer, subject: "person-1", verifiedEmail: "jana@firma.sk", name: "Jana Nováková" },
  });
});

test.each([
  ["did not verify", { ...PERSON, email_verified: false }],
  ["says nothing of verifying", { sub: "person-1", email: "jana@firma.sk" }],
  ["does not know", { sub: "person-1", email_verified: true }],
  ["spells as no address", { ...PERSON, email: "jana@firma.sk\r\nBcc: x@y.z" }],
])("an e-mail that the provider %s is none", async (_case, person) => {
  provider.become(person);
  const { url, attempt } = await oidc().begin("/");
  const result = await oidc().finish(await provider.visit(url), attempt);
  expect(result).toMatchObject({ kind: "signed_in", person: { subject: "person-1", verifiedEmail: null } });
});

describe("the return is refused", () => {
  test("when its state is another's", async () => {
    const [mine, another] = [await oidc().begin("/"), await oidc().begin("/")];
    const result = await oidc().finish(await provider.visit(another.url), mine.attempt);
    expect(result.kind).toBe("refused");
  });

  test("when its nonce is another's", async () => {
    const { url, attempt } = await oidc().begin("/");
    const result = await oidc().finish(await provider.visit(url), { ...attempt, nonce: "another-nonce-0123456789" });
    expect(result.kind).toBe("refused");
  });

  test("when the code verifier is another's", async () => {
    const { url, attempt } = await oidc().begin("/");
    const verifier = "another-verifier-0123456789-0123456789-0123456789";
    const result = await oidc().finish(await provider.visit(url), { ...attempt, codeVerifier: verifier });
    expect(result.kind).toBe("refused");
  });

  test("when its code was used before", async () => {
    const { url, attempt } = await oidc().begin("/");
    const returned = await provider.visit(url);
    expect((await oidc().finish(returned, attempt)).kind).toBe("signed_in");
    expect((await oidc().finish(returned, attempt)).kind).toBe("refused");
  });

  test.each([
    ["for another client", { aud: "another-client" }],
    ["of another issuer", { iss: "https://another.example" }],
    ["that is over", { exp: 1_000_000_000 }],
    ["for several clients, of which another one asked", { aud: ["dosah", "another"], azp: "another" }],
  ])("6.8: when the provider signs a token %s", async (_case, claims) => {
    provider.alterIdTokens((signed) => ({ ...signed }));
    const first = await oidc().begin("/");
    // A token that is only signed anew is believed: it is the claims that are refused below.
    expect((await oidc().finish(await provider.visit(first.url), first.attempt)).kind).toBe("signed_in");
    provider.alterIdTokens((signed) => ({ ...signed, ...claims }));
    const { url, attempt } = await oidc().begin("/");
    expect((await oidc().finish(await provider.visit(url), attempt)).kind).toBe("refused");
  });

  test.each(["another_key", "none", "HS256"] as const)("6.8: when its token is signed by %s", async (signature) => {
    provider.alterIdTokens((signed) => ({ ...signed }), signature);
    const { url, attempt } = await oidc().begin("/");
    expect((await oidc().finish(await provider.visit(url), attempt)).kind).toBe("refused");
  });

  test("when it names another issuer", async () => {
    const { url, attempt } = await oidc().begin("/");
    const returned = await provider.visit(url);
    returned.searchParams.set("iss", "https://evil.example");
    expect((await oidc().finish(returned, attempt)).kind).toBe("refused");
  });

  test("when the provider said no", async () => {
    const { attempt } = await oidc().begin("/");
    const returned = new URL(`${provider.redirectUri}?error=access_denied&state=${attempt.state}`);
    expect((await oidc().finish(returned, attempt)).kind).toBe("refused");
  });

  test("after ten minutes, and not a second before", async () => {
    const { url, attempt } = await oidc().begin("/");
    const returned = await provider.visit(url);
    clock = attempt.expiresAt;
    expect((await oidc().finish(returned, attempt)).kind).toBe("refused");
    clock = attempt.expiresAt - 1_000;
    expect((await oidc().finish(returned, attempt)).kind).toBe("signed_in");
  });

  test("with the secret of another client", async () => {
    const stranger = createOidc({ ...provider, clientSecret: "wrong" }, () => clock);
    const { url, attempt } = await stranger.begin("/");
    expect((await stranger.finish(await provider.visit(url), attempt)).kind).toBe("refused");
  });
});

test("what the provider says of itself is kept for an hour", async () => {
  const client = oidc();
  const before = provider.discoveries();
  await client.begin("/");
  await client.begin("/");
  expect(provider.discoveries() - before).toBe(1);
  clock += 60 * 60_000;
  await client.begin("/");
  expect(provider.discoveries() - before).toBe(2);
});

test("a provider that is down costs its button and nothing else: it is asked again the next time", async () => {
  const gone = await startProvider(PERSON);
  await gone.stop();
  const client = createOidc(gone, () => clock);
  await expect(client.begin("/")).rejects.toThrow();
  await expect(client.begin("/")).rejects.toThrow();
});
