import type { z } from "zod";
import { partsOf } from "../../core/cost.ts";
import { isSame } from "../../core/kept.ts";
import { ServiceError } from "../../core/problem.ts";
import type { Limiter, LimitState } from "../../limits/limiter.ts";
import type { Capability } from "../capability.ts";
import type { Services } from "../contexts.ts";
import type { OfferedNames } from "./arguments.ts";
import { readArguments } from "./as-meant.ts";
import { admit, type ContextSources } from "./context.ts";
import { countRows, giveRowsBack, type RowKeys } from "./count-rows.ts";
import { createKeptAnswers, type KeptAnswers, keyOfSent, type Ready } from "./kept-answers.ts";
import { CountedProblem } from "./limit-reached.ts";
import { type Caller, identifyNobody, notYours, oncePerCaller, roleNeeded, sessionNeeded } from "./principal.ts";
import { Refused } from "./refusal.ts";
import { asOutage } from "./state-outage.ts";

/** An answer with what was asked, defaults included, and what the caller may still ask (for the `RateLimit` headers). */
export interface Answered<Answer, Args = unknown> {
  readonly answer: Answer;
  readonly args: Args;
  readonly limits: readonly LimitState[];
  /** Where the answer is kept for the next who asks the same: what a face made of it. */
  readonly ready?: Ready;
}

/**
 * Calls a capability. First who calls (a public one needs nobody) and the rows that count each request, then what may be
 * reached, the arguments and every other row, then it runs. An invalid or refused call consumes nothing of the others.
 * `limits` are the rows of the face that offers it. `args` may be a function that reads them: it is called once the caller is known. `names` are the names under which
 * a face offers the arguments, where they differ, for the words of an error.
 * @throws ServiceError for every reason why there is no answer.
 */
export type Call = <Input extends z.ZodType, Answer>(
  capability: Capability<Input, Answer>,
  args: unknown,
  limits: readonly string[],
  caller: Caller,
  names?: OfferedNames,
) => Promise<Answered<Answer, z.output<Input>>>;

/** What a call is bound to. Without a private half no key is valid. */
export type CallSources = Omit<ContextSources, "identify">;

