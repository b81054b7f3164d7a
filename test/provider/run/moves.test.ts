import { describe, expect, it } from "vitest";
import { Moves } from "../../../src/provider/run/moves.js";

/** Short enough for a test that waits it out. */
const PATIENCE_MS = 30;

describe("a name that another object of the run has", () => {
    it("is free at once if the program moves nobody away from it", async () => {
        expect(await new Moves(PATIENCE_MS).freed("Group", ["b"], "a")).toBe("free");
    });

    it("is waited for, and free when its holder has left it", async () => {
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

    it("is held if its holder failed to leave it, for the one that waits and for whoever asks later", async () => {
        const moves = swap("a", "b");
        const freed = moves.freed("Group", ["a"], undefined);
        moves.finished("Group", "a", false);
        expect(await freed).toBe("held");
        expect(await moves.freed("Group", ["a"], undefined)).toBe("held");
    });

    it("stays free when an object that has left it fails at what comes after", async () => {
        const moves = swap("a", "b");
        moves.finished("Group", "a", true);
        moves.finished("Group", "a", false);
        expect(await moves.freed("Group", ["a"], "b")).toBe("free");
    });

    it("is a cycle for the last of those that wait for one another", async () => {
        const moves = swap("a", "b");
        const first = moves.freed("Group", ["b"], "a");
        expect(await moves.freed("Group", ["a"], "b")).toBe("cycle");
        moves.finished("Group", "b", true);
        expect(await first).toBe("free");
    });

    it("is no cycle with an object that has made room already", async () => {
        const moves = swap("a", "b");
        const first = moves.freed("Group", ["b"], "a");
        moves.finished("Group", "b", true);
        expect(await first).toBe("free");
        expect(await moves.freed("Group", ["a"], "b")).toBe("free");
    }, 1000);

    it("is looked at again if its holder takes too long, since that one may depend on the one that waits", async () => {
        const started = Date.now();
        expect(await swap("a", "b").freed("Group", ["a"], undefined)).toBe("free");
        expect(Date.now() - started).toBeGreaterThanOrEqual(PATIENCE_MS - 2);
    });

    it("is another one in another kind", async () => {
        const moves = swap("a", "b");
        expect(moves.isLeaving("Group", "a")).toBe(true);
        expect(moves.isLeaving("Owner", "a")).toBe(false);
        moves.finished("Owner", "a", false);
        expect(await moves.freed("Owner", ["a"], undefined)).toBe("free");
    });

    it("keeps what is known of a move that is announced again", async () => {
        const moves = swap("a", "b");
        moves.finished("Group", "a", false);
        moves.announce("Group", "a");
        expect(await moves.freed("Group", ["a"], undefined)).toBe("held");
    });
});

function swap(one: string, other: string): Moves {
    const moves = new Moves(PATIENCE_MS);
    moves.announce("Group", one);
    moves.announce("Group", other);
    return moves;
}
