import { expect, test } from "vitest";
import { fileResponse } from "./file-response.ts";

test("a long text is sent in pieces with its length, and no character is broken", async () => {
  for (const text of ["short", `x${"😀š".repeat(60_000)}`, "a".repeat(65_536), "a".repeat(200_000)]) {
    const answer = fileResponse(text, "file", "csv");
    const length = answer.headers.get("Content-Length");
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(bytes.equals(Buffer.from(text))).toBe(true);
    expect(length).toBe(text.length < 65_536 ? null : String(bytes.length));
  }
});
