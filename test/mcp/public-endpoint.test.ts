import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { VERSION } from "../../src/version.ts";
import { GENEROUS, startTestService, type TestService } from "../promises/service.fixture.ts";

/** Whoever sends no token gets what agents got at the public endpoint before any of them could sign in. */

interface Recorded {
  readonly request: {
    readonly method: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
  };
  readonly answer: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  };
}

/** Answers of the version before sign-in, at the same public address. Tools whose answers are data are left out. */
const recorded: readonly Recorded[] = JSON.parse(
  readFileSync(new URL("./answers-before-sign-in.json", import.meta.url), "utf8"),
);

const ACCOUNT = "http://localhost:3000/api/mcp/account";

/** All that may differ: the version, the prompts, and the two sentences that name the other address. */
const CHANGES: readonly (readonly [before: string, now: string])[] = [
  ['"version":"0.1.0"', `"version":"${VERSION}"`],
  ['"capabilities":{"tools":{}}', '"capabilities":{"tools":{},"prompts":{}}'],
  [
    "in the language of the user.",
    `in the language of the user.\\nTo work with the organizations of the user, they connect ${ACCOUNT} instead and sign in.`,
  ],
  ["Bearer <key>.", `Bearer <key>, or connect ${ACCOUNT} and sign in.`],
  ["Bearer <kľúč>.", `Bearer <kľúč>, alebo pripojte ${ACCOUNT} a prihláste sa.`],
  ["Bearer <klíč>.", `Bearer <klíč>, nebo připojte ${ACCOUNT} a přihlaste se.`],
];

/** Headers that differ from request to request, and the length, which the body says. */
const PASSING = /^(?:date|connection|keep-alive|x-request-id|content-length|transfer-encoding|ratelimit.*)$/;

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ limits: GENEROUS });
});
afterAll(() => service.close());

test.each(recorded.map(({ request, answer }) => [request.method, request.body ?? "", request, answer] as const))(
  "%s %s is answered byte for byte as before there were accounts of agents",
  async (_method, _body, { method, headers, body }, { status, headers: sent, body: before }) => {
    const response = await service.fetch("/api/mcp", { method, headers, ...(body === undefined ? {} : { body }) });
    const now = CHANGES.reduce((text, [former, changed]) => text.replaceAll(former, changed), before);
    expect([response.status, await response.text()]).toEqual([status, now]);
    const kept = [...response.headers].filter(([name]) => !PASSING.test(name));
    const lower = Object.entries(sent).map(([name, value]) => [name.toLowerCase(), value]);
    expect(Object.fromEntries(kept)).toEqual(Object.fromEntries(lower));
  },
);
