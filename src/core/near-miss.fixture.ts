/**
 * The text with one other character, certainly: a random value may itself end in whatever stands for a wrong one.
 * @param at by default the last but one: the last character of base64 carries bits that decode to nothing
 */
export function nearMiss(text: string, at = text.length - 2): string {
  return text.slice(0, at) + (text[at] === "A" ? "B" : "A") + text.slice(at + 1);
}
