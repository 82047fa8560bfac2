import type { QuestionControl as Control } from "../../../capabilities/scope/question-control.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { describedBy } from "./form-field.tsx";

export const controlTexts = {
  yes: { sk: "Áno", cs: "Ano", en: "Yes" },
  no: { sk: "Nie", cs: "Ne", en: "No" },
  unknown: { sk: "Neviem", cs: "Nevím", en: "I don’t know" },
  none: { sk: "Nič z toho", cs: "Nic z toho", en: "None of these" },
  number: { sk: "Číslo", cs: "Číslo", en: "Number" },
} satisfies Record<string, Localized>;

/** Radio buttons for one answer; nothing is ticked before the visitor ticks it. */
export function Radios({
  name,
  id,
  options,
  values,
}: {
  name: string;
  id: string;
  options: readonly { readonly value: string; readonly name: string }[];
  values: readonly string[];
}) {
  return (
    <div class="choice">
      {options.map((option, index) => (
        <label for={`${id}-${index}`}>
          <input
            type="radio"
            name={name}
            id={`${id}-${index}`}
            value={option.value}
            checked={values.includes(option.value)}
          />
          {option.name}
        </label>
      ))}
    </div>
  );
}

/**
 * The control of a question that is answered by a key of its own: yes, no, don't know; a number with its unit; one or
 * several options. `values` are the answer as it stands in the address.
 */
export function QuestionControl({
  control,
  values,
  error,
  locale,
}: {
  control: Control;
  values: readonly string[];
  error?: string | undefined;
  locale: Locale;
}) {
  const key = control.field.replace("answers.", "");
  const name = `a.${key}`;
  const id = `a-${key}`;
  const unknown = { value: "unknown", name: controlTexts.unknown[locale] };
  const options = control.options ?? [];
  switch (control.kind) {
    case "number": {
      const typed = values.find((value) => value !== "unknown" && options.every((option) => option.value !== value));
      return (
        <div class={`number-answer${error === undefined ? "" : " has-error"}`}>
          <label for={id}>{control.label ?? controlTexts.number[locale]}</label>
          {error === undefined ? null : (
            <p class="field-error" id={`${id}-error`}>
              {error}
            </p>
          )}
          <input
            id={id}
            name={name}
            value={typed ?? ""}
            inputmode="decimal"
            autocomplete="off"
            maxlength={30}
            {...describedBy(id, { error: error !== undefined })}
          />
          <Radios name={name} id={`${id}-option`} options={[...options, unknown]} values={values} />
        </div>
      );
    }
    case "list":
      return (
        <div class="choice">
          {[...options, { value: "none", name: controlTexts.none[locale] }, unknown].map((option, index) => (
            <label for={`${id}-${index}`}>
              <input
                type="checkbox"
                name={name}
                id={`${id}-${index}`}
                value={option.value}
                checked={values.includes(option.value)}
              />
              {option.name}
            </label>
          ))}
        </div>
      );
    case "choice":
      return <Radios name={name} id={id} options={[...options, unknown]} values={values} />;
    default: {
      const yesNo = [
        { value: "yes", name: controlTexts.yes[locale] },
        { value: "no", name: controlTexts.no[locale] },
      ];
      return <Radios name={name} id={id} options={[...yesNo, unknown]} values={values} />;
    }
  }
}
