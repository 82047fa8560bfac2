import { z } from "zod";
import { localDayOf } from "../../core/day.ts";
import { roadOf } from "../../rules/deadlines/road.ts";
import { groundingFor } from "../answers/grounding.ts";
import { defineCapability } from "../capability.ts";
import { datedVerdict } from "./deadline-calendar.ts";
import { readStatedDays, refuseImpossibleDays } from "./stated-days.ts";

/** The dates of a verdict in the order of time, what is overdue, not known and estimated among them. */
export const verdictRoad = defineCapability({
  name: "verdict_road",
  access: "public",
  input: z.strictObject(datedVerdict),
  check: refuseImpossibleDays,
  run: ({ country, regime, steps, locale, ...stated }, services) => {
    const { knowledge, now } = services;
    const firm = { country, regime, steps: new Set(steps) };
    const items = roadOf(firm, readStatedDays(stated), knowledge.deadlines, now().toISOString());
    const grounding = groundingFor(services, locale);
    return {
      today: localDayOf(now()),
      items: items.map(({ kind, day, deadline }) => ({
        kind,
        day,
        id: deadline.id,
        serial: deadline.serial,
        title: grounding.text(deadline.title),
        counted: grounding.text(deadline.counted),
        lawFrom: deadline.lawFrom,
        steps: deadline.steps.filter((id) => firm.steps.has(id)),
        citation: grounding.citations(deadline.citations)?.join(", ") ?? null,
      })),
    };
  },
});
