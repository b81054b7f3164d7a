/**
 * `npm run prove roundtrip -- [options]`
 *
 * Exports organizations, imports the programs into stacks, and compares the previews with outside edits.
 */
import { Command, InvalidArgumentError } from "commander";
import { aligned } from "../../../bench/text-table.js";
import type { ExportSelection } from "../../../src/adopt/export/inventory/selection.js";
import { wholeNumber } from "../../../src/cli/options/option-values.js";
import { findPulumi } from "../../../src/local/engine/pulumi.js";
import { type Organization, seedOrganization, startService } from "../../../src/local/service/index.js";
import { NOW } from "../../api/world.js";
import { exampleOrganization } from "./example.js";
import { figuresOf, figuresText } from "./figures.js";
import { nastyOrganization } from "./nasty.js";
import { randomOrganization } from "./organizations.js";
import { roundTrip, type Trip, Workplace } from "./trip.js";

interface Options {
    readonly engine: "local" | "pulumi" | "auto";
    readonly seeds: number;
    readonly firstSeed: number;
    readonly nasty: number;
    readonly only?: string;
    readonly keep: boolean;
}

const command = new Command("roundtrip")
    .description(
        `For each organization: export, bring the state in, preview (no change, no write); edit every declared object outside, in two halves:
a preview shows exactly these; export again (the same bytes), and with one description changed (one place changes).
In the end all programs are type-checked under strict and held against a formatter, and the large one is exported from a slow service.
With the Pulumi CLI some programs are brought in by the file for pulumi import, too.`,
    )
    .option("--engine <name>", "local, pulumi, or auto: the Pulumi CLI if it is on PATH", engine, "auto")
    .option("--seeds <count>", "so many random organizations", wholeNumber(0), 50)
    .option("--first-seed <number>", "the number of the first of them", wholeNumber(0), 1)
    .option("--nasty <count>", "so many objects with names that nobody gives on purpose", wholeNumber(0), 1000)
    .option(
        "--only <name>",
        "only organizations whose name begins so: small, medium, large, other, empty, slice, example,\nnasty, random; or figures",
    )
    .option("--keep", "leave the exported programs where they are", false)
    .addHelpText("after", "\nExit code: 0 if everything holds, 1 otherwise, 2 for a wrong option.")
    .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2));

/** An organization by name, and the share of it to edit. */
interface Subject {
    readonly name: string;
    readonly organization: () => Organization | Promise<Organization>;
    readonly edited: number;
    readonly clock?: string;
    readonly selection?: ExportSelection;
}

