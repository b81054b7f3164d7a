import { expect, it, vi } from "vitest";
import { Batcher } from "../../../src/provider/live/batcher.js";

it("combines the questions that arrive during a request into the next request", async () => {
    const answer = vi.fn(async (questions: readonly number[]) => {
        await new Promise((resolve) => setTimeout(resolve, 10));
        return questions.map((one) => one * 10);
    });
    const together = new Batcher(answer);
    const first = together.ask(1);
    await Promise.resolve();
    const others = [together.ask(2), together.ask(3)];
    expect(await Promise.all([first, ...others])).toEqual([10, 20, 30]);
    expect(await together.ask(4)).toBe(40);
    expect(answer.mock.calls).toEqual([[[1]], [[2, 3]], [[4]]]);
});

it("rejects only the questions of a failed request", async () => {
    const together = new Batcher(async (questions: readonly string[]) => {
        if (questions.includes("bad")) throw new Error("refused");
        return questions;
    });
    const bad = together.ask("bad");
    await expect(bad).rejects.toThrow("refused");
    expect(await together.ask("good")).toBe("good");
});
