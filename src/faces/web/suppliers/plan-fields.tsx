import { CRITICALITY_CHOICES, CRITICALITY_TEXTS } from "../../../capabilities/suppliers/supplier-table.ts";
import type { Locale, Localized } from "../../../core/locale.ts";
import { TextField } from "../components/form.tsx";
import { Field, type Option } from "../components/form-field.tsx";
import type { PrivateRequest } from "../private-page.ts";
import type { ShownSupplier } from "./supplier-history.tsx";

const text = {
  criticality: { sk: "Dôležitosť", cs: "Důležitost", en: "Criticality" },
  contactName: { sk: "Kontaktná osoba", cs: "Kontaktní osoba", en: "Contact person" },
  contactEmail: { sk: "E-mail kontaktu", cs: "E-mail kontaktu", en: "Contact e-mail" },
  contactHelp: {
    sk: "Predvyplní sa v žiadosti o profil.",
    cs: "Předvyplní se v žádosti o profil.",
    en: "It is filled in when you ask for a profile.",
  },
  responsible: { sk: "Zodpovedá", cs: "Odpovídá", en: "Responsible" },
  nobody: { sk: "nikto", cs: "nikdo", en: "nobody" },
  review: { sk: "Ďalšie preskúmanie", cs: "Příští přezkoumání", en: "Next review" },
  contract: { sk: "Zmluva do", cs: "Smlouva do", en: "Contract until" },
} satisfies Record<string, Localized>;

/** How much may depend on a supplier, to choose from. */
export function criticalityOptions(locale: Locale): readonly Option[] {
  return ["none" as const, ...CRITICALITY_CHOICES].map((value) => ({
    value: value === "none" ? "" : value,
    name: CRITICALITY_TEXTS[value][locale],
  }));
}

/** Members to choose from, or nobody. */
export function memberOptions(
  members: readonly { readonly id: string; readonly untrusted: { readonly name: string } }[],
  locale: Locale,
): readonly Option[] {
  return [
    { value: "", name: text.nobody[locale] },
    ...members.map(({ id, untrusted }) => ({ value: id, name: untrusted.name })),
  ];
}

/** What an organization plans with a supplier, in the form of its judgement. */
export function PlanFields({
  request,
  shown: { supplier, members },
}: {
  request: PrivateRequest;
  shown: ShownSupplier;
}) {
  const { locale, form, refusal } = request;
  const chosen = (name: string, stored: string | null) => (refusal === null ? (stored ?? "") : form.get(name));
  const { untrusted } = supplier;
  return (
    <div class="fields">
      <Field
        id="criticality"
        label={text.criticality[locale]}
        value={chosen("criticality", supplier.criticality)}
        options={criticalityOptions(locale)}
      />
      <Field
        id="responsible"
        label={text.responsible[locale]}
        value={chosen("responsible", supplier.responsibleId)}
        options={memberOptions(members, locale)}
      />
      <TextField
        request={request}
        name="contactName"
        label={text.contactName[locale]}
        value={untrusted.contactName ?? ""}
        isRequired={false}
        autocomplete="off"
      />
      <TextField
        request={request}
        name="contactEmail"
        label={text.contactEmail[locale]}
        help={text.contactHelp[locale]}
        type="email"
        value={untrusted.contactEmail ?? ""}
        isRequired={false}
        autocomplete="off"
      />
      <TextField
        request={request}
        name="nextReviewAt"
        label={text.review[locale]}
        type="date"
        value={supplier.nextReviewAt ?? ""}
        isRequired={false}
      />
      <TextField
        request={request}
        name="contractUntil"
        label={text.contract[locale]}
        type="date"
        value={supplier.contractUntil ?? ""}
        isRequired={false}
      />
    </div>
  );
}
