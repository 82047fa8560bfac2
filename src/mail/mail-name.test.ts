import { expect, test } from "vitest";
import { nameInMail } from "./mail-name.ts";

test("a name of a firm stays as the register has it", () => {
  for (const name of [
    "Kuriér Žltý, s. r. o.",
    "Slovenská pošta, a.s.",
    "Müller & Söhne GmbH (SK)",
    "ČEZ, a. s.",
    "A-Z +",
  ]) {
    expect(nameInMail(name)).toBe(name);
  }
});

test("nothing in a name becomes a link, a line or a header of a mail", () => {
  for (const name of [
    "https://evil.example/a?b=c#d",
    "www.evil.example",
    "evil.sk",
    "evil.example s.r.o.",
    "mailto:a@evil.sk",
    "a@evil.sk",
    "x\r\nBcc: y@z.sk",
    "evil\u3002sk",
    "evil\uff0esk",
    "<a href=//evil.sk>",
    "\u202eks.live",
  ]) {
    const shown = nameInMail(name);
    expect(shown, name).not.toMatch(/[\r\n:/@<>#?=\u202e\u3002\uff0e]|\.[\p{L}\p{N}]{2}/u);
  }
});

test("a long name is cut between characters", () => {
  expect(nameInMail("Ž".repeat(300))).toBe("Ž".repeat(120));
  expect(nameInMail("𝐀".repeat(300), 60)).toBe("𝐀".repeat(60));
});