/** Binds capabilities to the services they use and the limiter that counts. The one place where a call is let through. */
export function createCall(
  sources: Services | CallSources,
  limiter: Pick<Limiter, "take"> & Partial<Pick<Limiter, "giveBack">>,
): Call {
  const bound: CallSources = "services" in sources ? sources : { services: sources };
  const identify = bound.privateHalf?.identify ?? oncePerCaller(identifyNobody);
  const contextSources: ContextSources = { ...bound, identify };
  const kept = new Map<string, KeptAnswers>();

  function keptOf({ name, cacheKey }: Capability): KeptAnswers {
    const known = kept.get(name);
    if (known !== undefined) return known;
    const made = createKeptAnswers(cacheKey?.keeps);
    kept.set(name, made);
    return made;
  }

  /** Whose counts a call is in. */
  async function keysOf(caller: Caller, context?: object): Promise<RowKeys> {
    const principal = await identify(caller);
    return {
      address: caller.address,
      counted: caller.counted,
      countedAs: caller.countedAs,
      person: "accountId" in principal ? principal.accountId : undefined,
      organization: context !== undefined && "organization" in context ? Object(context.organization).id : undefined,
    };
  }

  /** Who was refused what, for the operator's log (ASVS 16.3.2). Never the id of what he asked for. */
  async function noteRefusal(thrown: unknown, capability: Capability, caller: Caller): Promise<void> {
    const isPrivate = capability.access === "person" || capability.access === "organization";
    const rule = isPrivate && thrown instanceof ServiceError ? brokenRule(thrown) : undefined;
    if (rule === undefined || bound.privateHalf === undefined) return;
    const principal = await identify(caller);
    const who = "accountId" in principal ? principal.accountId : null;
    const target = capability.access === "organization" ? "organization" : "account";
    const refusal = { account: who, rule, target, asked: capability.name, via: caller.via };
    bound.privateHalf.accounts.log.warn(refusal, "access_refused");
  }

  const letThrough: Call = async (capability, args, limits, caller, names) => {
    // The public half needs nobody and nothing of the state, and must not pay for asking.
    const isPublic = capability.access === "public";
    const makeContext = isPublic ? undefined : await orUnavailable(() => admit(capability, caller, contextSources));
    const { first, further } = partsOf(limits);
    const before =
      first.length === 0 ? NO_STATES : await countRows(limiter, first, isPublic ? caller : await keysOf(caller));
    const sent = typeof args === "function" ? await args() : args;
    const context = makeContext === undefined ? bound.services : await orUnavailable(() => makeContext(sent));
    const isKept = isPublic && capability.keepsNoAnswers !== true;
    const dependsOn = isKept ? capability.dependsOn?.(bound.services) : undefined;
    const key = dependsOn === undefined ? undefined : keyOfSent(sent);
    if (dependsOn !== undefined && key !== undefined) {
      // An answer that was given was asked for with right arguments.
      const ready = keptOf(capability).find(key, dependsOn);
      if (ready !== undefined) {
        const limits = joined(before, await countRows(limiter, further, caller));
        // What is kept under the name of a capability came from it.
        return { answer: ready.answer as never, args: ready.args as never, limits, ready };
      }
    }
    const input = readArguments(capability.input, sent, names);
    capability.check?.(input, bound.services);
    const keys = isPublic ? caller : await keysOf(caller, context);
    const left = joined(before, await countRows(limiter, further, keys));
    try {
      const limits = left;
      const args = input;
      if (isPublic && capability.cacheKey !== undefined) {
        const cacheable = await capability.cacheKey.of(args, bound.services);
        const given = await keptOf(capability).of(cacheable);
        // Most callers want its bytes alone. What is kept under the name of a capability came from it.
        return {
          args,
          limits,
          ...(given.ready === undefined ? {} : { ready: given.ready }),
          get answer() {
            return given.answer as never;
          },
        };
      }
      const answer = await capability.run(args, context);
      // Midnight came while it was made, or another snapshot: whose answer is it?
      if (
        dependsOn === undefined ||
        key === undefined ||
        !isSame(dependsOn, capability.dependsOn?.(bound.services) ?? [])
      ) {
        return { answer, args, limits };
      }
      return { answer, args, limits, ready: keptOf(capability).keep(key, dependsOn, { answer, args }) };
    } catch (cause) {
      const thrown = asOutage(cause);
      // Nothing was done for it.
      if (thrown instanceof ServiceError && thrown.problem.code === "queue_full") {
        await giveRowsBack(limiter, further, keys);
      }
      // "Not found" was counted like any answer: the answer says what is left all the same.
      if (!(thrown instanceof ServiceError) || left.length === 0) throw thrown;
      // A refused form says field by field what is wrong; pages show no counts.
      if (thrown instanceof Refused) throw thrown;
      throw new CountedProblem(thrown.problem, left, { cause: thrown.cause });
    }
  };

  return async (capability, args, limits, caller, names) => {
    try {
      return await letThrough(capability, args, limits, caller, names);
    } catch (thrown) {
      await noteRefusal(thrown, capability, caller);
      throw thrown;
    }
  };
}

const NO_STATES: readonly LimitState[] = [];

function joined(before: readonly LimitState[], after: readonly LimitState[]): readonly LimitState[] {
  return before.length === 0 ? after : before.concat(after);
}

/** The rule by which somebody who is known was refused; `undefined` for everything else that goes wrong. */
function brokenRule(refused: ServiceError): "membership" | "role" | "session" | "scope" | undefined {
  const { problem } = refused;
  if (problem === notYours) return "membership";
  if (problem === sessionNeeded) return "session";
  if (problem.code !== "forbidden") return undefined;
  return problem === roleNeeded || refused instanceof Refused ? "role" : "scope";
}

async function orUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw asOutage(cause);
  }
}
