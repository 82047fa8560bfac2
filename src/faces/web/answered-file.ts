import type { AnsweredFile } from "../../capabilities/answers/report-file.ts";

/** A file that a capability answers with, to be saved. */
export function answeredFile({ mediaType, fileName, content }: AnsweredFile): Response {
  return new Response(content, {
    headers: {
      "Content-Type": mediaType,
      "Content-Disposition": `attachment; filename="${fileName}"`,
      "X-Content-Type-Options": "nosniff",
    },
  });
}
