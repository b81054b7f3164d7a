import type { OperationName } from "../../api/generated/operations.gen.js";
import { unknownsIn } from "../../api/schema-walk.js";
import { addTo } from "../../common/collections.js";

/** The fields of live objects, and of their parts, that this version does not know. */
export class LiveUnknownFields {
    readonly #found = new Map<string, string[]>();

    /**
     * Looks for such fields in a response.
     * @param name name of the kind or of the part
     * @param part whether `answer` is the whole response, or one item of the list in it
     */
    check(name: string, id: string, operation: OperationName, answer: object, part: "whole" | "item" = "whole"): void {
        const key = `${name} ${id}`;
        this.#found.delete(key);
        for (const { place } of unknownsIn(operation, answer, part)) addTo(this.#found, key, place);
    }

    /** Returns the fields of an object and of those of its parts that were read, without duplicates. */
    of(names: readonly string[], id: string): string[] {
        return [...new Set(names.flatMap((name) => this.#found.get(`${name} ${id}`) ?? []))];
    }
}
