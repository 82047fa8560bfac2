/** Who runs this installation, as the settings say; `null`: not set. */
export interface Operator {
  readonly name: string | null;
  /** Its IČO or another number. */
  readonly id: string | null;
  /** Its seat, in one line. */
  readonly address: string | null;
  /** `mailto:` or `https://`, for questions, errors and data protection. */
  readonly contact: string | null;
  /** Its own notice on data protection and its own terms. */
  readonly privacyUrl: string | null;
  readonly termsUrl: string | null;
  /** `local`: name or contact is missing, and the address is not public; `missing`: the same with a public address. */
  readonly standing: "known" | "local" | "missing";
}
