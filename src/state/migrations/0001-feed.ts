import type { Migration } from "./migration.ts";

/**
 * Items and sources of the regulatory feed. Before there were migrations, SQLite held the same tables, so what is in
 * them stays; the answers of live registers, which lay beside them, are in the cache file now.
 */
export const feed: Migration = {
  version: 1,
  name: "feed",
  text: `
    DROP TABLE IF EXISTS answer;
    CREATE TABLE IF NOT EXISTS feed_item (
      source text NOT NULL, key text NOT NULL, body text NOT NULL, PRIMARY KEY (source, key)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS feed_source (source text PRIMARY KEY, body text NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS feed_revision (
      one integer PRIMARY KEY CHECK (one = 1), revision integer NOT NULL
    ) STRICT;
    INSERT INTO feed_revision (one, revision) VALUES (1, 0) ON CONFLICT (one) DO NOTHING`,
  ends: {
    feed_item: { kept: "the feed removes what a source no longer shows" },
    feed_source: { kept: "one row for each source" },
    feed_revision: { kept: "one row" },
  },
};
