/** Codes of obligations one after the other; none is broken at its hyphens. */
export function ObligationCodes({ codes }: { codes: readonly string[] }) {
  return (
    <>
      {codes.map((code, index) => (
        <>
          {index === 0 ? null : ", "}
          <span class="obligation-code">{code}</span>
        </>
      ))}
    </>
  );
}
