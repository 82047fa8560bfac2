import type { Input } from "./fuzzer.ts";
import { ODD_TEXTS, oddValue } from "./odd-values.ts";
import type { Random } from "./random.ts";

/** Inputs do not grow beyond this, in bytes: enough for work that grows faster than its input to be noticed. */
const LONGEST = 256 * 1024;

const utf8 = new TextDecoder();
const bytesOf = (text: string): Input => new TextEncoder().encode(text);

/** Damages inputs of a corpus: their bytes, their tokens, and, where they are JSON, their members. */
export function mutate(random: Random, corpus: readonly Input[], words: readonly string[]): Input {
  let input = random.pick(corpus) ?? new Uint8Array();
  const steps = 1 + random.below(4);
  for (let step = 0; step < steps; step++) {
    const dice = random.below(10);
    if (dice < 3) input = damageBytes(random, input, corpus);
    else if (dice < 6) input = bytesOf(damageTokens(random, utf8.decode(input), words));
    else
      input = bytesOf(damageJson(random, utf8.decode(input), words) ?? damageTokens(random, utf8.decode(input), words));
  }
  return input.subarray(0, LONGEST);
}

function damageBytes(random: Random, input: Input, corpus: readonly Input[]): Input {
  const at = random.below(input.length + 1);
  const length = random.below(random.oneIn(3) ? input.length - at + 1 : 9);
  switch (random.below(6)) {
    case 0: {
      const flipped = input.slice();
      const byte = flipped[at];
      if (byte !== undefined) flipped[at] = byte ^ (1 << random.below(8));
      return flipped;
    }
    case 1:
      return joined(input.subarray(0, at), input.subarray(at + length));
    case 2:
      return input.slice(0, at);
    case 3:
      return joined(input.subarray(0, at + length), input.subarray(at));
    case 4: {
      const noise = new Uint8Array(1 + random.below(4)).map(() => random.below(256));
      return joined(input.subarray(0, at), noise, input.subarray(at));
    }
    default: {
      const other = random.pick(corpus) ?? input;
      return joined(input.subarray(0, at), other.subarray(random.below(other.length + 1)));
    }
  }
}

function joined(...parts: readonly Input[]): Input {
  return Uint8Array.from(Buffer.concat(parts));
}

/** Where one token ends and the next begins, in JSON, XML, CSV and prose alike. */
const BORDERS = /([\s,;:"'<>{}[\]()=&?/\\.-])/;

function damageTokens(random: Random, text: string, words: readonly string[]): string {
  const tokens = text.split(BORDERS);
  const at = random.below(tokens.length);
  const length = 1 + random.below(4);
  const piece = tokens.slice(at, at + length);
  const odd = () => (words.length > 0 && random.oneIn(2) ? (random.pick(words) ?? "") : random.pick(ODD_TEXTS));
  switch (random.below(6)) {
    case 0:
      tokens.splice(at, length);
      break;
    case 1:
      tokens.splice(at, 1, odd());
      break;
    case 2:
      tokens.splice(at, 0, odd());
      break;
    case 3:
      tokens.splice(random.below(tokens.length), 0, ...piece);
      break;
    case 4:
      tokens.splice(at, 1, tokens[random.below(tokens.length)] ?? "");
      break;
    default: {
      // Many times the same: what is quadratic in it takes minutes, what is deep in it runs out of stack.
      const unit = piece.join("") || odd() || " ";
      const most = random.oneIn(8) ? LONGEST : 2_000;
      tokens.splice(at, 0, unit.repeat(1 + random.below(Math.max(1, Math.floor(most / unit.length)))));
    }
  }
  return tokens.join("");
}

/** Damages one place of a JSON document, or of one line of a file with a document a line; `undefined` where none is. */
function damageJson(random: Random, text: string, words: readonly string[]): string | undefined {
  const whole = parse(text);
  if (whole !== undefined) return JSON.stringify(damageValue(random, whole, words)) ?? "";
  const lines = text.split("\n");
  const first = random.below(lines.length);
  for (let offset = 0; offset < Math.min(lines.length, 8); offset++) {
    const at = (first + offset) % lines.length;
    const line = (lines[at] ?? "").trim().replace(/^,|,$/g, "");
    const value = parse(line);
    if (value === undefined || value === null || typeof value !== "object") continue;
    lines[at] = JSON.stringify(damageValue(random, value, words)) ?? "";
    return lines.join("\n");
  }
  return undefined;
}

function damageValue(random: Random, value: unknown, words: readonly string[]): unknown {
  const isInner = typeof value === "object" && value !== null && Object.keys(value).length > 0;
  if (!isInner || random.oneIn(6)) return replacement(random, value, words);
  if (Array.isArray(value)) {
    const at = random.below(value.length);
    if (random.oneIn(5)) return value.toSpliced(at, 1);
    if (random.oneIn(5)) return value.toSpliced(at, 0, value[random.below(value.length)]);
    return value.with(at, damageValue(random, value[at], words));
  }
  const entries = Object.entries(value);
  const at = random.below(entries.length);
  const [key, inner] = entries[at] ?? ["", null];
  switch (random.below(8)) {
    case 0:
      entries.splice(at, 1);
      break;
    case 1:
      entries.push([random.pick([...ODD_TEXTS, key]), oddValue(random)]);
      break;
    case 2:
      entries[at] = [key, entries[random.below(entries.length)]?.[1]];
      break;
    default:
      entries[at] = [key, damageValue(random, inner, words)];
  }
  return Object.fromEntries(entries);
}

function replacement(random: Random, value: unknown, words: readonly string[]): unknown {
  const dice = random.below(8);
  if (dice === 0) return [value];
  if (dice === 1) return { value };
  if (dice === 2) return typeof value === "string" ? Number(value) : JSON.stringify(value);
  if (dice === 3 && typeof value === "string") return value + random.pick(ODD_TEXTS);
  if (dice < 6 && words.length > 0) return random.pick(words);
  return oddValue(random);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
