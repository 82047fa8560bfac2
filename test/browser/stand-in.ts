import type { Call } from "../../src/capabilities/call.ts";

import { capabilities } from "../../src/capabilities/index.ts";
import { ServiceError } from "../../src/core/problem.ts";
import { createWeb, type WebParts } from "../../src/faces/web/web.ts";

/** What a stand-in answers: a value, or a problem that it throws. */
export type Answers = Readonly<Record<string, (args: Readonly<Record<string, unknown>>) => unknown>>;

/** The pages over given answers: nothing behind them is asked. The arguments are checked as the real call checks them. */
export function webOver(answers: Answers, parts: Partial<WebParts> = {}) {
  const asked: { name: string; args: unknown; limits: readonly string[] }[] = [];
  const call: Call = async (capability, args, limits) => {
    const input = capability.input.safeParse(args);
    if (!input.success) throw new Error(`${capability.name} was called wrongly: ${input.error.message}`);
    asked.push({ name: capability.name, args, limits });
    const answer = answers[capability.name];
    if (answer === undefined) throw new Error(`no answer is prepared for ${capability.name}`);
    return { answer: capability.output.parse(answer({ ...Object(input.data) })), limits: [] };
  };
  const app = createWeb({
    call,

    capabilities,
    limits: [
      { name: "mcp_endpoint", perMinute: 60, counts: ["POST /api/mcp"] },
      {
        name: "external_sources_shared",
        perDay: 1_000,
        shared: true,
        counts: ["tool nis2_scope_check", "tool company_search"],
      },
      { name: "web_lookup", perMinute: 60, counts: ["pages"] },
    ],
    openapi: emptyOpenApi,
    clientAddress: () => "192.0.2.1",
    baseUrl: "http://localhost:3000",
    version: "0.1.0",
    log: { error: () => undefined, warn: () => undefined },
    ...parts,
  });
  return { app, asked };
}

export const emptyOpenApi = { openapi: "3.1.0", info: { title: "Dosah", version: "0.1.0" }, paths: {} };

/** A problem as a capability throws it. */
export function problem(code: ServiceError["problem"]["code"], retryAfter?: number): () => never {
  const words = {
    sk: "Firma v registri nie je.",
    cs: "Firma v rejstříku není.",
    en: "The register does not hold the firm.",
  };
  return () => {
    throw new ServiceError({
      code,
      message: words,
      nextStep: words,
      ...(retryAfter === undefined ? {} : { retryAfter }),
    });
  };
}
