import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { kinds } from "../../../src/kinds.js";
import { specimens } from "../../../src/verify/write/specimens/all.js";
import { runWrites } from "../../../src/verify/write/write-run.js";
import { World } from "../../conformance/world.js";

test("try", async () => {
    const world = await World.start();
    await world.newResource("Deployer", "AWS_IAM_ROLE");
    const before = world.service.snapshot();
    world.service.calls.clear();
    const report = await runWrites({
        settings: {
            url: world.service.url,
            token: world.service.token,
            readsPerSecond: 10000,
            writesPerSecond: 10000,
            allowMissing: false,
            allowTakeover: false,
        },
        kinds,
        prefix: "zz-verify",
        include: Object.entries(specimens)
            .filter(([, s]) => s.skipped)
            .map(([k]) => k),
        journal: join(mkdtempSync(join(tmpdir(), "vw-")), "journal.jsonl"),
        retryDelayMs: 1,
        onProgress: (line) => line.startsWith("deleting") || console.log(line),
    });
    for (const { kind, steps, isIncomplete } of report.kinds)
        console.log(
            kind,
            steps.map((s) => ({ passed: "✓", failed: "✗", skipped: "–" })[s.result]).join(" "),
            isIncomplete,
            [...new Set(steps.flatMap((s) => ("because" in s ? [`${s.result} ${s.step}: ${s.because}`] : [])))].join(
                "\n   ",
            ),
        );
    console.log(report.left, report.kept, report.calls, report.writes, report.seconds);
    const after = world.service.snapshot();
    for (const [table, rows] of Object.entries(after)) {
        const old = JSON.stringify((before as any)[table]);
        if (JSON.stringify(rows) !== old) console.log(table, JSON.stringify(rows).length, old?.length);
    }
    await world.close();
    expect(report.left).toEqual([]);
}, 120000);
