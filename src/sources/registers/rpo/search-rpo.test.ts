import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyReply, keeps, reply } from "../../../outbound/arbitrary-reply.fixture.ts";
import { liveHits } from "../live/live-register.ts";
import { readQuery } from "../query.ts";
import { readSearch } from "./read-search.ts";
import slovnaft from "./recorded/live-search-31322832.json" with { type: "json" };
import petrochemicals from "./recorded/live-search-35953039.json" with { type: "json" };
import empty from "./recorded/live-search-empty.json" with { type: "json" };

const [firm] = slovnaft.results;
const [ended] = petrochemicals.results;
const both = { ...slovnaft, results: [ended, firm] };

describe("the answer to a search", () => {
  const read = (results: readonly object[], asked = "slovnaft", status = 200) =>
    readSearch(reply({ results }, status), readQuery(asked), "2026-11-21");
  const result = (changes: object) => ({ ...firm, ...changes });
  const trade = { value: { value: "Živnostenský register", code: "2", codelistCode: "CL010112" } };

  test("shows name and town; firms that have ended are marked", () => {
    expect(readSearch(reply(both), readQuery("slovnaft"), "2026-11-21")).toMatchObject({
      isWhole: true,
      hits: [
        { country: "SK", ico: "31322832", name: "SLOVNAFT, a.s.", address: "82412 Bratislava", active: true },
        {
          country: "SK",
          ico: "35953039",
          name: "Slovnaft Petrochemicals, s.r.o.",
          address: "82412 Bratislava",
          active: false,
          ceasedOn: "2013-01-01",
        },
      ],
    });
  });

  test("of those that have ended only firms of the commercial register are shown: others may be persons", () => {
    expect(read([result({ sourceRegister: trade })])?.hits).toHaveLength(1);
    expect(read([result({ sourceRegister: trade, termination: "2020-01-01" })])).toBeNull();
    expect(read([result({ sourceRegister: undefined, termination: "2020-01-01" })])).toBeNull();
    expect(read([result({ termination: "2020-01-01" })])?.hits).toMatchObject([{ active: false }]);
  });

  test("a name of the past is kept beside the one of today, and a substring inside a word finds nothing", () => {
    const renamed = result({
      fullNames: [
        { value: "Stará a.s.", validFrom: "1992-01-01", validTo: "1999-01-01" },
        { value: "Nová a.s.", validFrom: "1999-01-02" },
      ],
    });
    const former = [{ name: "Stará a.s.", until: 19990101 }];
    expect(read([renamed], "stará")?.hits).toMatchObject([{ name: "Nová a.s.", former }]);
    // Whoever is in no commercial register may be a person, whose former name is kept nowhere.
    expect(read([{ ...renamed, sourceRegister: trade }], "stará")).toBeNull();
    expect(read([renamed], "nova")?.hits).toMatchObject([{ name: "Nová a.s." }]);
    expect(read([result({})], "naft")).toBeNull();
  });

  test("results without a number or a name, and those of another shape, are left out", () => {
    expect(read([result({ identifiers: [] }), result({ fullNames: null }), { id: 1 }])).toBeNull();
  });

  test("of more firms than are remembered some may be missing for a longer name", () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_each, at) => result({ identifiers: [{ value: String(10_000_000 + at) }] }));
    expect(read(many(200))).toMatchObject({ isWhole: true, hits: { length: 200 } });
    expect(read(many(201))).toMatchObject({ isWhole: false, hits: { length: 200 } });
  });

  test("an empty list is an answer, also under the 404 that is rarely seen; another 404 is a wrong route", () => {
    expect(readSearch(reply(empty), readQuery("nikto"), "2026-11-21")).toBeNull();
    expect(readSearch(reply(empty, 404), readQuery("nikto"), "2026-11-21")).toBeNull();
    expect(() => readSearch(reply({ status: 404 }, 404), readQuery("nikto"), "2026-11-21")).toThrow("wrong_route");
  });
});

test("whatever RPO sends, a search gives firms or a failure of our own", () => {
  fc.assert(
    fc.property(anyReply(both), (foreign) =>
      keeps(() => readSearch(foreign, readQuery("slovnaft"), "2026-11-21"), liveHits),
    ),
  );
});
