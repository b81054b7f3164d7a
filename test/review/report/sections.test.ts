import { expect, test } from "vitest";
import { reportOf } from "../../../src/review/report/report.js";
import { evaluatedReport, reportParts } from "../../../src/review/report/sections.js";
import { documentOf, kindOf } from "./document.js";

test("a change that may widen access moves to another section if it is certain that no one gains access", async () => {
    const member = (name: string, next: object) => ({ kind: "UserTag", name, id: name, op: "create", next });
    const document = documentOf([
        member("region", { userId: "ada", tagId: "eu" }),
        {
            kind: "Group",
            name: "vault",
            id: "vault",
            op: "update",
            before: { name: "Vault", visibility: { visibility: "GLOBAL" }, adminOwnerId: "a" },
            next: { name: "Vault", visibility: { visibility: "LIMITED" }, adminOwnerId: "b" },
        },
    ]);
    const report = await reportOf(document, kindOf);
    expect(reportParts(report).map(({ section, entries }) => [section, entries.length])).toEqual([["mayWiden", 2]]);
    const settled = reportParts(evaluatedReport(report, { isWithoutGain: true, effects: new Map() }));
    expect(settled.map(({ section, entries }) => [section, entries.map(({ resource }) => resource)])).toEqual([
        ["narrows", ["vault"]],
        ["none", ["region"]],
    ]);
    const effects = settled.flatMap(({ entries }) => entries.flatMap(({ lines }) => lines.map(({ effect }) => effect)));
    expect(effects).not.toContain("mayWiden");
});
