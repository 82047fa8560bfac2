import type { Locale, Localized } from "../../../core/locale.ts";
import { LABEL_LENGTH } from "../../reading/label.ts";
import { Field } from "./form-field.tsx";

const text = {
  label: { sk: "Názov na papier", cs: "Název na papír", en: "Name on paper" },
  help: {
    sk: "Napríklad názov firmy alebo systému. Bude v adrese stránky a na výtlačku, nikde sa neukladá.",
    cs: "Například název firmy nebo systému. Bude v adrese stránky a na výtisku, nikde se neukládá.",
    en: "For example a firm or a system. It stands in the address of the page and on paper, and is stored nowhere.",
  },
  save: { sk: "Pomenovať", cs: "Pojmenovat", en: "Name it" },
} satisfies Record<string, Localized>;

/** A form that names a result for its paper: the same address with one more pair. @param pairs what the address holds */
export function LabelForm({
  action,
  name,
  value,
  pairs,
  locale,
}: {
  action: string;
  name: "label" | "name";
  value: string;
  pairs: Iterable<readonly [string, string]>;
  locale: Locale;
}) {
  return (
    <form action={action} method="get" class="label-form screen-only">
      {[...pairs]
        .filter(([each]) => each !== name)
        .map(([each, held]) => (
          <input type="hidden" name={each} value={held} />
        ))}
      <Field
        id={name}
        label={text.label[locale]}
        help={text.help[locale]}
        value={value}
        maxlength={LABEL_LENGTH}
        autocomplete="off"
      />
      <button type="submit" class="button is-quiet">
        {text.save[locale]}
      </button>
    </form>
  );
}
