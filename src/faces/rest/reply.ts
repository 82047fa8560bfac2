/** What REST answers, whatever writes it. */
export interface RestReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | null;
  /** Set where the body is bytes of UTF-8, each as a character of a string; otherwise a string is text. */
  readonly encoding?: "latin1" | undefined;
}

/** The value of a header of a request by its lower-case name. */
export type HeaderOf = (name: string) => string | undefined;

/** The reply as the framework sends it. */
export function toResponse({ status, headers, body, encoding }: RestReply): Response {
  const content = typeof body === "string" && encoding !== undefined ? Buffer.from(body, encoding) : body;
  return new Response(content as BodyInit | null, { status, headers });
}
