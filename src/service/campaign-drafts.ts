import type { Store } from "./store.js";

/** placeholder until campaigns exist */
export function spawnDrafts(_store: Store, _now: Date): void {}
