import type { z } from "zod";
import { ServiceError } from "../../core/problem.ts";
import { UNCOUNTED } from "../../limits/first-count.ts";
import type { LimitDecision, Limiter, LimitState } from "../../limits/limiter.ts";
import type { Capability } from "../capability.ts";
import type { Services } from "../contexts.ts";
import type { OfferedNames } from "./arguments.ts";
import { readArguments } from "./as-meant.ts";
import { admit, type ContextSources } from "./context.ts";
import { createKeptAnswers, isSame, type KeptAnswers, keyOfSent, type Ready } from "./kept-answers.ts";
import { CountedProblem, LimitReached } from "./limit-reached.ts";
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
 * Calls a capability. First who calls and what may be reached (a public one needs neither), then the arguments, then
 * every limit, then it runs. An invalid or refused call consumes nothing. `limits` are the rows of the face that offers
 * it. `args` may be a function that reads them: it is called once the caller is known. `names` are the names under which
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

  /** Counts a call, where a face counts this one. */
  function take(limits: readonly string[], { address, counted }: Caller): LimitDecision | Promise<LimitDecision> {
    if (counted !== undefined) return counted.further(limits);
    return address === null || limits.length === 0 ? UNCOUNTED : limiter.take(limits, address);
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
    const sent = typeof args === "function" ? await args() : args;
    const context = makeContext === undefined ? bound.services : await orUnavailable(() => makeContext(sent));
    const dependsOn = isPublic ? capability.dependsOn?.(bound.services) : undefined;
    const key = dependsOn === undefined ? undefined : keyOfSent(sent);
    if (dependsOn !== undefined && key !== undefined) {
      // An answer that was given was asked for with right arguments.
      const ready = keptOf(capability).find(key, dependsOn);
      if (ready !== undefined) {
        const decision = await take(limits, caller);
        if (!decision.allowed) throw new LimitReached(decision.retryAfter, decision.states);
        // What is kept under the name of a capability came from it.
        return { answer: ready.answer as never, args: ready.args as never, limits: decision.states, ready };
      }
    }
    const input = readArguments(capability.input, sent, names);
    capability.check?.(input, bound.services);
    const decision = await take(limits, caller);
    if (!decision.allowed) throw new LimitReached(decision.retryAfter, decision.states);
    try {
      const limits = decision.states;
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
      if (thrown instanceof ServiceError && thrown.problem.code === "queue_full" && caller.address !== null) {
        await limiter.giveBack?.(limits, caller.address);
      }
      // "Not found" was counted like any answer: the answer says what is left all the same.
      if (!(thrown instanceof ServiceError) || decision.states.length === 0) throw thrown;
      // A refused form says field by field what is wrong; pages show no counts.
      if (thrown instanceof Refused) throw thrown;
      throw new CountedProblem(thrown.problem, decision.states, { cause: thrown.cause });
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
