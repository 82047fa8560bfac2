/** Memory to encode in. It is used and left within one step, so all texts can share it. */
const workspace = Buffer.allocUnsafeSlow(256 * 1_024);

/**
 * The bytes of a text in UTF-8, each as a character of a string. Such strings are put together and written with the head
 * of an answer without anybody going over them again. One that is JSON stays JSON of the same value in `JSON.stringify`,
 * which changes nothing above ASCII.
 */
export function bytesOf(text: string): string {
  // A unit of a string takes at most three bytes.
  if (text.length * 3 > workspace.length) return Buffer.from(text).toString("latin1");
  const length = workspace.write(text);
  return length === text.length ? text : workspace.toString("latin1", 0, length);
}

/** The text whose bytes these are. */
export function textOf(bytes: string): string {
  return Buffer.from(bytes, "latin1").toString("utf8");
}
