/** Areas of the questionnaire, as on the wire and in their order (docs/specification.md, `questionnaire.areas`). */
export const AREAS = [
  "risk_mgmt",
  "incidents",
  "bcm",
  "supply_chain",
  "access",
  "crypto",
  "training",
  "hr",
  "assets",
  "governance",
  "sdlc",
  "effectiveness",
  "physical",
] as const;

export type AreaId = (typeof AREAS)[number];

export { ANSWERS, type Answer, MODES, type Mode } from "../core/questionnaire-answer.ts";
