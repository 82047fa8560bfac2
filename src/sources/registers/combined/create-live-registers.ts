import type { Country } from "../../../core/country.ts";
import type { AnswerCache } from "../../../outbound/answer-cache.ts";
import { createHttpClient, type HttpClientOptions } from "../../../outbound/http-client.ts";
import type { Fetch } from "../../../outbound/request-json.ts";
import { forSearches, type SourceClient } from "../../../outbound/source-client.ts";
import type { SourceStatus } from "../../../outbound/source-counters.ts";
import { aresPolicy, aresRegister } from "../ares/ares-register.ts";
import { nis2Register, nis2RegisterPolicy } from "../nis2-register/live-nis2-register.ts";
import { rpoPolicy, rpoRegister } from "../rpo/live-rpo.ts";
import { ruzPolicy, ruzRegister } from "../ruz/live-ruz.ts";
import { joinSources, type LiveRegister } from "./live-register.ts";

/** The settings that the live registers need; the names are those of `Config`. */
export interface LiveRegisterSettings {
  readonly aresUrl: string;
  readonly rpoUrl: string;
  readonly ruzUrl: string;
  /** `undefined`: there is no register with NIS2 categories, the rules decide. */
  readonly opendataUrl: string | undefined;
}

/** The live registers of both countries, and how their sources fare. */
export interface LiveRegisters extends Readonly<Record<Country, LiveRegister>> {
  /** The same for what a search asks, also when it looks a number up: it gives way to look-ups. */
  readonly searches: Readonly<Record<Country, LiveRegister>>;
  /** One entry per source that is set, ARES first. */
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
  /** Is told of every failure of a source, for the log. */
  readonly onFailure?: NonNullable<HttpClientOptions["onFailure"]>;
}): LiveRegisters {
  const { settings, now, ...rest } = options;
  const http = createHttpClient({ now, ...rest });
  const ares = http.source(aresPolicy(settings.aresUrl));
  const rpo = http.source(rpoPolicy(settings.rpoUrl));
  const ruz = http.source(ruzPolicy(settings.ruzUrl));
  const { opendataUrl } = settings;
  const categories = opendataUrl === undefined ? [] : [http.source(nis2RegisterPolicy(opendataUrl))];
  const registersOf = (as: (client: SourceClient) => SourceClient) => ({
    CZ: joinSources([aresRegister(as(ares))]),
    SK: joinSources([
      rpoRegister(as(rpo)),
      ruzRegister(as(ruz)),
      ...categories.map((each) => nis2Register(as(each), now)),
    ]),
  });
  return {
    ...registersOf((client) => client),
    searches: registersOf(forSearches),
    status: http.status,
    close: http.close,
  };
}
