import type { Published } from "./capability.ts";

/** The answer as the published schema reads it: without what the schema does not have. */
export function asPublished<Answer>(
  { name, published }: { readonly name: string; readonly published?: Published<Answer> },
  answer: unknown,
): Answer {
  if (published === undefined) throw new Error(`${name} is offered by neither MCP nor REST`);
  return published.output.parse(answer);
}
