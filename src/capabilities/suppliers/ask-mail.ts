import { foreignText } from "../../core/foreign-text.ts";
import type { Locale } from "../../core/locale.ts";
import type { Mail } from "../../mail/mail.ts";
import type { OrganizationContext } from "../contexts.ts";
import type { SupplierKey } from "./listed-supplier.ts";

/** The path of the page on which an addressee ends further requests. */
export const ASK_STOP_PATH = "/supplier-requests/stop";

/**
 * The request to a supplier, without its addressee. It names numbers of firms and the address of who approves it, and
 * no text that a person typed: a name would let anybody write to strangers in our name.
 * @param stop what ends further requests, in the address of that page
 */
export function askMail(
  { ico }: SupplierKey,
  stop: string,
  { organization, person, baseUrl }: Pick<OrganizationContext, "organization" | "person" | "baseUrl">,
  locale: Locale,
): Omit<Mail, "to" | "isReset"> {
  const customer = organization.ico === null ? "" : ` (IČO ${organization.ico})`;
  return {
    kind: "supplier_ask",
    locale,
    link: `${baseUrl}/${locale}/organizations`,
    facts: { customer, supplier: ico, by: foreignText(person.session?.email ?? "") },
    stopLink: `${baseUrl}/${locale}${ASK_STOP_PATH}?token=${stop}`,
  };
}
