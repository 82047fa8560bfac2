import type { Company } from "../../../core/company.ts";
import type { Country } from "../../../core/country.ts";
import { type Day, dayOf } from "../../../core/day.ts";
import type { Ico } from "../../../core/ico.ts";
import type { LiveRegister } from "../live/live-register.ts";
import type { Classify, Lookup, RegisterHolding, RegisterSnapshot } from "../register.ts";
import { FILE_REGISTERS } from "../registers.ts";
import { SnapshotDamage } from "../snapshot/records/failure.ts";
import type { CombinedRegisters, RegisterMode } from "./combined-registers.ts";
import { type CountryRegisters, lookupOf } from "./country-registers.ts";
import type { LiveRegisters } from "./create-live-registers.ts";
import { withCategories } from "./hit-categories.ts";
import { joinMirror } from "./join-mirror.ts";
import { searchRegisters } from "./search-registers.ts";

/**
 * Mirror and live registers by mode. `auto`: the mirror answers; live sources are asked where it does not know the
 * firm, holds only the sample, does not hold that source, or holds a publication older than `maxAgeDays`. `live`: all live
 * sources are asked first. `mirror`: nothing leaves the machine. In the first two modes what the mirror has
 * from a silent source stands with its date; a firm that nobody knows is absent only when nobody is silent. Look-ups
 * of the same firm at the same time are one; those of a search are others, because they give way.
 */
export function combine(options: {
  readonly mode: RegisterMode;
  readonly mirror: Pick<RegisterSnapshot, "find" | "searchWhole" | "holdings">;
  readonly live: Pick<LiveRegisters, Country | "searches" | "remembered">;
  readonly now: () => Date;
  /** Decides the category of a firm that a search shows. */
  readonly classify: Classify;
  /** `REGISTERS_MAX_AGE_DAYS`. */
  readonly maxAgeDays: number;
}): CombinedRegisters {
  const { mode, mirror, classify } = options;
  const { searches, remembered } = options.live;
  const find = lookUps({ ...options, live: searches });
  return {
    find: lookUps(options),
    search: withCategories({
      search: searchRegisters({ mode, mirror, live: searches, find }),
      // Every hit that has a category is held by the mirror.
      asksLive: ({ category, country }) => registersToAsk(options, category !== undefined, country).length > 0,
      findRemembered: lookUps({ ...options, live: remembered }),
      classify,
    }),
  };
}

/** How look-ups are made: `combine` without what a search needs. */
interface LookUps extends Omit<Parameters<typeof combine>[0], "live" | "classify"> {
  readonly live: Readonly<Record<Country, CountryRegisters>>;
}

function lookUps(options: LookUps): CombinedRegisters["find"] {
  const { mirror, live } = options;
  const underWay = new Map<string, Promise<Lookup>>();

  return (ico, country) => {
    const known = held(ico, country);
    if (known instanceof SnapshotDamage) return Promise.resolve({ kind: "unavailable", cause: known });
    const asked = registersToAsk(options, known !== undefined, country);
    if (asked.length === 0) return Promise.resolve(mirrored(known));
    const key = `${country}${ico}`;
    const running = underWay.get(key) ?? ask(ico, country, known, asked).finally(() => underWay.delete(key));
    underWay.set(key, running);
    return running;
  };

  /** What the mirror holds. What a damaged row held nobody else may know, so live registers do not stand for it. */
  function held(ico: Ico, country: Country): Company | SnapshotDamage | undefined {
    try {
      return mirror.find(ico, country);
    } catch (cause) {
      if (cause instanceof SnapshotDamage) return cause;
      throw cause;
    }
  }

  async function ask(
    ico: Ico,
    country: Country,
    known: Company | undefined,
    asked: readonly LiveRegister[],
  ): Promise<Lookup> {
    const answers = await live[country].query(ico, asked);
    return known === undefined ? lookupOf(answers) : joinMirror(known, answers, asked);
  }
}

/** The live registers that a look-up of a firm asks. @param isKnown whether the mirror holds the firm */
function registersToAsk(
  { mode, mirror, live, now, maxAgeDays }: LookUps,
  isKnown: boolean,
  country: Country,
): readonly LiveRegister[] {
  if (mode === "mirror") return [];
  const { registers } = live[country];
  if (mode === "live" || !isKnown) return registers;
  const holding = mirror.holdings().find((each) => each.country === country);
  const oldest = dayOf(new Date(now().getTime() - maxAgeDays * 86_400_000));
  return registers.filter((register) => !isHeld(register, holding, oldest));
}

/**
 * True when the mirror holds the register of a live source, and not too old. While the sample takes the place of the
 * country's own register, what is there of that one (a daily batch of RPO) tells nothing of the firms it does not name.
 */
function isHeld(register: LiveRegister, holding: RegisterHolding | undefined, oldest: Day): boolean {
  if (holding === undefined) return false;
  const isIncomplete = (id: string) => holding.isSample && NATIONAL.includes(id);
  const held = holding.sources.filter(({ id, asOf }) => asOf >= oldest && !isIncomplete(id)).map(({ id }) => id);
  return register.records.some(({ replaces }) => replaces.some((id) => held.includes(id)));
}

/** The files that are a country's own register. */
const NATIONAL = FILE_REGISTERS.flatMap(({ isNational, id }) => (isNational ? [id] : []));

function mirrored(company: Company | undefined): Lookup {
  return company === undefined ? { kind: "absent" } : { kind: "found", company };
}
