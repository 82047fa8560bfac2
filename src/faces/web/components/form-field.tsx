import type { Child } from "hono/jsx";
import { LawText } from "./law-text.tsx";

/** Something wrong with a field, in words, with the field it belongs to. */
export interface FieldError {
  readonly field: string;
  readonly message: string;
}

/** Label above, help under the label, error beside the field. `children` is the control, wired by `describedBy`. */
export function Field({
  id,
  label,
  help,
  error,
  children,
}: {
  id: string;
  label: string;
  help?: string;
  error?: string | undefined;
  children: Child;
}) {
  return (
    <div class={`field${error === undefined ? "" : " has-error"}`}>
      <label for={id}>{label}</label>
      {help === undefined ? null : (
        <p class="help" id={`${id}-help`}>
          <LawText text={help} />
        </p>
      )}
      {error === undefined ? null : (
        <p class="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
      {children}
    </div>
  );
}

/** The attributes that tie a control to its help and its error. */
export function describedBy(id: string, has: { help?: boolean; error?: boolean }) {
  const ids = [has.error ? `${id}-error` : "", has.help ? `${id}-help` : ""].filter((id) => id !== "");
  return {
    "aria-describedby": ids.length === 0 ? undefined : ids.join(" "),
    "aria-invalid": has.error ? "true" : undefined,
  };
}

/** All errors of a form at its top, each a link to its field. */
export function ErrorSummary({ title, errors }: { title: string; errors: readonly FieldError[] }) {
  if (errors.length === 0) return null;
  return (
    <div class="error-summary" role="alert" aria-labelledby="error-summary-title" tabindex={-1}>
      <h2 id="error-summary-title">{title}</h2>
      <ul>
        {errors.map(({ field, message }) => (
          <li>
            <a href={`#${field}`}>{message}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}
