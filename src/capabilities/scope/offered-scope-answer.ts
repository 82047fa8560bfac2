import { z } from "zod";
import { freezeForReuse, isFrozenForReuse } from "../../core/freeze-for-reuse.ts";
import { type ScopeAnswer, scopeAnswer } from "./scope-answer.ts";

const DETAILS = ["concise", "full"] as const;

/** How much of a scope answer is wanted; docs/decisions/concise-scope-answer.md says what `concise` leaves out. */
export const detailParameter = z
  .enum(DETAILS)
  .default("concise")
  .describe(
    "concise: the verdict, its reasons, the open questions and the steps in the order of time. " +
      "full: also standing duties, fines, data to have ready, every address, and the texts of the trace.",
  );

const { missingFacts, evaluate, trace, nationalRegime, nextSteps, daysToAsk, dataToState, sources, otherNace } =
  scopeAnswer.shape;
const step = nextSteps.element;

/** The answer of `nis2_scope_check` as programs get it: what `concise` leaves out may be missing. */
export const offeredAnswer = scopeAnswer.extend({
  detail: z.enum(DETAILS),
  missingFacts: z
    .array(missingFacts.element.partial({ code: true, citations: true }))
    .describe(missingFacts.description ?? ""),
  evaluate: evaluate.nullable().describe(`${evaluate.description} null with concise where nothing is asked.`),
  trace: z.array(trace.element.partial({ text: true })),
  nationalRegime: nationalRegime.unwrap().partial({ explanation: true }).nullable(),
  otherNace: z
    .array(otherNace.element.partial({ name: true }))
    .describe(
      "Further activities; with concise those that lead to a sector by themselves, or the first three where none does.",
    ),
  moreNace: z.number().int().optional().describe("Only with concise: how many further activities full has."),
  nextSteps: z.array(
    step.partial({
      group: true,
      who: true,
      where: true,
      place: true,
      dates: true,
      conditional: true,
      standing: true,
      obligations: true,
    }),
  ),
  moreSteps: z.number().int().optional().describe("Only with concise: how many further steps full has."),
  daysToAsk: z
    .array(daysToAsk.element.partial({ letter: true, explanation: true, lawFrom: true, given: true }))
    .describe(daysToAsk.description ?? ""),
  dataToState: dataToState.optional(),
  sources: z.array(sources.element.partial({ url: true, facts: true })),
});

export type OfferedAnswer = z.output<typeof offeredAnswer>;

/** The answer with as much detail as was asked for. */
export function offered(answer: ScopeAnswer, { detail }: { readonly detail: OfferedAnswer["detail"] }): OfferedAnswer {
  return detail === "full" ? { ...answer, detail } : concise(answer);
}

/**
 * The same for applications, which pay for no tokens: with the address of each source and where each step is done.
 */
export function offeredToApplications(
  answer: ScopeAnswer,
  args: { readonly detail: OfferedAnswer["detail"] },
): OfferedAnswer {
  const { nextSteps, ...rest } = offered(answer, args);
  const whole = new Map(answer.nextSteps.map((step) => [step.id, step]));
  return {
    ...rest,
    nextSteps: nextSteps.map((step) => {
      const { group, who, where, place } = whole.get(step.id) ?? step;
      return { ...step, group, where, who, place };
    }),
    otherNace: answer.otherNace,
    moreNace: undefined,
    size: answer.size,
    sources: answer.sources,
  };
}

/**
 * The answer without what a reader can do without or finds elsewhere in it: the first steps and what comes first, each by
 * what, until when and by which law, dates that are known, and no empty field.
 */
function concise(answer: ScopeAnswer): OfferedAnswer {
  const { nextSteps, moreSteps, daysToAsk } = inTime(answer);
  const { otherNace, moreNace } = decisiveCodes(answer.otherNace);
  return {
    ...answer,
    // What is to have ready; JSON leaves it out.
    dataToState: undefined,
    detail: "concise",
    otherNace,
    ...(moreNace === 0 ? {} : { moreNace }),
    size: { ...answer.size, source: answer.size.source === null ? null : withHosts(answer.size.source) },
    missingFacts: conciseFacts(answer.missingFacts),
    evaluate: answer.nextQuestion === null ? null : answer.evaluate,
    trace: conciseTrace(answer.trace),
    nationalRegime: answer.nationalRegime === null ? null : conciseRegime(answer.nationalRegime),
    nextSteps,
    moreSteps,
    daysToAsk,
    sources: conciseSources(answer.sources),
  };
}

/** The codes that lead to a sector; of a firm without one so many that a reader sees what it does. */
function decisiveCodes(codes: ScopeAnswer["otherNace"]) {
  const ofSectors = codes.filter(({ sector }) => sector != null);
  const shown = ofSectors.length > 0 ? ofSectors : codes.slice(0, CODES_WITHOUT_SECTOR);
  return {
    otherNace: shown.map(({ code, revision, name }) =>
      shown.length > NAMED_CODES ? { code, revision } : { code, revision, name },
    ),
    moreNace: codes.length - shown.length,
  };
}

