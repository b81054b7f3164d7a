import { defineConfig } from "vitest/config";

// A run of the program takes some seconds.
export default defineConfig({ test: { testTimeout: 30_000, hookTimeout: 60_000 } });
