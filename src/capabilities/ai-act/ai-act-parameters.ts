import { z } from "zod";
import { isDay } from "../../core/day.ts";
import { EXCEPTIONS, STATED_LETTERS, STATED_USES } from "../../knowledge/ai-act-ids.ts";
import { ROLES } from "../../rules/ai-act/facts.ts";
import { expectations } from "../calling/expectations.ts";
import { localeParameter } from "../calling/parameters.ts";

/** A fact that counts as no when it is missing; the answer says so, therefore the schema itself fills nothing in. */
function flag(description: string) {
  return z.boolean().optional().meta({ description, default: false });
}

/** A fact whose default depends on the use. */
function derivedFlag(description: string) {
  return z.boolean().optional().meta({ description });
}

/** All parameters of `ai_act_classify` (docs/specification.md#ai_act_classify). */
export const aiActParameters = z.strictObject({
  role: z.enum(ROLES).optional().meta({
    description:
      "deployer = the firm uses the system. provider = the firm develops the system and places it on the market; not covered by the classifier.",
    default: "deployer",
  }),
  annexIIIUse: z
    .enum(["none", ...STATED_USES])
    .optional()
    .meta({
      description:
        "Area of use of Annex III: remote_biometric_identification = point 1(a), without verification that only confirms a claimed identity; " +
        "critical_infrastructure = point 2; education_* = point 3(a) to (d); employment_recruitment, employment_management = point 4(a), (b); " +
        "public_benefits, credit_scoring (without detecting financial fraud), insurance_pricing (life and health only), emergency_triage = point 5(a) to (d); " +
        "law_enforcement = point 6; migration_border = point 7; justice_democracy = point 8. " +
        "Emotion recognition and biometric categorisation have their own fields.",
      default: "none",
    }),
  annexIIIException: z
    .enum(["none", ...EXCEPTIONS])
    .optional()
    .meta({
      description:
        "Condition of Article 6(3), letters (a) to (d) in this order, under which an Annex III system is not high-risk. Never applies with profiling.",
      default: "none",
    }),
  profiling: flag("Profiling of natural persons."),
  interactsWithPeople: flag("Meant for direct interaction with natural persons."),
  generatesSyntheticContent: flag("Generates synthetic audio, image, video or text."),
  deepfake: flag("Generates or manipulates deep fakes."),
  publicInterestText: flag(
    "Generates or manipulates text published to inform the public on matters of public interest.",
  ),
  editorialResponsibility: flag(
    "Such text passed human or editorial review and someone bears editorial responsibility. Has no effect on anything else.",
  ),
  emotionRecognition: flag("Recognises emotions from biometric data."),
  emotionAtWorkplaceOrEducation: flag(
    "Emotion recognition at the workplace or in education. Needs emotionRecognition.",
  ),
  emotionForMedicalOrSafety: flag("Emotion recognition for medical or safety reasons. Needs emotionRecognition."),
  biometricCategorisation: flag("Puts persons into categories by their biometric data."),
  biometricInfersSensitiveTraits: flag(
    "Infers race, political opinions, trade-union membership, religious or philosophical belief, sex life or sexual orientation. Needs biometricCategorisation.",
  ),
  otherProhibitedPractices: z
    .array(z.enum(STATED_LETTERS))
    .max(STATED_LETTERS.length)
    .optional()
    .meta({
      description:
        "Letters of Article 5(1) that the system fulfils: a = manipulation, b = exploiting vulnerabilities, ba = intimate material without consent, " +
        "bb = child sexual abuse material, c = social scoring, d = predicting crime from profiling alone, e = untargeted scraping of faces, " +
        "h = real-time remote biometric identification for law enforcement. Letters f and g follow from the emotion and biometric fields.",
      default: [],
    }),
  employerUsingAtWorkplace: derivedFlag(
    "The firm uses the system at the workplace as an employer. When omitted: yes only for employment_management.",
  ),
  publicBodyOrPublicService: derivedFlag(
    "Body governed by public law, or private provider of public services. When omitted: yes only for public_benefits.",
  ),
  decidesAboutNaturalPersons: derivedFlag(
    "Makes decisions about natural persons or helps to. When omitted: yes for every Annex III area except critical_infrastructure.",
  ),
  asOf: z
    .string()
    .refine(isDay)
    .optional()
    .describe("Day as of which it is judged which duties apply, YYYY-MM-DD. Default: today. Never changes the class.")
    .register(expectations, {
      sk: "dátum RRRR-MM-DD, ktorý existuje",
      cs: "datum RRRR-MM-DD, které existuje",
      en: "a date YYYY-MM-DD that exists",
    }),
  locale: localeParameter,
});
