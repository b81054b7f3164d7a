import { defineConfig } from "vitest/config";

// Running the program takes a few seconds.
export default defineConfig({ test: { testTimeout: 30_000, hookTimeout: 60_000 } });
