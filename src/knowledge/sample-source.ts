/** Id of the shipped sample in `knowledge/sources.yaml`. */
export const SAMPLE_SOURCE = "sample";

/**
 * What an id of `Provenance.source` starts with when the sample states the fact; the row's own words on where the fact
 * comes from follow, so that no answer names the sample without naming who is behind it.
 */
export const SAMPLE_SOURCE_PREFIX = `${SAMPLE_SOURCE}:`;
