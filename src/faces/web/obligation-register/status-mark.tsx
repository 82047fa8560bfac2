import { STATUS_TEXTS } from "../../../capabilities/obligations/status-texts.ts";
import type { Locale } from "../../../core/locale.ts";
import type { ObligationStatus } from "../../../core/obligation-status.ts";

/** A status as a shape that is readable without colour, and as a word. */
export function StatusMark({ status, locale }: { status: ObligationStatus | null; locale: Locale }) {
  const key = status ?? "untracked";
  return (
    <span class={`status-mark is-${key.replace("_", "-")}`}>
      <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
        <circle
          cx="8"
          cy="8"
          r="6.75"
          fill="none"
          stroke="currentColor"
          stroke-width="1.5"
          stroke-dasharray={key === "untracked" ? "2 2.24" : undefined}
        />
        {SHAPES[key] === "" ? null : (
          <path
            d={SHAPES[key]}
            fill={FILLED.has(key) ? "currentColor" : "none"}
            stroke="currentColor"
            stroke-width="1.75"
          />
        )}
      </svg>{" "}
      {STATUS_TEXTS[key][locale]}
    </span>
  );
}

type Key = ObligationStatus | "untracked";

/** A tick, a half, a clock's hands, a cross, a bar, nothing. */
const SHAPES: Readonly<Record<Key, string>> = {
  met: "M4.75 8.25l2.25 2.25l4.25-4.75",
  partial: "M8 2a6 6 0 0 0 0 12z",
  in_progress: "M8 4.5v3.75l2.5 1.75",
  not_met: "M5.5 5.5l5 5m0-5l-5 5",
  not_applicable: "M4.75 8h6.5",
  untracked: "",
};

const FILLED: ReadonlySet<Key> = new Set(["partial"]);
