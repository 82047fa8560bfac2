import type { Locale } from "../../core/locale.ts";
import type { Problem } from "../../core/problem.ts";

/** The members of a tool result as JSON, without the braces: each era adds its own around them. */
export type ResultMembers = string;

/** A successful result: the line, and the answer serialised once for both places where it stands. */
export function successMembers(summary: string, answer: unknown): ResultMembers {
  const json = JSON.stringify(answer);
  return `${contentOf(summary, json)},"structuredContent":${json}`;
}

/** An error result (docs/specification.md, `errors.next-step`): what is wrong and what to do, in one language. */
export function problemMembers(problem: Problem, locale: Locale): ResultMembers {
  const { code, field, retryAfter } = problem;
  const message = problem.message[locale];
  const nextStep = problem.nextStep[locale];
  const wait = retryAfter === undefined ? {} : { retryAfter };
  const json = JSON.stringify({
    error: { code, message, nextStep, ...(field === undefined ? {} : { field }), ...wait },
    ...wait,
  });
  return `${contentOf(`${message} ${nextStep}`, json)},"structuredContent":${json},"isError":true`;
}

function contentOf(summary: string, json: string): string {
  const line = JSON.stringify(oneLine(summary));
  return `"content":[{"type":"text","text":${line}},{"type":"text","text":${JSON.stringify(json)}}]`;
}

/** Hosts show the first block as one line: no line break of any kind survives. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
