/** How long the note of a question may be, in characters. */
export const LONGEST_NOTE = 1000;

/** What becomes of the notes of a form. */
export interface MergedNotes {
  readonly changes: ReadonlyMap<string, string>;
  /** Questions whose note somebody else changed otherwise since the form was shown. */
  readonly clashes: readonly string[];
  /** Questions whose note is too long. */
  readonly tooLong: readonly string[];
}

/**
 * Joins the notes of a form with what others saved since it was shown, as `mergeAnswers` does: what the person did not
 * touch stays, and no note is lost. An empty text is no note.
 * @param typed the notes of the form, by question
 * @param shown what the form showed; `undefined`: unknown, then what is typed takes the place of what is stored
 * @param stored what is stored now
 */
export function mergeNotes(
  typed: ReadonlyMap<string, string>,
  shown: ReadonlyMap<string, string> | undefined,
  stored: ReadonlyMap<string, string>,
): MergedNotes {
  const changes = new Map<string, string>();
  const clashes: string[] = [];
  const tooLong: string[] = [];
  for (const [id, note] of typed) {
    const now = stored.get(id) ?? "";
    const before = shown === undefined ? now : (shown.get(id) ?? "");
    if (note === before || note === now) continue;
    if ([...note].length > LONGEST_NOTE) tooLong.push(id);
    else if (now === before) changes.set(id, note);
    else clashes.push(id);
  }
  return { changes, clashes, tooLong };
}
