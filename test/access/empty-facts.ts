import type { Facts } from "../../src/access/model/facts/facts.js";
import { NO_FACTS } from "../../src/access/model/facts/records.js";

/** Facts of an organization. Lists that a test does not specify are empty. */
export function factsWith(part: Partial<Facts>): Facts {
    return {
        ...NO_FACTS,
        at: "2026-03-01T00:00:00Z",
        ...part,
    };
}
