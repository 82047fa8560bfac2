import type { Child, JSX } from "hono/jsx";
import { COUNTRIES, countryNames } from "../../../core/country.ts";
import type { Locale } from "../../../core/locale.ts";
import { LawText } from "./law-text.tsx";

/** Something wrong with a field, in words, with the field it belongs to. */
export interface FieldError {
  readonly field: string;
  readonly message: string;
}

/** One of the answers to choose from. */
export interface Option {
  readonly value: string;
  readonly name: Child;
}

/** Attributes of HTML that are handed on to the control. */
type ControlAttributes = Pick<
  JSX.IntrinsicElements["input"],
  "type" | "inputmode" | "autocomplete" | "maxlength" | "required" | "autocapitalize" | "spellcheck"
>;

export interface FieldProps extends ControlAttributes {
  readonly id: string;
  /** Name of the value that is sent; default: the id. */
  readonly name?: string;
  readonly label: Child;
  readonly help?: string | undefined;
  readonly error?: string | undefined;
  readonly value?: string | undefined;
  /** The value is chosen from these instead of typed. */
  readonly options?: readonly Option[];
  /** Height of a field for several lines. */
  readonly rows?: number;
  readonly kind?: "field" | "number-answer";
  /** A control of the page's own, wired by `describedBy`; default: made from what is said above. */
  readonly control?: Child;
  /** What stands below the control. */
  readonly children?: Child;
}

/** Label above, help under the label, error beside the control. */
export function Field({ label, help, error, kind = "field", control, children, ...props }: FieldProps) {
  const { id } = props;
  return (
    <div class={`${kind}${error === undefined ? "" : " has-error"}`}>
      <label for={id}>{label}</label>
      <Words id={id} help={help} error={error} />
      {control ?? <Control {...props} described={describedBy(id, { help: help !== undefined, error })} />}
      {children}
    </div>
  );
}

function Control({
  id,
  name = id,
  value,
  options,
  rows,
  described,
  ...attributes
}: Pick<FieldProps, "id" | "name" | "value" | "options" | "rows" | keyof ControlAttributes> & {
  described: ReturnType<typeof describedBy>;
}) {
  if (rows !== undefined) {
    return (
      <textarea
        id={id}
        name={name}
        rows={rows}
        required={attributes.required}
        autocomplete={attributes.autocomplete}
        spellcheck={attributes.spellcheck}
        {...described}
      >
        {/* HTML drops a first line break. */}
        {`\n${value ?? ""}`}
      </textarea>
    );
  }
  if (options === undefined) return <input id={id} name={name} value={value} {...attributes} {...described} />;
  return (
    <select id={id} name={name} required={attributes.required} {...described}>
      {options.map((option) => (
        <option value={option.value} selected={option.value !== "" && option.value === value}>
          {option.name}
        </option>
      ))}
    </select>
  );
}

/** The countries to choose from. */
export function countryOptions(locale: Locale): readonly Option[] {
  return COUNTRIES.map((country) => ({ value: country, name: countryNames[country][locale] }));
}

/** The attributes that tie a control to its help and its error. */
export function describedBy(id: string, has: { help?: boolean; error?: string | boolean | undefined }) {
  const isWrong = has.error !== undefined && has.error !== false;
  const ids = [isWrong ? `${id}-error` : "", has.help ? `${id}-help` : ""].filter((each) => each !== "");
  return {
    "aria-describedby": ids.length === 0 ? undefined : ids.join(" "),
    "aria-invalid": isWrong ? "true" : undefined,
  } as const;
}

/** Help and error between a label and its control. */
function Words({ id, help, error }: { id: string; help: string | undefined; error: string | undefined }) {
  return (
    <>
      {help === undefined ? null : (
        <p class="help" id={`${id}-help`}>
          <LawText text={help} />
        </p>
      )}
      <ErrorText id={id} error={error} />
    </>
  );
}

/** What is wrong with a field, beside it. */
export function ErrorText({ id, error }: { id: string; error: string | undefined }) {
  if (error === undefined) return null;
  return (
    <p class="field-error" id={`${id}-error`}>
      {error}
    </p>
  );
}

interface OptionsProps {
  readonly name: string;
  /** What the ids of the options begin with; default: the name. */
  readonly id?: string;
  readonly options: readonly Option[];
  readonly values: readonly string[];
  /** More than one may hold. */
  readonly isSeveral?: boolean;
  readonly isRequired?: boolean;
  /** It can no longer be answered. */
  readonly isClosed?: boolean;
  /** Class of each line, where the options are a list. */
  readonly line?: "service";
}

/** The options of a question as radio buttons or, where several may hold, as boxes to tick. */
export function Options({ name, id = name, options, values, isSeveral, isRequired, isClosed, line }: OptionsProps) {
  return (
    <>
      {options.map((option) => {
        // Dots and other signs separate classes from ids in many tools.
        const own = `${id}-${option.value.replaceAll(/[^\w-]/g, "-") || "none"}`;
        return (
          <label for={own} class={line}>
            <input
              type={isSeveral ? "checkbox" : "radio"}
              id={own}
              name={name}
              value={option.value}
              checked={values.includes(option.value)}
              required={isRequired}
              disabled={isClosed}
            />
            {option.name}
          </label>
        );
      })}
    </>
  );
}

/** A question with its options: the legend, then help and error, then the options and what stands below them. */
export function Choice({
  legend,
  help,
  error,
  anchor,
  isWide = false,
  children,
  ...options
}: OptionsProps & {
  readonly legend: Child;
  readonly help?: string | undefined;
  readonly error?: string | undefined;
  /** Id of the whole, where links lead to it. */
  readonly anchor?: string;
  /** States of an entry, beside each other. */
  readonly isWide?: boolean;
  readonly children?: Child;
}) {
  const { id = options.name } = options;
  const { "aria-describedby": described } = describedBy(id, { help: help !== undefined, error });
  return (
    <fieldset class={`choice${isWide ? " status-choice" : ""}`} id={anchor} aria-describedby={described}>
      <legend>{legend}</legend>
      <Words id={id} help={help} error={error} />
      <Options {...options} />
      {children}
    </fieldset>
  );
}

/** One box to tick, with its error above and its help below. */
export function Tick({
  id,
  name = id,
  label,
  help,
  error,
  isChecked,
}: {
  readonly id: string;
  readonly name?: string;
  readonly label: Child;
  readonly help?: string;
  readonly error?: string | undefined;
  readonly isChecked: boolean;
}) {
  const described = describedBy(id, { help: help !== undefined, error });
  return (
    <div class={`${help === undefined ? "" : "field "}choice`}>
      <ErrorText id={id} error={error} />
      <label for={id}>
        <input id={id} type="checkbox" name={name} value="1" checked={isChecked} {...described} />
        {label}
      </label>
      {help === undefined ? null : (
        <p class="help" id={`${id}-help`}>
          {help}
        </p>
      )}
    </div>
  );
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
