import type { PromptBook } from "./prompts.ts";
import type { ServerInfo } from "./protocol.ts";

/** What both eras of the protocol offer besides tools, and to whom. */
export interface Offered {
  readonly serverInfo: ServerInfo;
  /** What the tools are for and in which order to use them. */
  readonly instructions: string;
  /** `undefined`: none are offered. */
  readonly prompts: PromptBook | undefined;
  /** Nobody is answered here who is not known: lists are whole, and nothing may be shared between callers. */
  readonly isPersonal: boolean;
}
