import { aligned } from "../../../bench/text-table.js";
import type { Round, Tried } from "./run.js";

/** What was counted of all edits. */
export class Summary {
    readonly tried: Tried[] = [];
    refused = 0;

    add({ tried, refused }: Round): void {
        this.tried.push(...tried);
        this.refused += refused.length;
    }

    /** Edits that in truth give somebody something. */
    get planted(): Tried[] {
        return this.tried.filter(({ gains }) => gains.length > 0);
    }

    get harmless(): Tried[] {
        return this.tried.filter(({ gains }) => gains.length === 0);
    }

    /** Widenings that no rule stopped. */
    get missed(): Tried[] {
        return this.planted.filter(({ stop }) => stop === undefined);
    }

    /** Harmless edits of which it is said that somebody gains. */
    get alarms(): Tried[] {
        return this.harmless.filter(({ stop }) => stop === "gain");
    }

    text(): string {
        const sorts = [...new Set(this.tried.map(({ sort }) => sort))].sort();
        const count = (list: readonly Tried[], stop?: Tried["stop"]) =>
            `${list.filter((one) => stop === undefined || one.stop === stop).length}`;
        const row = (name: string, list: readonly Tried[]): string[] => {
            const planted = list.filter(({ gains }) => gains.length > 0);
            const harmless = list.filter(({ gains }) => gains.length === 0);
            return [
                name,
                count(planted),
                count(planted, "gain"),
                count(planted, "unknown"),
                count(harmless),
                count(harmless, "gain"),
                count(harmless, "unknown"),
            ];
        };
        const gains = this.planted.flatMap((one) => one.gains).length;
        const untold = this.planted.flatMap((one) => one.untold).length;
        return [
            aligned([
                ["edit", "widens", "stopped", "unknown", "harmless", "alarms", "unknown"],
                ...sorts.map((name) =>
                    row(
                        name,
                        this.tried.filter(({ sort }) => sort === name),
                    ),
                ),
                row("all", this.tried),
            ]),
            `"unknown": stopped only because not everything is known. Reasons: ${this.#reasons() || "none"}.`,
            `${gains - untold} of ${gains} gains are told by person, target and aspect; ${this.refused} edits were refused before anything changed.`,
        ].join("\n");
    }

    #reasons(): string {
        const open = this.tried.filter(({ stop }) => stop === "unknown").flatMap(({ reasons }) => reasons);
        return [...new Set(open)].sort().join("; ");
    }
}

/** Everything about a case, for whoever looks into it. */
export function describeCase({ seed, sort, words, stop, gains, invented, verdicts }: Tried): string {
    const lines = [
        `seed ${seed}, ${sort}: ${words}`,
        `the gate ${stop === undefined ? "lets it pass" : `stops it (${stop})`}`,
        ...gains
            .slice(0, 5)
            .map(({ aspect, user, target, detail }) => `in truth ${user} ${aspect} ${target} ${detail}`),
        ...(gains.length === 0 ? invented.slice(0, 5).map((one) => `told, and not so: ${one}`) : []),
        ...verdicts.filter(({ isKept }) => !isKept).map((verdict) => verdict.words.toString()),
    ];
    return lines.join("\n    ");
}