const CODES_WITHOUT_SECTOR = 3;

/** Of more codes than these the names cost more than they tell. */
const NAMED_CODES = 3;

const conciseSources = onceShared((sources: ScopeAnswer["sources"]): OfferedAnswer["sources"] =>
  sources.map(({ name, retrievedAt }) => ({ name: withHosts(name), retrievedAt })),
);

/** Addresses inside a name by their host. */
function withHosts(name: string): string {
  return name.replace(/https?:\/\/(?:www\.)?([^/\s)]+)[^\s)]*/g, "$1");
}

const conciseFacts = onceShared((missing: ScopeAnswer["missingFacts"]): OfferedAnswer["missingFacts"] =>
  missing.map(({ fact, question, couldBecome, code }) => ({
    fact,
    question,
    couldBecome,
    ...(code === null ? {} : { code }),
  })),
);

const conciseTrace = onceShared((trace: ScopeAnswer["trace"]): OfferedAnswer["trace"] =>
  trace.map(({ rule, outcome, facts, citations }) => ({ rule, outcome, facts, citations })),
);

/** The reasoning says why, and the name what it is. */
const conciseRegime = onceShared(
  ({ id, name, citations }: NonNullable<ScopeAnswer["nationalRegime"]>): OfferedAnswer["nationalRegime"] & object => ({
    id,
    name,
    citations,
  }),
);

/** Of a part that many answers share the short form is made once, and shared too. */
function onceShared<Part extends object, Short extends object>(shorten: (part: Part) => Short): (part: Part) => Short {
  const known = new WeakMap<Part, Short>();
  return (part) => {
    const before = known.get(part);
    if (before !== undefined) return before;
    const made = shorten(part);
    if (isFrozenForReuse(part)) known.set(part, freezeForReuse(made));
    return made;
  };
}

type Timed = Pick<ScopeAnswer, "nextSteps" | "firstThings" | "daysToAsk">;
type ConciseTimed = Required<Pick<OfferedAnswer, "nextSteps" | "moreSteps" | "daysToAsk">>;

/** By the steps in full, which many answers share. */
const shortened = new WeakMap<Timed["nextSteps"], { readonly of: Timed; readonly made: ConciseTimed }>();

/** The steps in the order of time, and the days to ask for them. */
function inTime({ nextSteps, firstThings, daysToAsk }: Timed): ConciseTimed {
  const known = shortened.get(nextSteps);
  if (known?.of.firstThings === firstThings && known.of.daysToAsk === daysToAsk) return known.made;
  const made = shorten({ nextSteps, firstThings, daysToAsk });
  if (isFrozenForReuse(nextSteps) && isFrozenForReuse(firstThings) && isFrozenForReuse(daysToAsk)) {
    freezeForReuse(made.nextSteps);
    freezeForReuse(made.daysToAsk);
    shortened.set(nextSteps, { of: { nextSteps, firstThings, daysToAsk }, made });
  }
  return made;
}

/** How many of the steps in the order of time are shown whatever they are. */
const FIRST_STEPS = 4;

function shorten({ nextSteps, firstThings, daysToAsk }: Timed): ConciseTimed {
  const first = new Set(firstThings.map((thing) => thing.step));
  const earliest = new Set(
    nextSteps
      .filter(({ standing }) => !standing)
      .slice(0, FIRST_STEPS)
      .map(({ id }) => id),
  );
  // A day that the firm states was stated for the dates it gives.
  const steps = nextSteps.filter(
    ({ id, standing, dates }) =>
      first.has(id) || earliest.has(id) || (!standing && dates.some(({ due }) => due !== null)),
  );
  const starts = new Set(steps.flatMap(({ dates }) => dates.map(({ from }) => from)));
  return {
    nextSteps: steps.map(conciseStep),
    moreSteps: nextSteps.length - steps.length,
    daysToAsk: daysToAsk
      .filter(({ day, given }) => starts.has(day) || given.length > 0)
      .map(({ day, question, lawFrom, given }) => ({
        day,
        question,
        ...(lawFrom === null ? {} : { lawFrom }),
        ...(given.length === 0 ? {} : { given }),
      })),
  };
}

function conciseStep({
  id,
  step: what,
  within,
  citation,
  conditional,
  dates,
}: ScopeAnswer["nextSteps"][number]): OfferedAnswer["nextSteps"][number] {
  const known = dates.filter(({ due }) => due !== null);
  return {
    id,
    step: what,
    within,
    citation,
    ...(conditional ? { conditional } : {}),
    ...(known.length === 0 ? {} : { dates: known }),
  };
}
