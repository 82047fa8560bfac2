import type { AnswerCase } from "../../knowledge/answers.ts";
import type { LegalForm, MapRow, Nis2Knowledge } from "../../knowledge/nis2.ts";
import { resolve } from "./answers.ts";
import type { ScopeFacts } from "./facts.ts";
import { type CodeMatch, isPublicAdministration } from "./match-nace.ts";

/** How public administration was recognised; `public_body`: judged by its activity first; `answered`: by an answer. */
export type PublicGround = "not_public" | "public_body" | "legal_form" | "main_activity" | "university" | "answered";

/** Legal form first, then the main activity of either revision. `match`: the code that says so. */
export function publicGroundOf(
  facts: ScopeFacts,
  matches: readonly CodeMatch[],
  knowledge: Nis2Knowledge,
  form: LegalForm | undefined,
): { readonly publicGround: PublicGround; readonly match: CodeMatch | null } {
  const group = form?.group;
  if (group === "A") return { publicGround: "legal_form", match: null };
  for (const match of matches) {
    const { row, isMain } = match;
    if (!isMain || row === null) continue;
    if (isPublicAdministration(row) && row.confidence === "certain") return { publicGround: "main_activity", match };
    if (isListedMainActivity(facts, row, knowledge)) return { publicGround: "university", match };
  }
  return { publicGround: group === "B" && facts.country === "SK" ? "public_body" : "not_public", match: null };
}

/** The entry of `legal-forms.yaml` for the firm's form; undefined for the forms of ordinary companies. */
export function legalFormOf(
  { country, legalForm }: Pick<ScopeFacts, "country" | "legalForm">,
  knowledge: Nis2Knowledge,
): LegalForm | undefined {
  return legalForm === null ? undefined : knowledge.legalForms[country].get(legalForm);
}

/** Czech universities of any legal form: decree No. 408/2025 Sb., annex, point 1.1. */
function isListedMainActivity({ country }: ScopeFacts, row: MapRow, { publicActivities }: Nis2Knowledge): boolean {
  return publicActivities.some(
    (listed) => listed.country === country && listed.revision === row.revision && row.digits.startsWith(listed.code),
  );
}

/**
 * What the kind of a public body gives, once the answers say it; `null` while they do not, and for all others.
 * A body of group B may also answer only whether it runs public-administration IT.
 */
export function publicKindOf(
  publicGround: PublicGround,
  matches: readonly CodeMatch[],
  facts: ScopeFacts,
  knowledge: Nis2Knowledge,
): AnswerCase | null {
  const isListed = matches.some(({ row }) => row !== null && isPublicAdministration(row));
  if (publicGround === "not_public" && !isListed) return null;
  const kind = resolve("publicBodyKind", facts, knowledge);
  if (!kind.isOpen) return kind.outcome;
  const body = publicGround === "public_body" ? resolve("skPublicItBody", facts, knowledge) : kind;
  return body.isOpen ? null : body.outcome;
}

/** True where only the kind of the body decides, not what it does. */
export function isPublicOnly(ground: PublicGround): boolean {
  return ground === "legal_form" || ground === "main_activity" || ground === "university";
}
