import type { z } from "zod";
import { type Problem, ServiceError } from "../../core/problem.ts";
import type { Limiter, LimitState } from "../../limits/limiter.ts";
import type { Capability, Services } from "../capability.ts";
import { invalidArguments } from "./arguments.ts";
import { type KeyOwner, keyNeeded } from "./key-owner.ts";
import { stateProblem } from "./state-problem.ts";

/** Who calls: the counted address, or `null` for the operator on the machine itself, who is not counted. */
export interface Caller {
  readonly address: string | null;
  /** Whose key the call carries; set where a key capability is called. */
  readonly owner?: KeyOwner;
}

/** An answer with what the caller may still ask (for the `RateLimit` headers). */
export interface Answered<Answer> {
  readonly answer: Answer;
  readonly limits: readonly LimitState[];
}

/**
 * Calls a capability: arguments are checked first, then every limit, then it runs. An invalid or refused call
 * consumes nothing. `limits` are the rows of the face that offers it.
 * @throws ServiceError for every reason why there is no answer.
 */
export type Call = <Input extends z.ZodType, Output extends z.ZodType>(
  capability: Capability<Input, Output>,
  args: unknown,
  limits: readonly string[],
  caller: Caller,
) => Promise<Answered<z.output<Output>>>;

/** No answer to a call that the limits know of; carries the counts for the headers. */
export class CountedProblem extends ServiceError {
  readonly limits: readonly LimitState[];

  constructor(problem: Problem, limits: readonly LimitState[], options?: ErrorOptions) {
    super(problem, options);
    this.limits = limits;
  }
}

/** Thrown when a limit is used up. */
export class LimitReached extends CountedProblem {
  constructor(retryAfter: number, limits: readonly LimitState[]) {
    const problem: Problem = {
      code: "rate_limited",
      message: {
        sk: "Limit volaní je vyčerpaný.",
        cs: "Limit volání je vyčerpán.",
        en: "The call limit is used up.",
      },
      nextStep: {
        sk: `Skúste to znova o ${retryAfter} s.`,
        cs: `Zkuste to znovu za ${retryAfter} s.`,
        en: `Try again in ${retryAfter} s.`,
      },
      retryAfter,
    };
    super(problem, limits);
  }
}

/** Binds capabilities to the services they use and the limiter that counts. */
export function createCall(services: Services, limiter: Limiter): Call {
  return async (capability, args, limits, caller) => {
    checkAccess(capability.access, caller);
    const input = capability.input.safeParse(args);
    if (!input.success) throw new ServiceError(invalidArguments(capability.input, input.error, args));
    capability.check?.(input.data, services);
    const decision =
      caller.address === null || limits.length === 0
        ? ({ allowed: true, states: [] } as const)
        : await limiter.take(limits, caller.address);
    if (!decision.allowed) throw new LimitReached(decision.retryAfter, decision.states);
    try {
      return { answer: await capability.run(input.data, services), limits: decision.states };
    } catch (cause) {
      const thrown = stateProblem(cause);
      // "Not found" was counted like any answer: the caller is told what is left all the same.
      if (!(thrown instanceof ServiceError) || decision.states.length === 0) throw thrown;
      throw new CountedProblem(thrown.problem, decision.states, { cause: thrown.cause });
    }
  };
}

/**
 * The last guard behind the faces: a key capability needs the owner of a valid key, an operator's one the machine itself.
 * @throws ServiceError `unauthorized`
 */
function checkAccess(access: Capability["access"], { address, owner }: Caller): void {
  const isAllowed = access === "public" || (access === "key" ? owner !== undefined : address === null);
  if (!isAllowed) throw new ServiceError(keyNeeded);
}
