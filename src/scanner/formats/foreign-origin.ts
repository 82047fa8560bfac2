/** An origin that no site knows: a site that lets it in lets everybody in. */
export const FOREIGN_ORIGIN = "https://scan-origin.invalid";
