/**
 * Text that somebody else wrote (a register, a feed, a scanned site, a person), fit for one line: control characters,
 * marks that turn the direction of writing, tag characters and everything else without a shape of its own are taken
 * out, blanks collapsed. Every such text goes through this one rule before it leaves the service. Escaping is not its
 * job: each face does that for itself.
 */
export function foreignText(text: string): string {
  return (
    text
      .toWellFormed()
      .replace(/[\p{Cf}\p{Co}\p{Cn}\p{Cs}\ufffd]/gu, "")
      .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
      .trim()
      // Last: what was taken out may have kept a letter from its accent.
      .normalize("NFC")
  );
}

/** Like `foreignText`; what has nothing left to show is `null`, as if it had not been there. */
export function foreignTextOrNull(text: string | null): string | null {
  const plain = text === null ? "" : foreignText(text);
  return plain === "" ? null : plain;
}
