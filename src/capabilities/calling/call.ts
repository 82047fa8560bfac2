import type { z } from "zod";
import { type Problem, ServiceError } from "../../core/problem.ts";
import type { Limiter, LimitState } from "../../limits/limiter.ts";
import { StateError } from "../../state/state-error.ts";
import type { Capability, Services } from "../capability.ts";
import { invalidArguments, type OfferedNames } from "./arguments.ts";
import { admit, type ContextSources } from "./context.ts";
import { CountedProblem, LimitReached } from "./limit-reached.ts";
import { type Caller, identifyNobody, oncePerCaller } from "./principal.ts";

/** An answer with what the caller may still ask (for the `RateLimit` headers). */
export interface Answered<Answer> {
  readonly answer: Answer;
  readonly limits: readonly LimitState[];
}

/**
 * Calls a capability. First who calls and what may be reached (a public one needs neither), then the arguments, then
 * every limit, then it runs. An invalid or refused call consumes nothing. `limits` are the rows of the face that offers
 * it. `args` may be a function that reads them: it is called once the caller is known. `names` are the names under which
 * a face offers the arguments, where they differ, for the words of an error.
 * @throws ServiceError for every reason why there is no answer.
 */
export type Call = <Input extends z.ZodType, Output extends z.ZodType>(
  capability: Capability<Input, Output>,
  args: unknown,
  limits: readonly string[],
  caller: Caller,
  names?: OfferedNames,
) => Promise<Answered<z.output<Output>>>;

/** What a call is bound to. Without a private half no key is valid. */
export type CallSources = Omit<ContextSources, "identify">;

/** Binds capabilities to the services they use and the limiter that counts. The one place where a call is let through. */
export function createCall(sources: Services | CallSources, limiter: Limiter): Call {
  const bound: CallSources = "services" in sources ? sources : { services: sources };
  const identify = bound.privateHalf?.identify ?? oncePerCaller(identifyNobody);
  const contextSources: ContextSources = { ...bound, identify };

  return async (capability, args, limits, caller, names) => {
    // The public half needs nobody and nothing of the state, and must not pay for asking.
    const isPublic = capability.access === "public";
    const makeContext = isPublic ? undefined : await orUnavailable(() => admit(capability, caller, contextSources));
    const sent = typeof args === "function" ? await args() : args;
    const context = makeContext === undefined ? bound.services : await orUnavailable(() => makeContext(sent));
    const input = capability.input.safeParse(sent);
    if (!input.success) throw new ServiceError(invalidArguments(capability.input, input.error, sent, names));
    capability.check?.(input.data, bound.services);
    const decision =
      caller.address === null || limits.length === 0
        ? ({ allowed: true, states: [] } as const)
        : await limiter.take(limits, caller.address);
    if (!decision.allowed) throw new LimitReached(decision.retryAfter, decision.states);
    try {
      return { answer: await capability.run(input.data, context), limits: decision.states };
    } catch (cause) {
      const thrown = asOutage(cause);
      // "Not found" was counted like any answer: the answer says what is left all the same.
      if (!(thrown instanceof ServiceError) || decision.states.length === 0) throw thrown;
      throw new CountedProblem(thrown.problem, decision.states, { cause: thrown.cause });
    }
  };
}

/** How long to wait for a state database that does not answer, in seconds. */
const STATE_RETRY_SECONDS = 5;

const stateUnavailable: Problem = {
  code: "source_unavailable",
  message: {
    sk: "Údaje účtov teraz nie sú dostupné.",
    cs: "Údaje účtů teď nejsou dostupné.",
    en: "The data of accounts is not available now.",
  },
  nextStep: { sk: "Skúste to o chvíľu.", cs: "Zkuste to za chvíli.", en: "Try again in a moment." },
  retryAfter: STATE_RETRY_SECONDS,
};

/** What a step threw: a state database that is down, busy or full is an outage; a mistake of ours stays one. */
function asOutage(cause: unknown): unknown {
  if (!(cause instanceof StateError) || cause.trouble === undefined) return cause;
  return new ServiceError(stateUnavailable, { cause });
}

async function orUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw asOutage(cause);
  }
}
