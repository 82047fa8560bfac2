import type { Problem } from "../../core/problem.ts";

/** The person an API key belongs to. */
export interface KeyOwner {
  readonly userId: string;
}

/**
 * Reads the value of an `Authorization` header. `null`: it is no key of ours, or one that is expired or revoked;
 * the difference is never stated.
 */
export type Authenticate = (authorization: string) => Promise<KeyOwner | null>;

/** The answer to a call of a key capability without a valid key. */
export const keyNeeded: Problem = {
  code: "unauthorized",
  message: {
    sk: "Toto volanie potrebuje platný kľúč API.",
    cs: "Toto volání potřebuje platný klíč API.",
    en: "This call needs a valid API key.",
  },
  nextStep: {
    sk: "Vytvorte si kľúč v nastaveniach účtu a pošlite ho v hlavičke Authorization: Bearer <kľúč>.",
    cs: "Vytvořte si klíč v nastavení účtu a pošlete ho v hlavičce Authorization: Bearer <klíč>.",
    en: "Create a key in the account settings and send it in the header Authorization: Bearer <key>.",
  },
};
