import { foreignText } from "../../core/foreign-text.ts";
import type { Locale, Localized } from "../../core/locale.ts";
import type { Mail } from "../../mail/mail.ts";
import { nameInMail } from "../../mail/mail-name.ts";
import type { Organization } from "../../state/organizations.ts";
import { firmInMail } from "../organizations/firm-in-mail.ts";
import type { SupplierKey } from "./listed-supplier.ts";

/** The path of the page on which an addressee ends further requests. */
export const ASK_STOP_PATH = "/supplier-requests/stop";

/** The page of a request, below the language. */
export function askPath(token: string): string {
  return `/supplier-requests/${token}`;
}

/** Stands for a firm that no register names, before its number. */
const UNNAMED: Localized = { sk: "Firma", cs: "Firma", en: "A firm" };

/** What a request says, and where it leads. */
interface Request {
  /** Who asks. */
  readonly organization: Pick<Organization, "ico" | "firm_name">;
  /** Who is asked, with the name of the register. */
  readonly supplier: SupplierKey & { readonly name: string | null };
  /** The address of who approved it. */
  readonly by: string;
  /** Opens the page of the request. */
  readonly token: string;
  /** Ends further requests, in the address of that page. */
  readonly stop: string;
  readonly baseUrl: string;
}

/**
 * The request to a supplier, without its addressee. Firms are named as the registers have them, and it holds no text that a
 * person typed: a typed name would let anybody write to strangers in our name.
 */
export function askMail(
  { organization, supplier, by, token, stop, baseUrl }: Request,
  locale: Locale,
): Omit<Mail, "to" | "isReset"> {
  const firm = firmInMail(organization);
  return {
    kind: "supplier_ask",
    locale,
    link: `${baseUrl}/${locale}${askPath(token)}`,
    facts: {
      ...firm,
      ...(firm.firm === "" ? { firm: UNNAMED[locale] } : {}),
      supplier: nameInMail(supplier.name ?? ""),
      supplierIco: supplier.ico,
      by: foreignText(by),
    },
    stopLink: `${baseUrl}/${locale}${ASK_STOP_PATH}?token=${stop}`,
  };
}
