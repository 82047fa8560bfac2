import type { Locale, Localized } from "../../../core/locale.ts";
import type { Operator } from "../../../core/operator.ts";

const text = {
  runs: { sk: "Túto službu prevádzkuje ", cs: "Tuto službu provozuje ", en: "This service is run by " },
  local: {
    sk: "Len na tomto počítači. Prevádzkovateľ: nastavte OPERATOR_NAME a OPERATOR_CONTACT.",
    cs: "Jen na tomto počítači. Provozovatel: nastavte OPERATOR_NAME a OPERATOR_CONTACT.",
    en: "On this computer only. Operator: set OPERATOR_NAME and OPERATOR_CONTACT.",
  },
  missing: {
    sk: "Prevádzkovateľ tejto inštalácie sa nepredstavil.",
    cs: "Provozovatel této instalace se nepředstavil.",
    en: "The operator of this installation has not introduced themselves.",
  },
} satisfies Record<string, Localized>;

/** Who runs this installation, in one sentence; or that nobody said so. */
export function OperatorLine({ operator, locale }: { operator: Operator; locale: Locale }) {
  if (operator.standing !== "known") return <span data-operator-missing>{text[operator.standing][locale]}</span>;
  return (
    <>
      {text.runs[locale]}
      <OperatorName operator={operator} />.
    </>
  );
}

/** Name and number of the operator. */
export function OperatorName({ operator: { name, id } }: { operator: Operator }) {
  return (
    <span data-operator>
      {name}
      {id === null ? null : `, IČO ${id}`}
    </span>
  );
}

/** Where to write to, as a link; the address itself without `mailto:`. */
export function ContactLink({ contact }: { contact: string }) {
  return <a href={contact}>{contact.replace(/^mailto:/, "")}</a>;
}