async function main(): Promise<void> {
    const { engine: wanted, seeds, firstSeed, nasty, only, keep } = command.parse().opts<Options>();
    const chosen = wanted === "auto" ? (findPulumi(false) ? "pulumi" : "local") : wanted;
    console.log(`round trips on ${chosen === "pulumi" ? `pulumi ${findPulumi(true)}` : "the local engine"}`);
    const subjects: Subject[] = [
        ...(["small", "medium", "other", "empty"] as const).map((name) => ({
            name,
            organization: () => seedOrganization(name),
            edited: 0.5,
        })),
        ...(["team", "exceptTeam"] as const).map((part) => ({
            name: `slice-${part}`,
            organization: () => seedOrganization("medium"),
            edited: 0.5,
            selection: { [part]: ["Payments"] },
        })),
        {
            name: "example",
            organization: () => exampleOrganization(chosen),
            edited: 0.5,
            clock: "2026-05-01T09:00:00Z",
        },
        ...Array.from({ length: seeds }, (_, at) => ({
            name: `random-${firstSeed + at}`,
            organization: () => randomOrganization(firstSeed + at),
            edited: 0.5,
            clock: NOW,
        })),
        { name: "nasty", organization: () => nastyOrganization(nasty), edited: 0.5, clock: NOW },
        // Each preview of it takes minutes, so there is only one, with a small sample of edits.
        { name: "large", organization: () => seedOrganization("large"), edited: 0.02 },
    ];
    const trips: Trip[] = [];
    const faults: string[] = [];
    const place = new Workplace();
    process.once("SIGINT", () => {
        place.close();
        process.exit(1);
    });
    try {
        for (const { name, organization, edited, clock, selection } of subjects) {
            if (only !== undefined && !name.startsWith(only)) continue;
            const service = await startService({ organization: await organization(), ...(clock ? { clock } : {}) });
            try {
                const trip = await roundTrip({
                    name,
                    service,
                    place,
                    engine: chosen,
                    edited,
                    isBrief: name === "large",
                    importsFile: chosen === "pulumi" && ["small", "medium", "random-1", "nasty"].includes(name),
                    ...(selection ? { selection } : {}),
                    say: (line) => process.stderr.write(`${line}\n`),
                });
                trips.push(trip);
                tell(trip);
            } catch (error) {
                faults.push(`${name}: ${error instanceof Error ? error.stack : error}`);
                console.log(`${name}: FAILED ${error instanceof Error ? error.stack : error}`);
            } finally {
                await service.close();
            }
        }
        const programs = trips.length;
        let isUntrue = false;
        if (only === undefined || "figures".startsWith(only)) {
            const figures = await figuresOf("large", place);
            isUntrue = figures.ids + figures.typeErrors > 0;
            console.log(figuresText(figures));
        }
        const typeErrors = trips.length > 0 ? place.typeErrors() : [];
        const unformatted = place.unformatted();
        console.log(table(trips));
        console.log(`type errors ${typeErrors.length}, unformatted ${unformatted.length}, in ${programs} programs`);
        for (const line of [...typeErrors, ...unformatted].slice(0, 40)) console.log(`    ${line}`);
        const failed = trips.filter((trip) => trip.faults.length > 0).length + faults.length;
        console.log(`round trips ${trips.length + faults.length}, failed ${failed}`);
        if (isUntrue || failed + typeErrors.length + unformatted.length > 0) process.exitCode = 1;
    } finally {
        if (keep) console.log(`programs are in ${place.folder}`);
        else place.close();
    }
}

main().catch((error: unknown) => {
    console.error(error);
    process.exitCode = 1;
});

function tell({ name, declarations, edited, shown, unedited, faults, seconds }: Trip): void {
    const verdict = faults.length === 0 ? "clean" : "NOT clean";
    const edits = `${shown} of ${edited} edits shown${unedited > 0 ? `, ${unedited} without an edit` : ""}`;
    console.log(`${name}: ${declarations} declarations, ${edits}; ${verdict} (${Math.round(seconds)} s)`);
    for (const fault of faults) console.log(fault.replace(/^/gm, "    "));
}

function table(trips: readonly Trip[]): string {
    const sums = new Map<string, Trip[]>();
    for (const trip of trips) {
        const name = trip.name.replace(/-\d+$/, "");
        sums.set(name, [...(sums.get(name) ?? []), trip]);
    }
    const sum = (all: readonly Trip[], of: (trip: Trip) => number): string =>
        String(all.reduce((total, trip) => total + of(trip), 0));
    const head = ["", "organizations", "declarations", "reads", "edited", "shown", "no edit", "failed"];
    const rows = [...sums].map(([name, all]) => [
        name,
        String(all.length),
        sum(all, (trip) => trip.declarations),
        sum(all, (trip) => trip.reads),
        sum(all, (trip) => trip.edited),
        sum(all, (trip) => trip.shown),
        sum(all, (trip) => trip.unedited),
        String(all.filter(({ faults }) => faults.length > 0).length),
    ]);
    return aligned([head, ...rows]);
}

function engine(text: string): Options["engine"] {
    if (text === "pulumi" || text === "local" || text === "auto") return text;
    throw new InvalidArgumentError("It must be local, pulumi or auto.");
}
