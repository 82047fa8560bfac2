import type { Child } from "hono/jsx";
import { nonBreaking } from "../../../core/non-breaking.ts";

/** A remark that stands out: `note` explains, `caution` says that the answer needs care. */
export function Notice({
  title,
  tone = "note",
  children,
}: {
  title: string;
  tone?: "note" | "caution";
  children?: Child;
}) {
  return (
    <div class={`notice is-${tone}`}>
      <p class="notice-title">{nonBreaking(title)}</p>
      {children}
    </div>
  );
}
