import { describe, expect, test } from "vitest";
import { z } from "zod";
import { aiActClassify } from "../../src/capabilities/ai-act/ai-act-classify.ts";
import { nis2Obligations } from "../../src/capabilities/obligations/nis2-obligations.ts";
import { nis2Questionnaire } from "../../src/capabilities/questionnaire/nis2-questionnaire.ts";

// Written out from docs/specification.md, not taken from the code: a renamed value must not rename its test.

const LOCALE = { type: "string", enum: ["sk", "cs", "en"], default: "sk" };
const FLAG = { type: "boolean", default: false };

/** Each tool with its parameters as the specification has them, in its order. */
const DESCRIBED: Readonly<Record<string, readonly [z.ZodType, Readonly<Record<string, object>>]>> = {
  nis2_obligations: [
    nis2Obligations.input,
    {
      locale: LOCALE,
      country: { type: "string", enum: ["SK", "CZ"] },
      code: { type: "string" },
      detail: { type: "string", enum: ["full", "concise"], default: "full" },
    },
  ],
  nis2_questionnaire: [
    nis2Questionnaire.input,
    {
      mode: { type: "string", enum: ["quick", "extended"], default: "quick" },
      locale: LOCALE,
      area: {
        type: "string",
        enum: [
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
        ],
      },
    },
  ],
  ai_act_classify: [
    aiActClassify.input,
    {
      role: { type: "string", enum: ["deployer", "provider"], default: "deployer" },
      annexIIIUse: {
        type: "string",
        enum: [
          "none",
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
        ],
        default: "none",
      },
      annexIIIException: {
        type: "string",
        enum: ["none", "narrow_procedural", "improve_human_result", "detect_patterns", "preparatory"],
        default: "none",
      },
      profiling: FLAG,
      interactsWithPeople: FLAG,
      generatesSyntheticContent: FLAG,
      deepfake: FLAG,
      publicInterestText: FLAG,
      editorialResponsibility: FLAG,
      emotionRecognition: FLAG,
      emotionAtWorkplaceOrEducation: FLAG,
      emotionForMedicalOrSafety: FLAG,
      biometricCategorisation: FLAG,
      biometricInfersSensitiveTraits: FLAG,
      otherProhibitedPractices: {
        type: "array",
        items: { type: "string", enum: ["a", "b", "ba", "bb", "c", "d", "e", "h"] },
        default: [],
      },
      employerUsingAtWorkplace: { type: "boolean" },
      publicBodyOrPublicService: { type: "boolean" },
      decidesAboutNaturalPersons: { type: "boolean" },
      asOf: { type: "string" },
      locale: LOCALE,
    },
  ],
};

describe.each(Object.entries(DESCRIBED))(
  "the parameters of %s are those of the specification",
  (_tool, [input, described]) => {
    const schema = z.toJSONSchema(input, { io: "input", unrepresentable: "any" });

    test("all of them, no others, and none is compulsory", () => {
      expect(Object.keys(schema.properties ?? {}).toSorted()).toEqual(Object.keys(described).toSorted());
      expect(schema.required ?? []).toEqual([]);
      expect(schema.additionalProperties).toBe(false);
    });

    test.each(Object.entries(described))("%s has its values and its default", (name, wanted) => {
      const property = schema.properties?.[name];
      if (typeof property !== "object") throw new Error(`${name} is no parameter`);
      const { type, enum: values, default: standard, items } = property;
      const found = { type, enum: values, default: standard, items };
      expect(Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined))).toEqual(wanted);
    });
  },
);
