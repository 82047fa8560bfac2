import type { Country } from "../../core/country.ts";
import { ServiceError } from "../../core/problem.ts";
import { FETCHED_FORMATS, type FetchedFormat, registerNamed } from "../../sources/registers/registers.ts";
import { defineCapability } from "../capability.ts";
import { fetchInput } from "./register-fetch-schema.ts";
import { FETCH_FAILURE_TEXTS, nothingChosen } from "./register-fetch-texts.ts";

/**
 * Fetches the published files of the registers and imports what changed. A register that cannot be fetched is one entry
 * of the answer and stops no other register.
 */
export const registerFetch = defineCapability({
  name: "register_fetch",
  access: "operator",
  input: fetchInput,
  run: async ({ country, only, from, anew }, { operator }) => {
    const outcome = await operator.fetchRegisters({
      registers: chosen(country, only),
      named: only !== undefined,
      from,
      anew,
    });
    const registers = outcome.registers.map(({ failure, ...register }) => ({
      ...register,
      country: registerNamed(register.register).country,
      failure: failure && { ...failure, text: FETCH_FAILURE_TEXTS[failure.code] },
    }));
    return {
      registers,
      refusal: outcome.refusal,
      complete: registers.every(({ result }) => result === "published" || result === "unchanged"),
      seconds: outcome.seconds,
    };
  },
});

/** The registers that both choices admit. @throws ServiceError when there is none. */
function chosen(country: Country | undefined, only: readonly FetchedFormat[] | undefined): readonly FetchedFormat[] {
  const registers = FETCHED_FORMATS.filter(
    (one) =>
      (country === undefined || registerNamed(one).country === country) && (only === undefined || only.includes(one)),
  );
  if (registers.length === 0) throw new ServiceError({ code: "invalid_arguments", ...nothingChosen, field: "only" });
  return registers;
}
