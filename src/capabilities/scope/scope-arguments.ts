import { hasCeased } from "../../core/company.ts";
import type { Day } from "../../core/day.ts";
import type { NaceCode, NaceRevision } from "../../core/nace.ts";
import type { Knowledge } from "../../knowledge/knowledge.ts";
import { isAged } from "../../rules/nis2-scope/fact-age.ts";
import type { ScopeFacts } from "../../rules/nis2-scope/facts.ts";

/**
 * The arguments of `scope_evaluate` that say what is known of a firm, so that an answer can be added to them. All its
 * codes are there, also without a main one; codes that do not exist are left out, since nothing follows from them.
 */
export function argumentsOf(facts: ScopeFacts, knowledge: Knowledge, today: Day): Record<string, unknown> {
  const { nis2 } = knowledge;
  const { country, sizeCode, headcount, turnoverEur, balanceSheetEur, legalForm, sizeIndependentService } = facts;
  const { nace, mainUnknown } = usableCodes(facts, knowledge, today);
  const status = hasCeased(facts, today) ? "ceased" : facts.status === "unreadable" ? "unreadable" : undefined;
  const isExact = headcount !== null && headcount.min === headcount.max;
  const code = headcount === null && sizeCode !== null && nis2.sizeCodes[country].has(sizeCode) ? sizeCode : undefined;
  const band = headcount === null ? undefined : { min: headcount.min, max: headcount.max };
  const isOld = facts.sizeAsOf !== undefined && isAged(facts.sizeAsOf, today) && (band ?? code) !== undefined;
  return defined({
    country,
    nace,
    mainUnknown: mainUnknown.length === 0 ? undefined : mainUnknown,
    status,
    ...(isOld
      ? { olderSize: defined({ asOf: facts.sizeAsOf, employeesRange: band, sizeCode: code }) }
      : {
          employees: isExact ? headcount.min : undefined,
          employeesRange: isExact ? undefined : band,
          sizeCode: code,
        }),
    turnoverEur,
    balanceSheetEur,
    legalForm: legalForm !== null && /^\d{3}$/.test(legalForm) ? legalForm : undefined,
    sizeIndependentService,
    group: facts.group,
    activities: facts.activities?.map(({ id }) => id),
    answers: facts.answers,
  });
}

/** The codes that exist; where one in the place of the main activity does not, that activity is not known. */
function usableCodes({ nace, mainUnknown = [], naceAsOf = [] }: ScopeFacts, { naceTitles }: Knowledge, today: Day) {
  const unknown = new Set<NaceRevision>(mainUnknown);
  const seen = new Set<NaceRevision>();
  const usable: (NaceCode & { readonly asOf?: Day })[] = [];
  for (const { code, revision } of nace) {
    const known = usableCode({ code, revision }, naceTitles);
    const since = naceAsOf.find((dated) => dated.code === code && dated.revision === revision)?.asOf;
    // A young code goes without its day: nothing follows from that.
    const old = since !== undefined && isAged(since, today) ? { asOf: since } : {};
    if (known !== undefined) usable.push({ code: known, revision, ...old });
    else if (!seen.has(revision)) unknown.add(revision);
    seen.add(revision);
  }
  const left = [...unknown].filter((revision) => usable.some((code) => code.revision === revision));
  return { nace: usable, mainUnknown: left };
}

/** The code as it exists: a national fifth digit and the noughts of a coarse code say nothing that the class does not. */
function usableCode({ code, revision }: NaceCode, { mayExist }: Knowledge["naceTitles"]): string | undefined {
  const exists = (each: string) => each.length > 1 && mayExist({ code: each, revision });
  if (exists(code)) return code;
  const ofClass = code.slice(0, 4);
  return [ofClass, ofClass.replace(/(?<=^\d{2,})0+$/, "")].find(exists);
}

function defined(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const known: Record<string, unknown> = {};
  for (const name of Object.keys(fields)) {
    const value = fields[name];
    if (value !== undefined && value !== null) known[name] = value;
  }
  return known;
}
