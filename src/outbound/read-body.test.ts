import { expect, test } from "vitest";
import { readBody } from "./read-body.ts";

test("a body that is no UTF-8 is no answer", async () => {
  await expect(readBody(new Response(Buffer.from("Zku\x9aebna", "latin1")), 100)).rejects.toMatchObject({
    name: "SourceFailure",
    kind: "not_text",
  });
  expect(await readBody(new Response("\u{feff}Zkušebna"), 100)).toBe("Zkušebna");
});
