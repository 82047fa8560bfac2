/** The countries whose registers and national law Dosah knows. */
export const COUNTRIES = ["SK", "CZ"] as const;

export type Country = (typeof COUNTRIES)[number];
