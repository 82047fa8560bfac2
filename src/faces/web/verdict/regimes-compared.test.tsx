import { expect, test } from "vitest";
import { type ComparedRegimes, RegimesCompared } from "./regimes-compared.tsx";

const regimes: ComparedRegimes = {
  regimes: [
    { id: "lower", name: "lower-obligations regime" },
    { id: "higher", name: "higher-obligations regime" },
  ],
  lines: [
    {
      id: "to",
      title: "To whom",
      cells: ["the National CERT", "NÚKIB"],
      citations: ["§ 15(1)", "§ 15(1)"],
      steps: ["czFirstReport"],
    },
  ],
};

const shown = (id: string, ...steps: readonly string[]) => {
  const nationalRegime = { id, name: "", explanation: null, citations: [] };
  const nextSteps = steps.map((step) => ({ id: step })) as never;
  return String(<RegimesCompared regimes={regimes} verdict={{ nationalRegime, nextSteps }} locale="en" />);
};

test("the regime of the verdict is marked in words, not by its ground alone", () => {
  expect(shown("higher")).toMatch(/higher-obligations regime <span class="tag">this result<\/span>/);
  expect(shown("lower")).toMatch(/lower-obligations regime <span class="tag">this result<\/span>/);
  expect(shown("undetermined")).not.toContain("this result");
});

test("a provision of several lines is named once, and nothing is shown where nothing is confirmed", () => {
  expect(shown("lower")).toContain("Legal basis (1)");
  expect(
    String(
      <RegimesCompared
        regimes={{ ...regimes, lines: [] }}
        verdict={{ nationalRegime: null, nextSteps: [] }}
        locale="en"
      />,
    ),
  ).toBe("");
});

test("a line of another law than that of the services of the firm is left out", () => {
  expect(shown("higher", "czFirstReport")).toContain("To whom");
  expect(shown("higher", "czFinancialRules")).toBe("");
  expect(shown("higher")).toContain("To whom");
});
