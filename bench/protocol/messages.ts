/** The messages of the measuring process to the measured one, and back. */
export type ToServer =
  | { readonly kind: "cpu" }
  /** The answers that the bare handler shall give, one after the other. */
  | { readonly kind: "bare"; readonly answers: readonly unknown[] }
  | { readonly kind: "stop" };

export type FromServer =
  | { readonly kind: "listening"; readonly ports: Ports }
  | { readonly kind: "ready" }
  /** CPU time of the process since its start, user and system. */
  | { readonly kind: "cpu"; readonly microseconds: number };

export interface Ports {
  readonly bare: number;
  readonly endpoint: number;
  /** The whole service, where it is built. */
  readonly service?: number;
}
