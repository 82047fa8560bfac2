import { z } from "zod";
import type { Accounts } from "../../src/capabilities/accounts/accounts.ts";
import { createCall } from "../../src/capabilities/calling/call.ts";
import { type Identify, NOBODY } from "../../src/capabilities/calling/principal.ts";
import type { FaceLog } from "../../src/capabilities/calling/problem-of.ts";
import type { LimitDecision, LimitState } from "../../src/capabilities/calling/rate-limit-headers.ts";
import { type Capability, defineCapability } from "../../src/capabilities/capability.ts";
import type { Services } from "../../src/capabilities/contexts.ts";
import { LOCALES } from "../../src/core/locale.ts";
import { type Problem, ServiceError } from "../../src/core/problem.ts";
import { firstCount } from "../../src/limits/first-count.ts";
import type { Limiter } from "../../src/limits/limiter.ts";
import type { StateDatabase } from "../../src/state/state-database.ts";

const locale = z.enum(LOCALES).default("sk").describe("Language of the texts in the answer.");

/** An answer of one shape, with foreign text and words beyond ASCII. */
export const greet = defineCapability({
  name: "greet",
  access: "public",
  input: z.strictObject({
    name: z
      .string()
      .min(2)
      .max(40)
      .meta({ examples: ["Anna"] })
      .describe("Whom to greet."),
    times: z.number().int().min(1).max(5).default(1),
    loud: z.boolean().optional(),
    tags: z.array(z.enum(["a", "b", "c"])).default([]),
    locale,
  }),
  published: {
    title: { sk: "Pozdrav", cs: "Pozdrav", en: "Greeting" },
    description: "Greets: dobrý deň.",
    output: z.object({
      greeting: z.string(),
      times: z.number().int(),
      loud: z.boolean(),
      tags: z.array(z.string()),
      untrusted: z.object({ name: z.string() }),
    }),
  },
  mcp: {
    cost: { rows: ["company_search"] },
    openWorld: false,
    summary: ({ times }, lang) => `Pozdrav\n(${lang}):\u2028${times}×`,
  },
  rest: [
    {
      method: "GET",
      path: "/api/greet",
      cost: { rows: ["activity_search"] },
      rename: { who: "name" },
      only: ["name", "times", "loud", "tags", "locale"],
      view: {
        schema: z.object({ greeting: z.string(), tags: z.array(z.string()) }),
        of: ({ greeting, tags }) => ({ greeting, tags }),
      },
      maxAge: 60,
    },
    { method: "POST", path: "/api/greet", cost: { constant: "version" } },
  ],
  run: ({ name, times, loud = false, tags, locale: lang }) => ({
    greeting: { sk: "Dobrý deň", cs: "Dobrý den", en: "Good day" }[lang],
    times,
    loud,
    tags,
    untrusted: { name },
  }),
});

/** An answer of two shapes. */
export const overview = defineCapability({
  name: "an_overview",
  access: "public",
  input: z.strictObject({ part: z.enum(["one", "two"]).optional(), locale }),
  published: {
    title: { sk: "Prehľad", cs: "Přehled", en: "Overview" },
    description: "An overview, or one part of it.",
    output: z.union([
      z.object({ mode: z.literal("all"), parts: z.array(z.string()) }),
      z.object({ mode: z.literal("part"), part: z.string(), lines: z.array(z.object({ text: z.string() })) }),
    ]),
  },
  mcp: { cost: { rows: ["mcp_endpoint"] }, openWorld: true, summary: ({ mode }) => mode },
  rest: [{ method: "GET", path: "/api/parts/{part}", cost: { constant: "version" }, only: ["part", "locale"] }],
  run: ({ part }) =>
    part === undefined
      ? { mode: "all" as const, parts: ["one", "two"] }
      : { mode: "part" as const, part, lines: [{ text: "a line" }] },
});

/** Fails in every way there is. */
export const fail = defineCapability({
  name: "fail",
  access: "public",
  input: z.strictObject({ how: z.enum(["not_found", "source_unavailable", "bug"]), locale }),
  published: {
    title: { sk: "Chyba", cs: "Chyba", en: "Failure" },
    description: "Fails as asked.",
    output: z.object({ never: z.string() }),
  },
  mcp: { cost: { rows: ["mcp_endpoint"] }, openWorld: false, summary: () => "never" },
  rest: [{ method: "GET", path: "/api/fail", cost: { constant: "version" } }],
  run: ({ how }) => {
    if (how === "bug") throw new Error("the secret cause");
    throw new ServiceError(how === "not_found" ? nothingThere : sourceDown, { cause: "the secret cause" });
  },
});

/** Only for the owner of a key. */
export const mine = defineCapability({
  name: "mine",
  access: "person",
  input: z.strictObject({}),
  published: {
    title: { sk: "Moje", cs: "Moje", en: "Mine" },
    description: "What only a key sees.",
    output: z.object({ secret: z.string() }),
  },
  mcp: { cost: { rows: ["mcp_endpoint"] }, openWorld: false, summary: () => "yours" },
  rest: [{ method: "GET", path: "/api/v1/mine", cost: { constant: "version" } }],
  run: () => ({ secret: "yours" }),
});

export const fixtureCapabilities: readonly Capability[] = [mine, greet, fail, overview];

const nothingThere: Problem = {
  code: "not_found",
  message: { sk: "Nič tu nie je.", cs: "Nic tu není.", en: "Nothing is there." },
  nextStep: { sk: "Hľadajte inde.", cs: "Hledejte jinde.", en: "Look elsewhere." },
  field: "how",
};

const sourceDown: Problem = {
  code: "source_unavailable",
  message: { sk: "Zdroj neodpovedá.", cs: "Zdroj neodpovídá.", en: "The source does not answer." },
  nextStep: { sk: "Skúste to o minútu.", cs: "Zkuste to za minutu.", en: "Try again in a minute." },
  retryAfter: 60,
};

/** The only key that is valid. */
export const VALID_KEY = "Bearer dosah_valid";

export const identify: Identify = async ({ authorization }) =>
  authorization === VALID_KEY ? { kind: "person", accountId: "acc_1", scopes: ["read"] } : NOBODY;

/** A log that keeps what was written. */
export function keepingLog() {
  const lines: { details: Readonly<Record<string, unknown>>; message: string }[] = [];
  const keep: FaceLog["error"] = (details, message) => {
    lines.push({ details, message });
  };
  return { lines, error: keep, warn: keep };
}

/** A limiter that allows `quota` calls of everything by anybody, and never forgets. */
export function countingLimiter(quota: number) {
  let used = 0;
  const take = (names: readonly string[]): LimitDecision => {
    const isAllowed = used < quota;
    if (isAllowed) used++;
    const states = names.map((name): LimitState => {
      return { name, quota, windowSeconds: 60, remaining: quota - used, resetSeconds: 30 };
    });
    return isAllowed
      ? { allowed: true, states }
      : { allowed: false, refusedBy: names[0] ?? "", retryAfter: 30, states };
  };
  return {
    take,
    takeFirst: (names, address) => firstCount(take, names, address),
    giveBack: () => {},
    close: async () => {},
    used: () => used,
  } satisfies Limiter & { used: () => number };
}

/** The fixtures use no service. */
export function callFixtures(limiter: Limiter = countingLimiter(1_000_000)) {
  // The fixtures read nothing, so nothing stands behind their state.
  const privateHalf = { state: {} as StateDatabase, identify, accounts: {} as Accounts, now: () => 0 };
  return createCall({ services: {} as Services, privateHalf }, limiter);
}
