import type { z } from "zod";
import type { Locale } from "../../core/locale.ts";
import type { SupplierQuestionnaire } from "../../knowledge/supplier-questionnaire.ts";
import { groundingFor } from "../answers/grounding.ts";
import type { Services } from "../contexts.ts";
import type { attribution } from "./statement.ts";

type Attribution = z.output<typeof attribution>;

/** A credit depends on the knowledge alone, and every look-up of a profile has one. */
const known = new WeakMap<Services["confirm"], Map<string, Attribution>>();

/** The credit for one version of the questionnaire. */
export function attributionOf(questionnaire: SupplierQuestionnaire, locale: Locale, services: Services): Attribution {
  const key = `${questionnaire.version} ${locale}`;
  const credits = known.get(services.confirm) ?? new Map<string, Attribution>();
  known.set(services.confirm, credits);
  const credit = credits.get(key) ?? creditFor(questionnaire, locale, services);
  credits.set(key, credit);
  return credit;
}

function creditFor({ version, changes }: SupplierQuestionnaire, locale: Locale, services: Services): Attribution {
  const { title, creator, source, license, licenseUrl } = services.knowledge.supplierQuestionnaires.attribution;
  const inWords = groundingFor(services, locale).text(changes);
  return { title, version, creator, source, license, licenseUrl, changes: inWords };
}
