import { incidentCalendar } from "../../../capabilities/incident/incident-calendar.ts";
import { incidentClock as capability } from "../../../capabilities/incident/incident-clock.ts";
import type { Localized } from "../../../core/locale.ts";
import { formatLocalTime } from "../../../core/text.ts";
import { type Command, given, OPERATOR, textOption } from "../command.ts";

const none: Localized = {
  sk: "Žiadny termín nie je pred nami.",
  cs: "Žádný termín není před námi.",
  en: "No date is ahead.",
};

/** The options by argument. */
const OPTIONS = {
  country: "country",
  regime: "regime",
  foundAt: "found",
  zone: "zone",
  fold: "fold",
  authoritySaysSignificant: "authority-says-significant",
  notifiedAt: "notified",
  resolvedAt: "resolved",
  personalData: "personal-data",
  personalDataKnownAt: "personal-data-known",
  digital: "digital",
  cra: "cra",
  craKnownAt: "cra-known",
  craFixAt: "cra-fix",
  craNotifiedAt: "cra-notified",
} as const;

/** `dosah incident clock`: which report is due when. */
export const incidentClock: Command = {
  words: "incident clock",
  usage:
    "incident clock --country SK|CZ [--regime R] [--found TIME] [--zone ZONE] [--fold first|second] [--authority-says-significant yes|no|unknown] [--notified TIME] [--resolved TIME] [--personal-data yes] [--personal-data-known TIME] [--digital 1] [--cra vulnerability|incident] [--cra-known TIME] [--cra-fix TIME] [--cra-notified TIME] [--json|--ics]",
  help: "which report of an incident is due when, and to whom",
  state: "optional",
  options: {
    ...Object.fromEntries(Object.values(OPTIONS).map((name) => [name, { type: "string" as const }])),
    ics: { type: "boolean" },
  },
  names: OPTIONS,
  run: async (input, { call }) => {
    const { locale } = input;
    const stated = Object.entries(OPTIONS).map(([argument, name]) => [argument, textOption(input, name)] as const);
    const args = given({ ...Object.fromEntries(stated), locale });
    const { answer } = await call(capability, args, [], OPERATOR);
    if (input.values.ics === true) {
      const url = answer.steps.find(({ to }) => to !== null)?.to?.url ?? "https://www.enisa.europa.eu";
      const { calendar } = (await call(incidentCalendar, { ...args, url }, [], OPERATOR)).answer;
      return { json: answer, lines: [calendar?.replaceAll("\r\n", "\n").trimEnd() ?? none[locale]] };
    }
    return {
      json: answer,
      lines: answer.steps.flatMap(({ id, title, dueAt, counted, citation, to }) => [
        `${id}  ${title ?? ""}: ${dueAt === null ? (counted ?? "") : formatLocalTime(dueAt, locale, answer.zone)}`,
        ...[citation, to?.authority, to?.url].flatMap((line) => (line == null ? [] : [`    ${line}`])),
      ]),
    };
  },
};
