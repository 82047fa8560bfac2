import type { DutyId } from "../../knowledge/ai-act-ids.ts";
import type { AiSystemFacts } from "./facts.ts";
import type { Situation } from "./situation.ts";

type Trigger = (situation: Situation, facts: AiSystemFacts) => boolean;

const highRisk: Trigger = (situation) => situation.highRisk;

/** Articles 27(1), 49(3), 49(5) and 86(1) leave out systems of Annex III, point 2. */
const beyondInfrastructure: Trigger = ({ highRisk, uses }) =>
  highRisk && uses.some((use) => use !== "critical_infrastructure");

const forPublicBodies: Trigger = (situation, facts) =>
  beyondInfrastructure(situation, facts) && facts.publicBodyOrPublicService;

/** Creditworthiness and life or health insurance owe the assessment whoever the deployer is (Article 27(1)). */
const needsImpactAssessment: Trigger = (situation, facts) =>
  forPublicBodies(situation, facts) ||
  (situation.highRisk && (facts.annexIIIUse === "credit_scoring" || facts.annexIIIUse === "insurance_pricing"));

const disclosesAnything: Trigger = ({ emotionOrBiometric, undisclosedText }, { deepfake }) =>
  emotionOrBiometric || deepfake || undisclosedText;

/** When each duty holds (docs/ai-act.md, step 8). A new duty without its trigger does not compile. */
const triggers: Readonly<Record<DutyId, Trigger>> = {
  "ai-literacy": () => true,
  "use-per-instructions": highRisk,
  "human-oversight": highRisk,
  "input-data": highRisk,
  "monitor-and-report": highRisk,
  "keep-logs": highRisk,
  "inform-workers": ({ highRisk }, { employerUsingAtWorkplace }) => highRisk && employerUsingAtWorkplace,
  "public-registration-check": forPublicBodies,
  dpia: highRisk,
  "post-rbi-authorisation": ({ highRisk }, { annexIIIUse }) =>
    highRisk && annexIIIUse === "remote_biometric_identification",
  "inform-persons": ({ highRisk }, { decidesAboutNaturalPersons }) => highRisk && decidesAboutNaturalPersons,
  cooperate: highRisk,
  fria: needsImpactAssessment,
  "register-use": forPublicBodies,
  "right-to-explanation": (situation, facts) =>
    beyondInfrastructure(situation, facts) && facts.decidesAboutNaturalPersons,
  "notice-emotion-biometric": ({ emotionOrBiometric }) => emotionOrBiometric,
  "disclose-deepfake": (_situation, { deepfake }) => deepfake,
  "disclose-public-interest-text": ({ undisclosedText }) => undisclosedText,
  "disclosure-manner": disclosesAnything,
  "provider-interaction-notice": (_situation, { interactsWithPeople }) => interactsWithPeople,
  "provider-output-marking": (_situation, { generatesSyntheticContent }) => generatesSyntheticContent,
};

/** True when a duty of `obligations.yaml` or `transparency.yaml` arises from the facts. Pure. */
export function isOwed(duty: DutyId, situation: Situation, facts: AiSystemFacts): boolean {
  return triggers[duty](situation, facts);
}
