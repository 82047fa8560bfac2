import type { Call } from "../../capabilities/calling/call.ts";
import { CountedProblem } from "../../capabilities/calling/limit-reached.ts";
import type { Caller } from "../../capabilities/calling/principal.ts";
import { type FaceLog, problemOf } from "../../capabilities/calling/problem-of.ts";
import type { LimitState } from "../../capabilities/calling/rate-limit-headers.ts";
import type { ToolCapability } from "../../capabilities/capability.ts";
import { rowsOf } from "../../core/cost.ts";
import { type Locale, type Localized, readLocale } from "../../core/locale.ts";
import type { JsonObject } from "./message.ts";
import type { BodyEncoding } from "./protocol.ts";
import { membersOf, problemMembers, quoted, type ResultMembers, successMembers, summaryLine } from "./results.ts";
import { toolInputSchema, toolOutputSchema } from "./schemas.ts";

/** The result of a call of a tool. */
export type ToolOutcome =
  | {
      readonly kind: "result";
      readonly members: ResultMembers;
      readonly limits: readonly LimitState[];
      /** Set where the members are kept as the bytes of UTF-8. */
      readonly encoding?: BodyEncoding | undefined;
    }
  /** The client did not declare what the tool needs; only a fixture of the conformance suite says so. */
  | { readonly kind: "missing_capability"; readonly required: JsonObject };

/** Who calls, and with what. */
export interface ToolCall {
  readonly args: JsonObject;
  readonly caller: Caller;
  readonly clientCapabilities: JsonObject;
}

/** One entry of `tools/list` and the function behind it. */
export interface Tool {
  readonly name: string;
  /** Listed only for a valid key. */
  readonly needsKey: boolean;
  readonly definition: JsonObject;
  call(call: ToolCall): Promise<ToolOutcome>;
}

interface ToolOptions {
  readonly call: Call;
  readonly log: FaceLog;
  /** What the error of a call without a key says to do; default: what the capability says. */
  readonly signInStep?: Localized | undefined;
}

/** Makes a tool of a capability. Schemas are converted here, once; a capability that cannot be offered throws. */
export function toolOf(capability: ToolCapability, { call, log, signInStep }: ToolOptions): Tool {
  const { name, access, input, mcp: offer } = capability;
  const { title, description, output } = capability.published;
  // Every request to the endpoint counts there.
  const rows = rowsOf(offer.cost).filter((row) => row !== "mcp_endpoint");
  const needsKey = access === "person" || access === "organization";
  return {
    name,
    needsKey,
    definition: {
      name,
      title: title.en,
      description,
      inputSchema: toolInputSchema(input),
      outputSchema: toolOutputSchema(offer.view?.schema ?? output),
      annotations: {
        title: title.en,
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: offer.openWorld,
      },
    },
    call: async ({ args, caller }) => {
      const locale = languageOf(args.locale);
      try {
        const answered = await call(capability, args, rows, caller);
        const { ready } = answered;
        const json = offer.view === undefined ? ready?.json : undefined;
        if (ready !== undefined && json !== undefined) {
          const line = ready.rendered("mcp line", () => summaryLine(offer.summary(answered.answer, locale)));
          const members = membersOf(line, { json, quoted: ready.rendered("quoted", () => quoted(json)) });
          return { kind: "result", members, limits: answered.limits, encoding: "latin1" };
        }
        const write = () => {
          const { answer } = answered;
          const shown = offer.view === undefined ? answer : offer.view.of(answer, answered.args);
          return successMembers(offer.summary(answer, locale), shown);
        };
        const members = ready === undefined ? write() : ready.rendered("mcp", write);
        return { kind: "result", members, limits: answered.limits, encoding: "latin1" };
      } catch (thrown) {
        const limits = thrown instanceof CountedProblem ? thrown.limits : [];
        const problem = problemOf(thrown, name, log);
        const isSignIn = problem.code === "unauthorized" && signInStep !== undefined;
        const said = isSignIn ? { ...problem, nextStep: signInStep } : problem;
        return { kind: "result", members: problemMembers(said, locale), limits };
      }
    },
  };
}

/** The language of an answer and of errors; whoever names one that cannot be read gets English. */
function languageOf(stated: unknown): Locale {
  if (stated === undefined || stated === null || stated === "") return "sk";
  return readLocale(stated) ?? "en";
}
