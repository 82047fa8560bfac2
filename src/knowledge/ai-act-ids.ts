/** The classes of the classifier, strictest first, as sent (docs/specification.md, `ai-class.classes`). */
export const AI_CLASSES = ["prohibited", "high_risk", "transparency", "minimal"] as const;

export type AiClass = (typeof AI_CLASSES)[number];

/** Values of `annexIIIUse` besides `none`: the uses of Annex III, Regulation (EU) 2024/1689, that are named directly. */
export const STATED_USES = [
  "remote_biometric_identification",
  "critical_infrastructure",
  "education_access",
  "education_assessment",
  "education_level",
  "education_proctoring",
  "employment_recruitment",
  "employment_management",
  "public_benefits",
  "credit_scoring",
  "insurance_pricing",
  "emergency_triage",
  "law_enforcement",
  "migration_border",
  "justice_democracy",
] as const;

export type StatedUse = (typeof STATED_USES)[number];

/** Every use of Annex III: points 1(b) and 1(c) follow from the biometric and emotion fields. */
export const ANNEX_III_USES = [...STATED_USES, "biometric_categorisation", "emotion_recognition"] as const;

export type AnnexIIIUse = (typeof ANNEX_III_USES)[number];

/** Conditions of Article 6(3), letters (a) to (d). */
export const EXCEPTIONS = ["narrow_procedural", "improve_human_result", "detect_patterns", "preparatory"] as const;

export type ExceptionId = (typeof EXCEPTIONS)[number];

/** Letters of Article 5(1) that a caller states. */
export const STATED_LETTERS = ["a", "b", "ba", "bb", "c", "d", "e", "h"] as const;

export type StatedLetter = (typeof STATED_LETTERS)[number];

/** All letters of Article 5(1) in the order of the law; f and g follow from the emotion and biometric fields. */
export const PROHIBITED_LETTERS = ["a", "b", "ba", "bb", "c", "d", "e", "f", "g", "h"] as const;

export type ProhibitedLetter = (typeof PROHIBITED_LETTERS)[number];

/** Duties that stand in `obligations.yaml`. */
export const DEPLOYER_DUTIES = [
  "ai-literacy",
  "use-per-instructions",
  "human-oversight",
  "input-data",
  "monitor-and-report",
  "keep-logs",
  "inform-workers",
  "public-registration-check",
  "dpia",
  "post-rbi-authorisation",
  "inform-persons",
  "cooperate",
  "fria",
  "register-use",
  "right-to-explanation",
] as const;

/** Duties that stand in `transparency.yaml`. */
export const TRANSPARENCY_DUTIES = [
  "notice-emotion-biometric",
  "disclose-deepfake",
  "disclose-public-interest-text",
  "disclosure-manner",
  "provider-interaction-notice",
  "provider-output-marking",
] as const;

export type DutyId = (typeof DEPLOYER_DUTIES)[number] | (typeof TRANSPARENCY_DUTIES)[number];

/** Entries of `reasons.yaml`. */
export const REASONS = [
  "prohibited",
  "medical-safety-exemption",
  "annex-iii",
  "exception-applies",
  "exception-emotion-doubt",
  "profiling-blocks-exception",
  "interacts",
  "synthetic",
  "emotion-or-biometric",
  "deepfake",
  "public-interest-text",
  "editorial-exemption",
  "minimal",
  "role-not-covered",
] as const;

export type ReasonId = (typeof REASONS)[number];

/** The value that the text of a reason takes in braces: `{practice}`. */
export const REASON_SLOTS: Readonly<Partial<Record<ReasonId, string>>> = {
  prohibited: "practice",
  "annex-iii": "use",
  "exception-applies": "condition",
};

/** Entries of `notes.yaml`. */
export const NOTES = ["legacy-systems", "becoming-provider"] as const;

export type NoteId = (typeof NOTES)[number];

/** Entries of `fines.yaml`. */
export const FINES = ["prohibited", "deployer", "smaller", "literacy"] as const;

export type FineId = (typeof FINES)[number];

/** Entries of `reservations.yaml`. */
export const RESERVATIONS = ["product", "provider", "general-purpose", "military-or-research", "national"] as const;

export type ReservationId = (typeof RESERVATIONS)[number];

/** Every fact the classifier asks for, as its parameter is called. */
export const FACT_FIELDS = [
  "role",
  "annexIIIUse",
  "annexIIIException",
  "profiling",
  "interactsWithPeople",
  "generatesSyntheticContent",
  "deepfake",
  "publicInterestText",
  "editorialResponsibility",
  "emotionRecognition",
  "emotionAtWorkplaceOrEducation",
  "emotionForMedicalOrSafety",
  "biometricCategorisation",
  "biometricInfersSensitiveTraits",
  "otherProhibitedPractices",
  "employerUsingAtWorkplace",
  "publicBodyOrPublicService",
  "decidesAboutNaturalPersons",
  "asOf",
] as const;

export type FactField = (typeof FACT_FIELDS)[number];

/** Facts whose default depends on the use, so that their assumption has two texts. */
export const DERIVED_DEFAULTS = [
  "employerUsingAtWorkplace",
  "publicBodyOrPublicService",
  "decidesAboutNaturalPersons",
] as const satisfies readonly FactField[];
