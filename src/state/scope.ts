import type { ReachOf } from "./reach.ts";
import type { StateDatabase } from "./state-database.ts";

/** A person and an organization, in a database or one of its transactions. Whether they are a member is for the statement to join. */
export interface Scope {
  readonly db: StateDatabase;
  readonly accountId: string;
  readonly orgId: string;
}

/** An organization alone: for changes, which happen after the membership was read, and for the worker. */
export type OrganizationScope = Pick<Scope, "db" | "orgId">;

/** A person alone, for what is their own. */
export type PersonScope = Pick<Scope, "db" | "accountId"> & {
  /** Whose chosen organizations count; left out and `null`: all of the person. */
  readonly reach?: ReachOf;
};

type Bound<Given extends readonly unknown[], F> = {
  readonly [K in keyof F]: F[K] extends (...args: [...Given, ...infer Rest]) => infer R ? (...rest: Rest) => R : never;
};

/** Functions with their first arguments given: `bound([scope], { domains: domainsFor })` has `domains()`. */
export function bound<
  const Given extends readonly unknown[],
  F extends Record<string, (...args: [...Given, ...never[]]) => unknown>,
>(given: Given, functions: F): Bound<Given, F> {
  const pairs = Object.entries(functions).map(([name, run]) => [name, (...rest: never[]) => run(...given, ...rest)]);
  return Object.fromEntries(pairs);
}
