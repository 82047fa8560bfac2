import type { RegisterEntry } from "../../state/register-entries.ts";

/** Who is responsible, as a form says it. */
export interface TypedResponsible {
  /** The account of a member; `text`: who `responsiblePerson` names; empty: nobody. */
  readonly responsible?: string | undefined;
  readonly responsiblePerson?: string | undefined;
}

/** Who is responsible after a form: what it does not say stays as it is stored. */
export function responsibleOf(
  { responsible, responsiblePerson }: TypedResponsible,
  before: Pick<RegisterEntry, "responsible_id" | "responsible_person"> | undefined,
): { readonly responsibleId: string | null; readonly responsiblePerson: string } {
  const { responsible_id: id = null, responsible_person: name = "" } = before ?? {};
  // A form of a release before members could be responsible names a person, or leaves the field empty.
  if (responsible === undefined) {
    const isNamed = responsiblePerson !== undefined && responsiblePerson.trim() !== "";
    return { responsibleId: isNamed ? null : id, responsiblePerson: responsiblePerson ?? name };
  }
  if (responsible === "text") return { responsibleId: null, responsiblePerson: responsiblePerson ?? name };
  return { responsibleId: responsible === "" ? null : responsible, responsiblePerson: "" };
}
