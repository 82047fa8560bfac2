import { createHash } from "node:crypto";
import { z } from "zod";
import { timedSteps } from "../../rules/incident/incident-clock.ts";
import { incidentIcs } from "../../rules/incident/incident-ics.ts";
import { defineCapability } from "../capability.ts";
import { clockInput, readIncident } from "./clock-input.ts";

const input = clockInput.extend({ url: z.url().describe("Address of the page with the question in it.") });

/** The reports of an incident that are still ahead, as a calendar file. */
export const incidentCalendar = defineCapability({
  name: "incident_calendar",
  access: "public",
  input,
  check: readIncident,
  run: ({ url, locale, ...stated }, { knowledge, baseUrl, now }) => {
    const { facts } = readIncident({ ...stated, locale }, { knowledge, now });
    const madeAt = now().toISOString();
    const key = createHash("sha256").update(JSON.stringify(facts)).digest("hex").slice(0, 16);
    const calendar = { locale, host: new URL(baseUrl).host, key, url, madeAt };
    return { calendar: incidentIcs(timedSteps(facts, knowledge, madeAt), calendar, knowledge.acts) };
  },
});
