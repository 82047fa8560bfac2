import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { anyReply, keeps, reply } from "../../../outbound/arbitrary-reply.fixture.ts";
import { type FakeServer, json, startFakeServer, TROUBLES } from "../../../outbound/fake-server.fixture.ts";
import { createHttpClient, type HttpClient } from "../../../outbound/http-client.ts";
import { liveHits } from "../live/live-register.ts";
import { impatient } from "../live-register.contract.ts";
import { readQuery } from "../query.ts";
import { aresPolicy, searchAres } from "./ares-register.ts";
import { activities, whole } from "./examples.fixture.ts";
import { mainActivities, readBatch, readSearch } from "./read-search.ts";
import batch from "./recorded/batch-49240901.json" with { type: "json" };
import cez from "./recorded/search-cez.json" with { type: "json" };
import oddNumber from "./recorded/search-check-digit.json" with { type: "json" };
import empty from "./recorded/search-empty.json" with { type: "json" };
import tooMany from "./recorded/search-too-many.json" with { type: "json" };
import wrongNumber from "./recorded/wrong-number.json" with { type: "json" };

const SEARCH = "/ekonomicke-subjekty/vyhledat";
const BATCH = "/ekonomicke-subjekty-res/vyhledat";

const [team, distribution, products] = cez.ekonomickeSubjekty;

describe("asked by name", () => {
  let server: FakeServer;
  let http: HttpClient;
  let posted: string[];

  beforeEach(async () => {
    posted = [];
    server = await startFakeServer((request, response) => {
      let body = "";
      request.on("data", (chunk) => {
        body += chunk;
      });
      request.on("end", () => {
        posted.push(`${request.url} ${body}`);
        json(request.url === BATCH ? activities : body.includes("nikdo") ? empty : whole)(request, response);
      });
    });
    http = createHttpClient({ userAgent: "Dosah/0 (+http://localhost:3000)", now: () => new Date() });
  });
  afterEach(async () => {
    http.close();
    await server.close();
  });
  const search = (name: string) => searchAres(http.source(impatient(aresPolicy(server.url))), name);

  test("the firms come in our order, with the main activity that RES tells in one batch", async () => {
    expect(await search("čez dis")).toEqual({
      kind: "found",
      isWhole: true,
      hits: [
        {
          match: "starts",
          country: "CZ",
          ico: "24729035",
          name: "ČEZ Distribuce, a. s.",
          address: "Teplická 874/8, Děčín IV-Podmokly, 40502 Děčín",
          active: true,
          nace: { code: "35130", revision: "2" },
        },
      ],
    });
    expect(posted).toEqual([
      `${SEARCH} {"obchodniJmeno":"čez dis","start":0,"pocet":200}`,
      `${BATCH} {"ico":["24729035"],"start":0,"pocet":1}`,
    ]);
  });

  test("what nobody fits is not asked about in a batch", async () => {
    expect(await search("nikdo")).toEqual({ kind: "found", hits: [], isWhole: true });
    expect(posted).toHaveLength(1);
  });

  test.each(Object.entries(TROUBLES))(
    "with %s for the batch the firms are shown without activity",
    async (_t, trouble) => {
      server.script = (request, response) =>
        request.url === BATCH ? trouble(request, response) : json(whole)(request, response);
      const found = await search("čez");
      expect(found).toMatchObject({ kind: "found", hits: [{ nace: null }, { nace: null }, { nace: null }] });
    },
  );
});

describe("the answer to a search", () => {
  const read = (body: unknown, asked: string, status = 200) => readSearch(reply(body, status), readQuery(asked));
  const page = (...firms: object[]) => ({ pocetCelkem: firms.length, ekonomickeSubjekty: firms });

  test("over 1,000 hits ARES shows none, and the answer says that there are more", () => {
    expect(read(tooMany, "s r o", 400)).toEqual({ hits: [], isWhole: false });
  });

  test("a page of a longer list is not whole", () => {
    expect(read(cez, "čez")).toMatchObject({ isWhole: false, hits: { length: 3 } });
    expect(read({ ...cez, ekonomickeSubjekty: [] }, "čez")).toEqual({ hits: [], isWhole: false });
  });

  test("an empty list is an answer, another refusal and a 404 are none", () => {
    expect(read(empty, "nikdo")).toBeNull();
    expect(() => read(wrongNumber, "čez", 400)).toThrow("http_status");
    expect(() => read({ kod: "NENALEZENO" }, "čez", 404)).toThrow("wrong_route");
  });

  test("firms without a number, sole traders who have ceased and records of another shape are left out", () => {
    const numberless = { ...team, ico: undefined, icoId: "ARES_01234567" };
    const ended = { ...team, ico: "00000019", pravniForma: "101", datumZaniku: "2020-01-01" };
    expect(read(page(numberless, ended, { ico: 7 }), "čez")).toBeNull();
    expect(read({ pocetCelkem: 2, ekonomickeSubjekty: ["what", products] }, "čez")?.hits).toHaveLength(1);
  });

  test("of a sole trader the town is shown, not the street; a firm that has ceased is marked", () => {
    const trader = { ...team, pravniForma: "101" };
    const ended = { ...distribution, datumZaniku: "2024-01-01" };
    expect(read(page(trader, ended), "čez")?.hits).toMatchObject([
      { ico: "14504219", address: "39005 Tábor", active: true },
      { ico: "24729035", active: false },
    ]);
  });

  test("a number that fails the check digit is a number all the same: real firms have such", () => {
    expect(read(oddNumber, "zemědělské družstvo")).toMatchObject({ hits: [{ ico: "00123562" }], isWhole: true });
  });

  test("what does not fit at the start of a word is not shown, however ARES came to it", () => {
    expect(read(whole, "distribuce")?.hits.map(({ ico }) => ico)).toEqual(["24729035"]);
    expect(read(whole, "istribuce")).toBeNull();
  });
});

describe("the answer to a batch", () => {
  test("tells the main activity of each firm, Rev. 2 first, and nothing where none is known", () => {
    expect(readBatch(reply(batch))).toEqual([{ ico: "49240901", code: "64190", revision: "2" }]);
    const unknown = { icoId: "00000019", zaznamy: [{ czNacePrevazujici: "00", czNace: ["62100"] }] };
    expect(readBatch(reply({ ...batch, ekonomickeSubjekty: [unknown, "what"] }))).toEqual([]);
    expect(() => readBatch(reply({}, 404))).toThrow("wrong_route");
  });
});

test("whatever ARES sends, a search gives firms or a failure of our own", () => {
  fc.assert(fc.property(anyReply(cez), (foreign) => keeps(() => readSearch(foreign, readQuery("čez")), liveHits)));
});

test("whatever ARES sends, a batch gives activities or a failure of our own", () => {
  fc.assert(fc.property(anyReply(batch), (foreign) => keeps(() => readBatch(foreign), mainActivities)));
});
