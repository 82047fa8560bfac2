/**
 * Notes questions and says whether one was asked before, among the last so many. What is asked once need not be kept: an
 * answer that lives until it is pushed out costs the garbage collector more than it would have saved.
 * @param most how many questions are remembered, at least 1
 */
export function createAskedBefore(most: number): (question: string) => boolean {
  const asked = new Set<string>();
  return (question) => {
    const isKnown = asked.delete(question);
    if (!isKnown && asked.size >= most) {
      const oldest = asked.keys().next().value;
      if (oldest !== undefined) asked.delete(oldest);
    }
    asked.add(question);
    return isKnown;
  };
}
