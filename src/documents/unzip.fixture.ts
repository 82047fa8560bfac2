import { inflateRawSync } from "node:zlib";

/** The files of an archive that `zip` wrote, read by its directory. */
export function unzip(bytes: Uint8Array): ReadonlyMap<string, string> {
  const archive = Buffer.from(bytes);
  const end = archive.length - 22;
  const files = new Map<string, string>();
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    const [packed, nameLength, offset] = [
      archive.readUInt32LE(at + 20),
      archive.readUInt16LE(at + 28),
      archive.readUInt32LE(at + 42),
    ];
    const name = archive.toString("utf8", at + 46, at + 46 + nameLength);
    const content = offset + 30 + nameLength;
    files.set(name, inflateRawSync(archive.subarray(content, content + packed)).toString("utf8"));
    at += 46 + nameLength;
  }
  return files;
}
