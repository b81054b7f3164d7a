import { describe, expect, it } from "vitest";
import { DeclarationConflictError } from "../../../src/common/errors.js";
import { Moves } from "../../../src/provider/run/moves.js";

/** Short, because one test waits for all of it. */
const PATIENCE_MS = 30;

describe("a name that another object of the run has", () => {
    it("is free at once if the program does not rename its holder", async () => {
        expect(await new Moves(PATIENCE_MS).freed("Group", ["b"], "a")).toBe("free");
    });

    it("becomes free when its holder has been renamed", async () => {
        const moves = swap("a", "b");
        moves.announce("Group", "c");
        const freed = moves.freed("Group", ["a"], "c");
        const order: string[] = [];
        const waiting = freed.then((answer) => order.push(answer));
        await Promise.resolve();
        order.push("left");
        moves.finished("Group", "a", true);
        await waiting;
        expect(order).toEqual(["left", "free"]);
        expect(await moves.freed("Group", ["a"], "c")).toBe("free");
    });

    it("stays held if renaming its holder fails, for waiting and for later requests", async () => {
        const moves = swap("a", "b");
        const freed = moves.freed("Group", ["a"], undefined);
        moves.finished("Group", "a", false);
        expect(await freed).toBe("held");
        expect(await moves.freed("Group", ["a"], undefined)).toBe("held");
    });

    it("stays free if its former holder fails after it was renamed", async () => {
        const moves = swap("a", "b");
        moves.finished("Group", "a", true);
        moves.finished("Group", "a", false);
        expect(await moves.freed("Group", ["a"], "b")).toBe("free");
    });

    it("is reported as a cycle to the last of two objects that wait for each other", async () => {
        const moves = swap("a", "b");
        const first = moves.freed("Group", ["b"], "a");
        expect(await moves.freed("Group", ["a"], "b")).toBe("cycle");
        moves.finished("Group", "b", true);
        expect(await first).toBe("free");
    });

    it("is not reported as a cycle if the other object has already been renamed", async () => {
        const moves = swap("a", "b");
        const first = moves.freed("Group", ["b"], "a");
        moves.finished("Group", "b", true);
        expect(await first).toBe("free");
        expect(await moves.freed("Group", ["a"], "b")).toBe("free");
    });

    it("is reported as free after a timeout, because its holder may depend on the waiting object", async () => {
        const started = Date.now();
        expect(await swap("a", "b").freed("Group", ["a"], undefined)).toBe("free");
        expect(Date.now() - started).toBeGreaterThanOrEqual(PATIENCE_MS - 2);
    });

    it("is independent of names of another kind", async () => {
        const moves = swap("a", "b");
        expect(moves.isLeaving("Group", "a")).toBe(true);
        expect(moves.isLeaving("Owner", "a")).toBe(false);
        moves.finished("Owner", "a", false);
        expect(await moves.freed("Owner", ["a"], undefined)).toBe("free");
    });

    it("stays held if the failed rename is announced again", async () => {
        const moves = swap("a", "b");
        moves.finished("Group", "a", false);
        moves.announce("Group", "a");
        expect(await moves.freed("Group", ["a"], undefined)).toBe("held");
    });
});

describe("a move to a key that other objects have", () => {
    const error = () => new DeclarationConflictError("taken");
    const resource = { kind: "Group", name: "a", parent: "" };
    const contestedBy = (...holders: string[]) => {
        const changes: number[] = [];
        const moves: Moves = new Moves(PATIENCE_MS, () => changes.push(moves.contested.length));
        moves.announce("Group", "a");
        moves.contest("Group", "a", { holders, resource, error });
        return { moves, changes };
    };

    it("is contested until all of them move", () => {
        const { moves, changes } = contestedBy("b", "c");
        moves.announce("Group", "b");
        moves.announce("Owner", "c");
        expect(moves.contestedMove("Group", "a")?.holders).toEqual(["c"]);
        moves.announce("Group", "c");
        expect(moves.contested).toEqual([]);
        expect(changes).toEqual([1, 1, 0]);
    });

    it("is no longer contested if the object that has the key is deleted, or if the move has ended", () => {
        const { moves } = contestedBy("b");
        expect(moves.released("Group", "b")).toMatchObject([{ resource }]);
        expect(moves.contested).toEqual([]);
        const { moves: failed } = contestedBy("b");
        failed.finished("Group", "a", false);
        expect(failed.contested).toEqual([]);
    });

    it("stays contested if the resource of the object keeps the key", () => {
        const { moves } = contestedBy("b");
        moves.keep("Group", "b", resource);
        expect(moves.contested).toHaveLength(1);
        expect(moves.keeper("Group", "b")).toBe(resource);
        moves.announce("Group", "b");
        expect([moves.keeper("Group", "b"), moves.contested]).toEqual([undefined, []]);
    });

    it("is part of a circle if one of them moves to its key, directly or through others", () => {
        const moves = new Moves(PATIENCE_MS);
        moves.want("Group", "a", ["b"]);
        moves.want("Group", "b", ["x", "c"]);
        expect(moves.isInCircle("Group", "a")).toBe(false);
        moves.want("Group", "c", ["b"]);
        expect(moves.isInCircle("Group", "a")).toBe(false);
        expect(moves.isInCircle("Group", "b")).toBe(true);
        moves.want("Group", "c", ["a"]);
        expect(moves.isInCircle("Group", "a")).toBe(true);
    });
});

function swap(one: string, other: string): Moves {
    const moves = new Moves(PATIENCE_MS);
    moves.announce("Group", one);
    moves.announce("Group", other);
    return moves;
}
