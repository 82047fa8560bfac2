/** Words for one word of a query, and looks at the keys for them. */
const MOST_WORDS = 8;
const MOST_LOOKS = 700;

/** What comes before every letter and digit, so that a word by itself is left behind. */
const FIRST_LETTER = "0";

/**
 * The words of names that differ from a word by one letter put in, left out, exchanged, or by two neighbours swapped, the
 * first letter as it is; in the order of their bytes.
 * @param next the first word of all that is not before a text; each call is a look at the keys
 */
export function typosOf(word: string, next: (text: string) => string | undefined): string[] {
  const found = new Set<string>();
  let looks = 0;
  const look = (text: string) => (++looks > MOST_LOOKS ? undefined : next(text));
  const note = (text: string) => {
    if (text !== word && !found.has(text) && look(text) === text) found.add(text);
  };
  for (let at = 1; at <= word.length && looks <= MOST_LOOKS; at++) {
    const start = word.slice(0, at);
    const [letter = "", neighbour = ""] = [word[at], word[at + 1]];
    if (letter !== "") note(start + word.slice(at + 1));
    if (neighbour !== "") note(start + neighbour + letter + word.slice(at + 2));
    if (!noteLetters(start, at)) break;
  }
  return [...found].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))).slice(0, MOST_WORDS);

  /** Goes from one letter that follows a start to the next; false where no word starts so. */
  function noteLetters(start: string, at: number): boolean {
    let reached = look(start);
    if (reached?.startsWith(start) !== true) return false;
    while (reached?.startsWith(start) === true) {
      const code = reached.codePointAt(at);
      if (code === undefined) reached = look(start + FIRST_LETTER);
      else {
        const longer = start + String.fromCodePoint(code);
        for (const text of [longer + word.slice(at), longer + word.slice(at + 1)]) if (reached <= text) note(text);
        reached = look(start + String.fromCodePoint(code + 1));
      }
    }
    return true;
  }
}
