import type { OperationName } from "../api/generated/operations.gen.js";

/** Headings of findings, in the order of the output. */
export const CONTRACT_HEADINGS = {
    shape: "Responses that this version cannot read",
    status: "Status codes that this version does not expect",
    paging: "Paging that differs",
    members: "Unknown enum members",
    fields: "Unknown fields",
    lists: "Lists that differ from their objects",
} as const;
export type ContractHeading = keyof typeof CONTRACT_HEADINGS;

/** A difference between the responses of an operation and the API description. Does not contain data of the organization. */
export interface ContractFinding {
    readonly heading: ContractHeading;
    readonly operation: OperationName;
    /** Path in the schema, such as `results[].name`. */
    readonly place?: string;
    /** The difference, such as `expected string, received null`, `QUANTUM_VAULT` or `500`. */
    readonly detail: string;
    /** Number of occurrences. */
    readonly count: number;
}

/** An operation that was not compared. */
export interface Unverified {
    readonly operation: OperationName;
    readonly because: string;
}

/** Collects findings, and counts how often each one occurs. */
export class Findings {
    readonly #byKey = new Map<string, ContractFinding>();

    add(heading: ContractHeading, operation: OperationName, detail: string, place?: string): void {
        const key = JSON.stringify([heading, operation, detail, place]);
        const count = (this.#byKey.get(key)?.count ?? 0) + 1;
        this.#byKey.set(key, { heading, operation, ...(place !== undefined && { place }), detail, count });
    }

    /** Returns the findings, sorted by heading, operation and place. */
    all(): ContractFinding[] {
        const rank = Object.keys(CONTRACT_HEADINGS);
        const found = withoutMaps([...this.#byKey.values()]);
        const keyOf = ({ heading, operation, place = "", detail }: ContractFinding): string =>
            [rank.indexOf(heading), operation, place, detail].join("\n");
        return found.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
    }
}

/**
 * Maximum number of unknown fields of an object. An object with more is treated as a map, whose keys are not reported because they are
 * data.
 */
const MOST_FIELDS = 8;

function withoutMaps(findings: readonly ContractFinding[]): ContractFinding[] {
    const outerOf = ({ operation, place = "" }: ContractFinding): string =>
        JSON.stringify([operation, place.slice(0, Math.max(0, place.lastIndexOf(".")))]);
    const fields = findings.filter(({ heading }) => heading === "fields");
    const counts = new Map<string, number>();
    for (const one of fields) counts.set(outerOf(one), (counts.get(outerOf(one)) ?? 0) + 1);
    const maps = new Map<string, ContractFinding>();
    const others = findings.filter((one) => {
        const names = one.heading === "fields" ? (counts.get(outerOf(one)) ?? 0) : 0;
        if (names <= MOST_FIELDS) return true;
        const outer = (one.place ?? "").split(".").slice(0, -1).join(".");
        const place = outer === "" ? "the response" : outer;
        maps.set(outerOf(one), { ...one, place, detail: `${names} unknown names, like keys of a map`, count: names });
        return false;
    });
    return [...others, ...maps.values()];
}
