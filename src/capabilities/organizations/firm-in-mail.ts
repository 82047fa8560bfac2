import { nameInMail } from "../../mail/mail-name.ts";
import type { Organization } from "../../state/organizations.ts";

/** What a mail says of the firm of an organization: the register's name and the number; nothing where there is none. */
export function firmInMail({ ico, firm_name }: Pick<Organization, "ico" | "firm_name">) {
  return ico === null ? {} : { firm: nameInMail(firm_name ?? ""), ico };
}
