import { expect, test } from "vitest";
import { z } from "zod";
import { ServiceError } from "../../core/problem.ts";
import type { StateDatabase } from "../../state/state-database.ts";
import type { Accounts } from "../accounts/accounts.ts";
import { createAttempt } from "../accounts/attempt.ts";
import { bareOperator, unlimited } from "../bare-services.fixture.ts";
import type { Services } from "../contexts.ts";
import { capabilities } from "../index.ts";
import { createCall } from "./call.ts";
import { identifyByKey } from "./identify-by-key.ts";
import { identifyBySession } from "./identify-by-session.ts";
import { identifyNobody, oncePerCaller, type Via } from "./principal.ts";

const log = { error: () => {}, warn: () => {} };

/** No request reaches the state: whoever asks it fails the test. */
const state = new Proxy({} as StateDatabase, {
  get: (_target, property) => {
    throw new Error(`the state was asked: ${String(property)}`);
  },
});

const now = () => 0;
const identities = {
  "the command line": identifyNobody,
  keys: identifyByKey({ state, limiter: { attempt: createAttempt(unlimited, log) }, now, log }),
  sessions: identifyBySession({ state, now, log, secondFactor: "optional" }),
};

const offered = capabilities.filter(({ cli, access }) => cli !== undefined && access !== "public");

test("commands of organizations, people and the operator are offered", () => {
  expect(new Set(offered.map(({ access }) => access))).toEqual(new Set(["operator", "organization", "person"]));
});

for (const [road, identify] of Object.entries(identities)) {
  test(`no request is the operator, asked of each command by the identification of ${road}`, async () => {
    const call = createCall(
      {
        services: {} as Services,
        operator: bareOperator,
        privateHalf: { state, identify: oncePerCaller(identify), accounts: { log } as unknown as Accounts, now },
      },
      unlimited,
    );
    for (const capability of offered) {
      for (const via of ["web", "mcp", "rest", "cli"] satisfies Via[]) {
        const caller = { address: "203.0.113.77", via, email: "jana@firma.sk" };
        const args = { organizationId: "org_x", email: "jana@firma.sk", yes: true };
        const refused = await call(capability, args, [], caller).then(
          () => undefined,
          (thrown: unknown) => thrown,
        );
        expect(refused, `${capability.name} by ${via}`).toBeInstanceOf(ServiceError);
        expect(z.instanceof(ServiceError).parse(refused).problem.code, capability.name).toBe("unauthorized");
      }
    }
  });
}
