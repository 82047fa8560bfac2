import type { ExceptionId, StatedLetter, StatedUse } from "../../knowledge/ai-act-ids.ts";

export const ROLES = ["deployer", "provider"] as const;

/** Everything the classifier knows about a system and its user. Nothing is open: defaults stand in for what was not given. */
export interface AiSystemFacts {
  readonly role: (typeof ROLES)[number];
  readonly annexIIIUse: StatedUse | "none";
  readonly annexIIIException: ExceptionId | "none";
  readonly profiling: boolean;
  readonly interactsWithPeople: boolean;
  readonly generatesSyntheticContent: boolean;
  readonly deepfake: boolean;
  readonly publicInterestText: boolean;
  readonly editorialResponsibility: boolean;
  readonly emotionRecognition: boolean;
  readonly emotionAtWorkplaceOrEducation: boolean;
  readonly emotionForMedicalOrSafety: boolean;
  readonly biometricCategorisation: boolean;
  readonly biometricInfersSensitiveTraits: boolean;
  readonly otherProhibitedPractices: readonly StatedLetter[];
  readonly employerUsingAtWorkplace: boolean;
  readonly publicBodyOrPublicService: boolean;
  readonly decidesAboutNaturalPersons: boolean;
}

/** The facts as a caller states them: each may be missing. */
export type StatedFacts = { readonly [Field in keyof AiSystemFacts]?: AiSystemFacts[Field] | undefined };

/** The letters f and g of Article 5(1), which follow from the emotion and biometric fields. */
export function derivedLetters(facts: BiometricFacts): { f: boolean; g: boolean } {
  return {
    f: facts.emotionRecognition && facts.emotionAtWorkplaceOrEducation && !facts.emotionForMedicalOrSafety,
    g: facts.biometricCategorisation && facts.biometricInfersSensitiveTraits,
  };
}

type BiometricFacts = Pick<
  AiSystemFacts,
  | "emotionRecognition"
  | "emotionAtWorkplaceOrEducation"
  | "emotionForMedicalOrSafety"
  | "biometricCategorisation"
  | "biometricInfersSensitiveTraits"
>;

/**
 * Puts the documented default in the place of every fact that is missing: a field that is not given counts as no. Three
 * defaults depend on the use: employer only for managing workers, public body only for public benefits, decisions about
 * persons for every use of Annex III but critical infrastructure; points 1(b) and 1(c) count as uses
 * (docs/ai-act.md, `decisions-about-people`).
 * A stated `false` always wins.
 */
export function resolveFacts(stated: StatedFacts): AiSystemFacts {
  const facts = {
    role: stated.role ?? "deployer",
    annexIIIUse: stated.annexIIIUse ?? "none",
    annexIIIException: stated.annexIIIException ?? "none",
    profiling: stated.profiling ?? false,
    interactsWithPeople: stated.interactsWithPeople ?? false,
    generatesSyntheticContent: stated.generatesSyntheticContent ?? false,
    deepfake: stated.deepfake ?? false,
    publicInterestText: stated.publicInterestText ?? false,
    editorialResponsibility: stated.editorialResponsibility ?? false,
    emotionRecognition: stated.emotionRecognition ?? false,
    emotionAtWorkplaceOrEducation: stated.emotionAtWorkplaceOrEducation ?? false,
    emotionForMedicalOrSafety: stated.emotionForMedicalOrSafety ?? false,
    biometricCategorisation: stated.biometricCategorisation ?? false,
    biometricInfersSensitiveTraits: stated.biometricInfersSensitiveTraits ?? false,
    otherProhibitedPractices: stated.otherProhibitedPractices ?? [],
  };
  const { f, g } = derivedLetters(facts);
  const hasBiometricUse = (facts.emotionRecognition && !f) || (facts.biometricCategorisation && !g);
  const hasStatedUse = facts.annexIIIUse !== "none" && facts.annexIIIUse !== "critical_infrastructure";
  return {
    ...facts,
    employerUsingAtWorkplace: stated.employerUsingAtWorkplace ?? facts.annexIIIUse === "employment_management",
    publicBodyOrPublicService: stated.publicBodyOrPublicService ?? facts.annexIIIUse === "public_benefits",
    decidesAboutNaturalPersons: stated.decidesAboutNaturalPersons ?? (hasStatedUse || hasBiometricUse),
  };
}
