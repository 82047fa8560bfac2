import fc from "fast-check";

/**
 * Property tests try the same values at every run, so that a red one is red for whoever looks at it, and a change is
 * not held up by a rare value that it has nothing to do with. `PROPERTY_SEED=random` looks for new ones, and
 * `PROPERTY_RUNS=5000` for many.
 */
const { PROPERTY_SEED = "20261123", PROPERTY_RUNS = "100" } = process.env;

fc.configureGlobal({
  numRuns: Number(PROPERTY_RUNS),
  ...(PROPERTY_SEED === "random" ? {} : { seed: Number(PROPERTY_SEED) }),
});
