import type { Localized } from "../../../core/locale.ts";
import { type FormRequest, TextField } from "../components/form.tsx";
import { countryOptions, Field } from "../components/form-field.tsx";

const text = {
  country: { sk: "Krajina (nepovinné)", cs: "Země (nepovinné)", en: "Country (optional)" },
  none: { sk: "neuvedená", cs: "neuvedena", en: "not stated" },
  ico: { sk: "IČO (nepovinné)", cs: "IČO (nepovinné)", en: "IČO, the company number (optional)" },
} satisfies Record<string, Localized>;

/** Country and number of a firm, typed by hand. */
export function FirmFields({
  request,
  stored,
}: {
  request: FormRequest;
  stored?: { readonly country: string | null; readonly ico: string | null };
}) {
  const { locale, form, refusal, prefix = "" } = request;
  return (
    <>
      <Field
        id={`${prefix}country`}
        name="country"
        label={text.country[locale]}
        value={refusal === null ? (stored?.country ?? "") : form.get("country")}
        options={[{ value: "", name: text.none[locale] }, ...countryOptions(locale)]}
      />
      <TextField
        request={request}
        name="ico"
        label={text.ico[locale]}
        value={stored?.ico ?? ""}
        isRequired={false}
        inputmode="numeric"
      />
    </>
  );
}
