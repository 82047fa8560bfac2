import { FILE_TYPES, type FileContent } from "../../capabilities/answers/file.ts";
import type { FileFormat } from "../../capabilities/offers.ts";

/**
 * The headers of a file that is saved under a name.
 * @param fileName ASCII only
 */
export function fileHeaders(mediaType: string, fileName: string, how: "attachment" | "inline" = "attachment") {
  return {
    "Content-Type": mediaType,
    "Content-Disposition": `${how}; filename="${fileName}"`,
    "X-Content-Type-Options": "nosniff",
  };
}

/**
 * A file to be saved.
 * @param name without the ending, which is the format
 */
export function fileResponse(
  content: FileContent["content"],
  name: string,
  format: FileFormat,
  mediaType: string = FILE_TYPES[format],
): Response {
  return new Response(content, { headers: fileHeaders(mediaType, `${name}.${format}`) });
}
