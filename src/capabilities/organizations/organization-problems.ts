import type { Problem } from "../../core/problem.ts";

/** The answer to a command that names somebody as a member who is none. */
export const noMember: Problem = {
  code: "not_found",
  message: {
    sk: "Táto osoba nie je členom tejto organizácie.",
    cs: "Tato osoba není členem této organizace.",
    en: "This person is not a member of this organization.",
  },
  nextStep: {
    sk: "Členov vypíše dosah member list.",
    cs: "Členy vypíše dosah member list.",
    en: "dosah member list lists the members.",
  },
};
