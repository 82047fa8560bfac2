/** Who is signed in to the measured service. */
export interface SeededPerson {
  /** Value of the session cookie. */
  readonly token: string;
  /** Their active organization, with suppliers and a register. */
  readonly organizationId: string;
}

/** What the measured process tells. */
export type FromServer =
  | ({ readonly kind: "listening"; readonly port: number } & SeededPerson)
  | { readonly kind: "cpu"; readonly microseconds: number }
  | { readonly kind: "memory"; readonly rss: number; readonly heapUsed: number };

/** What it is asked. */
export type ToServer = "cpu" | "memory" | "stop";
