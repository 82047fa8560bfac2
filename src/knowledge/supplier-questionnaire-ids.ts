/** The areas of the supplier questionnaire, in their order. */
export const SUPPLIER_SECTIONS = ["profile", "security_practices", "saas_technical", "on_prem_technical"] as const;

export type SupplierSection = (typeof SUPPLIER_SECTIONS)[number];

/** What kind of answer a field takes. */
export const SUPPLIER_FIELD_TYPES = [
  "string",
  "text",
  "email",
  "phone",
  "url",
  "domain",
  "country",
  "boolean",
  "enum",
  "integer",
] as const;

export type SupplierFieldType = (typeof SUPPLIER_FIELD_TYPES)[number];

/** The letters of Article 21(2) of Directive (EU) 2022/2555, and its paragraph 3. */
export const SUPPLIER_LETTERS = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "21(3)"] as const;

export type SupplierLetter = (typeof SUPPLIER_LETTERS)[number];
