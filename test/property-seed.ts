import fc from "fast-check";

/**
 * Property tests try the same values at every run, so that a red one is red for whoever looks at it, and a change is
 * not held up by a rare value that it has nothing to do with. `PROPERTY_SEED=random` looks for new ones.
 */
const { PROPERTY_SEED = "20261123" } = process.env;

if (PROPERTY_SEED !== "random") fc.configureGlobal({ seed: Number(PROPERTY_SEED) });
