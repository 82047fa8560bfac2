/**
 * What the bench asks of the measured process. `answer`: what the bare handler answers from now on, `ready` as bytes
 * that lie there, else as JSON that it writes for each request; `headers`: those of the measured answer.
 */
export type ToServer =
  | { readonly kind: "cpu" }
  | {
      readonly kind: "bare";
      readonly answer: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly ready: boolean;
    }
  | { readonly kind: "stop" };

/** What the measured process says. */
export type FromServer =
  | { readonly kind: "listening"; readonly service: number; readonly bare: number }
  | { readonly kind: "cpu"; readonly microseconds: number }
  | { readonly kind: "ready" };
