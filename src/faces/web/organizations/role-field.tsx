import type { Locale, Localized } from "../../../core/locale.ts";
import type { Role } from "../../../core/role.ts";
import { Field } from "../components/form-field.tsx";
import { ROLE_NAMES } from "./organization-texts.ts";

const label: Localized = { sk: "Rola", cs: "Role", en: "Role" };

/** The choice of a role, of those that may be given. */
export function RoleField({
  locale,
  id,
  roles,
  chosen,
}: {
  locale: Locale;
  id: string;
  roles: readonly Role[];
  chosen: Role;
}) {
  return (
    <Field
      id={id}
      name="role"
      label={label[locale]}
      value={chosen}
      options={roles.map((role) => ({ value: role, name: ROLE_NAMES[role][locale] }))}
    />
  );
}
