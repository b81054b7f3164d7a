import { afterAll, describe, expect, it } from "vitest";
import { kinds } from "../../../src/resources/kinds.js";
import { subjects } from "../conformance/subject.js";
import { hold, laws } from "./laws.js";

/** Checks every law for every kind and prints a table. `waived` has the reasons why laws do not apply to this adapter. */
export function testLaws(waived: Readonly<Record<number, string>> = {}): void {
    const results = new Map<string, string>();
    const reasons: string[] = [];

    it("the laws have test data for every kind", () => {
        expect(subjects.map(({ kind }) => kind.name).sort()).toEqual(kinds.map(({ name }) => name).sort());
    });

    for (const subject of subjects) {
        describe(subject.kind.name, () => {
            for (const law of laws) {
                const cell = `${subject.kind.name} ${law.number}`;
                const reason = waived[law.number];
                if (reason) {
                    results.set(cell, "–");
                    reasons.push(`– ${subject.kind.name}, law ${law.number}: ${reason}`);
                    continue;
                }
                // Concurrent, since some laws wait for a request budget or a retry.
                it.concurrent(`${law.number} ${law.title}`, async () => {
                    results.set(cell, "✗");
                    await hold(law, subject);
                    results.set(cell, "✓");
                });
            }
        });
    }

    afterAll(() => {
        const width = Math.max(...kinds.map(({ name }) => name.length));
        const row = (name: string, cells: readonly string[]): string =>
            `${name.padEnd(width)} ${cells.map((cell) => cell.padStart(3)).join("")}`;
        const lines = [
            row(
                "",
                laws.map(({ number }) => String(number)),
            ),
            ...subjects.map(({ kind }) =>
                row(
                    kind.name,
                    laws.map(({ number }) => results.get(`${kind.name} ${number}`) ?? " "),
                ),
            ),
            ...laws.map(({ number, title }) => `${String(number).padStart(2)} ${title}`),
            ...reasons,
        ];
        console.log(`\n${lines.join("\n")}\n`);
    });
}
