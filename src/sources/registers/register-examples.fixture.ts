import type { LiveExamples, Routes } from "./live-register.contract.ts";
import type { LiveSearchExamples } from "./live-search.contract.ts";

/**
 * What the examinations of `registers.test.ts` need of one register; each register exports its own as `examples` from
 * `examples.fixture.ts` in its folder.
 */
export interface RegisterExamples {
  /** A recorded file in the folder of the register, as its reader takes it. */
  readonly file?: {
    readonly text: () => string;
    readonly activities?: () => string;
    /** A firm that it names. */
    readonly ico: string;
  };
  /** Recorded answers of the live register. */
  readonly live?: LiveExamples;
  /** And of its search by name, where it has one. */
  readonly search?: LiveSearchExamples & { readonly routes: Routes };
}
