import type { z } from "zod";
import type { Rows } from "../core/cost.ts";
import type { KeyScope } from "../core/key-scope.ts";
import type { Localized } from "../core/locale.ts";
import type { Right } from "../core/rights.ts";
import type { HalfSignedIn } from "./calling/principal.ts";
import type { Access, ContextOf, Effect, Services } from "./contexts.ts";
import type { CliOffer, FileOffer, FormOffer, McpOffer, RestOffer } from "./offers.ts";

/** How answers are kept: as they are, from the second time that one is asked for, or as the bytes of their JSON. */
export type Keeps = "answers" | "bytes";

/** An answer, and whether it may be kept. */
export interface Made<Answer> {
  readonly answer: Answer;
  /** False where it must be made anew for the next who asks, such as one with a withheld text. */
  readonly isLasting: boolean;
}

/**
 * An answer that stands until something changes, and what that is, asked just now: what is kept is given only while it
 * rests on the same, so what was withdrawn elsewhere a moment ago is not given any more.
 */
export interface Cacheable<Answer> {
  /** Names the answer among those of its capability: all of the arguments that it, or what a face shows of it, depends on. */
  readonly key: string;
  /** All that it depends on besides the settings of this process: what was read for it, the knowledge, the day. */
  readonly dependsOn: readonly unknown[];
  /** Makes the answer, where it is not kept. */
  make(): Promise<Made<Answer>> | Made<Answer>;
}

/** What MCP and REST say of a capability that they offer. */
export interface Published<Answer, Title = Localized | string> {
  readonly title: Title;
  /** For agents and the API reference, in English. */
  readonly description: string;
  readonly output: z.ZodType<Answer>;
}

/**
 * Published texts by offer: a tool has a title in three languages, a REST path one in English, and a capability with
 * neither has no texts (docs/decisions/published-texts.md).
 */
type PublishedOffers<Args, Answer> =
  | {
      readonly published: Published<Answer, Localized>;
      readonly mcp: McpOffer<NoInfer<Answer>, Args>;
      readonly rest?: readonly RestOffer<NoInfer<Answer>, Args>[];
    }
  | {
      readonly published: Published<Answer, string>;
      readonly mcp?: never;
      readonly rest: readonly RestOffer<NoInfer<Answer>, Args>[];
    }
  | { readonly published?: never; readonly mcp?: never; readonly rest?: never };

/** One thing Dosah can do, defined once; the faces offer it. */
export type Capability<
  Input extends z.ZodType = z.ZodType,
  Answer = unknown,
  A extends Access = Access,
  E extends Effect = Effect,
> = Definition<Input, Answer, A, E> & PublishedOffers<z.output<Input>, Answer>;

/** A capability that MCP or REST offers. */
export type PublishedCapability = Extract<Capability, { readonly published: unknown }>;

/** A capability that MCP offers. */
export type ToolCapability = Extract<Capability, { readonly mcp: unknown }>;

interface Definition<Input extends z.ZodType, Answer, A extends Access, E extends Effect> {
  readonly name: string;
  /** Who may call it; it types the context that `run` gets. `operator`: on the command line of the machine itself. */
  readonly access: A;
  /** Default: `read`. */
  readonly effect?: E;
  /** For an organization: what the caller's role must include; default: `read`. */
  readonly right?: Right;
  /** For an organization: it is that of the list which the argument `list` names, whatever is active. */
  readonly ofList?: true;
  /** A key does not do: only a signed-in browser may call it. No key manages keys, accounts or members. */
  readonly needsSession?: boolean;
  /** Who may call it besides people who have entered: those on the way to their second factor. */
  readonly openTo?: readonly HalfSignedIn[];
  /** For a visitor: it starts a session, or ends all of an account, whether or not that of the browser is still open. */
  readonly startsSession?: boolean;
  /** What a key must have; default: `read`. */
  readonly scope?: KeyScope;
  readonly input: Input;
  /** For an organization or a person: with it the operator may call it (docs/decisions/operator-through-a-member.md). */
  readonly cli?: CliOffer<NoInfer<Answer>, z.output<Input>>;
  /** A command of several capabilities, such as an export, calls this one too: the operator is let in likewise. */
  readonly openToOperator?: true;
  /** Rows of `limits.yaml` that a page counts when it calls this; a form counts what its offer names. */
  readonly web?: { readonly rows: Rows };
  readonly form?: FormOffer<NoInfer<Answer>>;
  readonly file?: FileOffer;
  /**
   * For a public capability whose answer depends only on its arguments and on these values, compared one by one. Its
   * answers are then kept from the first time, and nobody may change one.
   */
  readonly dependsOn?: (services: Services) => readonly unknown[];
  /** Its answers are long or of many kinds: only a page that is made of them is kept. */
  readonly keepsNoAnswers?: true;
  /**
   * For a public capability that reads for each call what its answer rests on: `of` asks what that is now, and refuses
   * what `run` would refuse. `run` gives the same answer, made anew.
   */
  readonly cacheKey?: {
    readonly keeps: Keeps;
    of(input: z.output<Input>, services: Services): Promise<Cacheable<Answer>>;
  };
  /** Refuses arguments that only the knowledge can tell wrong; before anything is counted. */
  check?(input: z.output<Input>, services: Services): void;
  run(input: z.output<Input>, context: ContextOf<A, E>): Promise<Answer> | Answer;
}

/** Checks the types of a capability and returns it unchanged. */
export function defineCapability<Input extends z.ZodType, Answer, A extends Access, E extends Effect = "read">(
  capability: Capability<Input, Answer, A, E>,
): Capability<Input, Answer, A, E> {
  return capability;
}

/** What a capability answers. */
export type AnswerOf<C extends { run(...args: never): unknown }> = Awaited<ReturnType<C["run"]>>;
