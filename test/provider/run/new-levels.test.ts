import { describe, expect, it } from "vitest";
import { WrongReferenceError } from "../../../src/common/errors.js";
import type { Properties } from "../../../src/common/properties.js";
import { unknownValue } from "../../../src/common/unknown.js";
import { NewLevels } from "../../../src/provider/run/new-levels.js";
import { CustomAccessLevel } from "../../../src/resources/kinds/resources/custom-access-level.js";
import { Resource } from "../../../src/resources/kinds/resources/resource.js";

const declarer = (kind: string, name: string) => ({ kind, name, parent: "" });
const ledger = declarer("Resource", "ledger");
const missing = {
    creator: ledger,
    level: "reader",
    resource: declarer("ResourceUser", "ada"),
    error: new WrongReferenceError("no such level"),
};

describe("a level of a new object", () => {
    it.each<[string, boolean, Properties, Record<string, typeof ledger>]>([
        ["added to it", true, { accessLevelRemoteId: "reader" }, { resourceId: ledger }],
        ["not known yet", true, { accessLevelRemoteId: unknownValue }, { resourceId: ledger }],
        ["added to its parent", true, { accessLevelRemoteId: "reader" }, { "memberResourceIds[0]": ledger }],
        ["another one", false, { accessLevelRemoteId: "writer" }, { resourceId: ledger }],
        [
            "added to another object",
            false,
            { accessLevelRemoteId: "reader" },
            { resourceId: declarer("Resource", "x") },
        ],
    ])("is missing unless a level is declared for it, before or after: %s", (_, isEnough, given, ids) => {
        for (const isBefore of [true, false]) {
            const seen: number[] = [];
            const levels: NewLevels = new NewLevels(() => seen.push(levels.missing.length));
            const steps = [() => levels.declare(CustomAccessLevel.kind, { given, ids }), () => levels.require(missing)];
            for (const step of isBefore ? steps : steps.reverse()) step();
            expect(levels.missing).toEqual(isEnough ? [] : [missing]);
            expect(seen.at(-1)).toBe(isEnough ? 0 : 1);
        }
    });

    it("is not added by a resource of another kind", () => {
        const levels = new NewLevels();
        levels.require(missing);
        levels.declare(Resource.kind, { given: { accessLevelRemoteId: "reader" }, ids: { resourceId: ledger } });
        expect(levels.missing).toEqual([missing]);
    });
});
