import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.{ts,tsx}", "test/**/*.test.{ts,tsx}"],
    // A hung test must fail by name instead of holding the whole run.
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
});
