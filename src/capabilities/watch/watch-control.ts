import { z } from "zod";
import { inEnglish } from "../../core/locale.ts";
import { type Problem, ServiceError } from "../../core/problem.ts";
import { localeParameter } from "../calling/parameters.ts";
import { defineCapability } from "../capability.ts";

const input = z.strictObject({ locale: localeParameter });

/** How far the watch of firms is. */
export const watchStatus = defineCapability({
  name: "watch_status",
  access: "operator",
  input,
  run: (_input, { operator: { watch } }) => watch.status(),
  cli: {
    words: "watch status",
    help: "say how far the comparison with the register file is",
    lines: ({ state, snapshot, ruleSet, changed }) => [`${state}  ${snapshot || "–"}  ${ruleSet || "–"}  ${changed}`],
  },
});

/** Compares all watched firms with the register file of now. */
export const watchRunNow = defineCapability({
  name: "watch_run",
  access: "operator",
  input,
  run: (_input, { operator: { watch } }) => watch.run(),
  cli: {
    words: "watch run",
    help: "compare all watched firms with the register file now",
    lines: ({ outcome, changed }) => [`${outcome}  ${changed}`],
  },
});

/** Lets a register file be told that changes many firms at once. */
export const watchRelease = defineCapability({
  name: "watch_release",
  access: "operator",
  input,
  run: async (_input, { operator: { watch } }) => {
    if (!(await watch.release())) throw new ServiceError(nothingHeld);
    return watch.run();
  },
  cli: {
    words: "watch release",
    help: "tell what a held register file changes",
    lines: ({ outcome, changed }) => [`${outcome}  ${changed}`],
  },
});

/** Leaves a held register file aside: the next one is compared with the last that was released. */
export const watchDiscard = defineCapability({
  name: "watch_discard",
  access: "operator",
  input,
  run: async (_input, { operator: { watch } }) => {
    if (!(await watch.discard())) throw new ServiceError(nothingHeld);
    return watch.status();
  },
  cli: {
    words: "watch discard",
    help: "leave a held register file aside and wait for the next one",
    lines: ({ state }) => [state],
  },
});

const nothingHeld: Problem = {
  code: "not_found",
  message: inEnglish("No register file is held."),
  nextStep: inEnglish("dosah watch status shows how far the watch is."),
};
