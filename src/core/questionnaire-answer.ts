/** `quick` asks the short selection, `extended` every question. */
export const MODES = ["quick", "extended"] as const;

export type Mode = (typeof MODES)[number];

/** What can be answered, best first; the last one takes the question out of the score. */
export const ANSWERS = ["yes", "partial", "no", "not_applicable"] as const;

export type Answer = (typeof ANSWERS)[number];
