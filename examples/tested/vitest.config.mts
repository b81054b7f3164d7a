import { defineConfig } from "vitest/config";

// The limits end what hangs. Running the program takes a few seconds, and longer on a busy machine.
export default defineConfig({ test: { testTimeout: 300_000, hookTimeout: 300_000 } });
