import type { Child } from "hono/jsx";
import type { AiActQuestions } from "./answers.ts";

/** A class of the classifier, or `null` where the case is not covered. */
export type AiClass = AiActQuestions["classes"][number]["id"];

const styles = {
  prohibited: "is-prohibited",
  high_risk: "is-high-risk",
  transparency: "is-transparency",
  minimal: "is-minimal",
} satisfies Record<AiClass, string>;

/** The style class that carries the colour of an AI class. */
export function classStyle(aiClass: AiClass | null): string {
  return aiClass === null ? "is-unknown" : styles[aiClass];
}

/**
 * The sign of a class: a barred octagon, a triangle, an open eye, a plain ring, a broken ring where nothing is decided.
 * Readable in grey scale as well. It never stands without its word, so it is hidden from screen readers.
 */
export function AiClassSign({ aiClass, size = 20 }: { aiClass: AiClass | null; size?: number }) {
  return (
    <svg class={`sign ${classStyle(aiClass)}`} viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
      {aiClass === null ? notCovered : signs[aiClass]}
    </svg>
  );
}

const notCovered = (
  <circle cx="12" cy="12" r="10" fill="none" stroke="currentColor" stroke-width="2" stroke-dasharray="3.2 3.08" />
);

const signs = {
  prohibited: (
    <path
      d="M8 2h8l6 6v8l-6 6H8l-6-6V8zM6 10.2v3.6h12v-3.6z"
      fill="currentColor"
      fill-rule="evenodd"
      stroke="currentColor"
      stroke-width="1"
      stroke-linejoin="round"
    />
  ),
  high_risk: (
    <>
      <path d="M12 3 22 20.5H2z" fill="none" stroke="currentColor" stroke-width="2" stroke-linejoin="round" />
      <path d="M12 9v5.5" fill="none" stroke="currentColor" stroke-width="2.4" stroke-linecap="round" />
      <circle cx="12" cy="17.6" r="1.3" fill="currentColor" />
    </>
  ),
  transparency: (
    <>
      <path
        d="M1.5 12C4 7.5 7.7 5.2 12 5.2S20 7.5 22.5 12C20 16.5 16.3 18.8 12 18.8S4 16.5 1.5 12z"
        fill="none"
        stroke="currentColor"
        stroke-width="2"
        stroke-linejoin="round"
      />
      <circle cx="12" cy="12" r="3.4" fill="currentColor" />
    </>
  ),
  minimal: (
    <>
      <circle cx="12" cy="12" r="10" fill="none" stroke="currentColor" stroke-width="2" />
      <path
        d="m7.5 12.4 3 3 6-6.4"
        fill="none"
        stroke="currentColor"
        stroke-width="2"
        stroke-linecap="round"
        stroke-linejoin="round"
      />
    </>
  ),
} satisfies Record<AiClass, Child>;

/** Sign and word together. */
export function AiClassMark({ aiClass, classes }: { aiClass: AiClass; classes: AiActQuestions["classes"] }) {
  return (
    <span class={`category ${classStyle(aiClass)}`}>
      <AiClassSign aiClass={aiClass} />
      <span>{classes.find(({ id }) => id === aiClass)?.name}</span>
    </span>
  );
}
