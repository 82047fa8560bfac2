import { COUNTRIES, countryNames } from "../../../core/country.ts";
import type { Localized } from "../../../core/locale.ts";
import { type FormRequest, TextField } from "../components/form.tsx";
import { Field } from "../components/form-field.tsx";

const text = {
  name: { sk: "Názov", cs: "Název", en: "Name" },
  country: { sk: "Krajina (nepovinné)", cs: "Země (nepovinné)", en: "Country (optional)" },
  none: { sk: "neuvedená", cs: "neuvedena", en: "not stated" },
  ico: { sk: "IČO (nepovinné)", cs: "IČO (nepovinné)", en: "IČO, the company number (optional)" },
} satisfies Record<string, Localized>;

/** The fields of a form about an organization. */
export function OrganizationFields({
  request,
  stored,
}: {
  request: FormRequest;
  stored?: { readonly name: string; readonly country: string | null; readonly ico: string | null };
}) {
  const { locale, form, refusal, prefix = "" } = request;
  const countryId = `${prefix}country`;
  const chosen = refusal === null ? (stored?.country ?? "") : form.get("country");
  return (
    <>
      <TextField
        request={request}
        name="name"
        label={text.name[locale]}
        value={stored?.name ?? ""}
        autocomplete="organization"
      />
      <Field id={countryId} label={text.country[locale]}>
        <select id={countryId} name="country">
          <option value="">{text.none[locale]}</option>
          {COUNTRIES.map((country) => (
            <option value={country} selected={country === chosen}>
              {countryNames[country][locale]}
            </option>
          ))}
        </select>
      </Field>
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
