import { COUNTRIES, type Country } from "../../../core/country.ts";
import type { AnswerCache } from "../../../outbound/answer-cache.ts";
import { createHttpClient, type HttpClientOptions } from "../../../outbound/http-client.ts";
import type { Fetch } from "../../../outbound/request-json.ts";
import { forSearches, onlyRemembered, type SourceClient } from "../../../outbound/source-client.ts";
import type { SourceStatus } from "../../../outbound/source-counters.ts";
import type { RegisterDefinition } from "../definition.ts";
import { connectRegister } from "../live/live-register.ts";
import { type LiveSetting, REGISTERS } from "../registers.ts";
import { type CountryRegisters, joinRegisters } from "./country-registers.ts";

/** The settings that the live registers need, by the names of `Config`. `undefined`: that register is not asked. */
export type LiveRegisterSettings = Readonly<Record<LiveSetting, string | undefined>>;

/** The live registers of both countries, and how their sources fare. */
export interface LiveRegisters extends Readonly<Record<Country, CountryRegisters>> {
  /** The same for what a search asks, also when it looks a number up: it gives way to look-ups. */
  readonly searches: Readonly<Record<Country, CountryRegisters>>;
  /** The same for those who ask nobody, see `onlyRemembered`. */
  readonly remembered: Readonly<Record<Country, CountryRegisters>>;
  /** One entry per register that has an address, in the order of the list. */
  status(): readonly SourceStatus[];
  /** Breaks off what is under way. */
  close(): void;
}

/** Makes the live registers; nobody is asked until a firm is looked up. */
export function createLiveRegisters(options: {
  readonly settings: LiveRegisterSettings;
  /** `Dosah/<version> (+<public address>)`. */
  readonly userAgent: string;
  readonly cache: AnswerCache;
  readonly now: () => Date;
  readonly fetch?: Fetch;
  readonly sleep?: NonNullable<HttpClientOptions["sleep"]>;
  /** Is called with every failure of a source, for the log. */
  readonly onFailure?: NonNullable<HttpClientOptions["onFailure"]>;
}): LiveRegisters {
  const { settings, now, ...rest } = options;
  const http = createHttpClient({ now, ...rest });
  const asked = REGISTERS.flatMap((register) => {
    const baseUrl = "live" in register ? settings[register.live.setting] : undefined;
    if (!("live" in register) || baseUrl === undefined) return [];
    return [{ register: register satisfies RegisterDefinition, client: http.source(register.live.policy(baseUrl)) }];
  }).sort((a, b) => b.register.rank - a.register.rank);
  const registersOf = (as: (client: SourceClient) => SourceClient) => {
    const joined = COUNTRIES.map((country) => {
      const own = asked.filter(({ register }) => register.country === country);
      return [
        country,
        joinRegisters(
          country,
          own.map(({ register, client }) => connectRegister(register, as(client), now)),
        ),
      ] as const;
    });
    return Object.fromEntries(joined) as Record<Country, CountryRegisters>; // one for each of COUNTRIES
  };
  return {
    ...registersOf((client) => client),
    searches: registersOf(forSearches),
    remembered: registersOf(onlyRemembered),
    status: http.status,
    close: http.close,
  };
}
