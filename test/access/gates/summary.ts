import { aligned } from "../../../bench/text-table.js";
import type { Round, Tried } from "./run.js";
import { SORTS } from "./sorts/index.js";

/** Counts over all edits. */
export class Summary {
    readonly tried: Tried[] = [];
    refused = 0;

    add({ tried, refused }: Round): void {
        this.tried.push(...tried);
        this.refused += refused.length;
    }

    /** Edits that widen access. */
    get planted(): Tried[] {
        return this.tried.filter(({ isWider }) => isWider);
    }

    /** Edits that the preview shows completely and that do not widen access. */
    get harmless(): Tried[] {
        return this.tried.filter(({ isWider, isHidden }) => !isWider && !isHidden);
    }

    /** Widenings that no rule stopped. */
    get missed(): Tried[] {
        return this.planted.filter(({ stop }) => stop === undefined);
    }

    /** Harmless edits that a rule stopped. */
    get alarms(): Tried[] {
        return this.harmless.filter(({ stop }) => stop !== undefined);
    }

    text(): string {
        const bySort = new Map<string, Tried[]>();
        for (const one of this.tried) bySort.set(one.sort, [...(bySort.get(one.sort) ?? []), one]);
        const row = (name: string, list: readonly Tried[]): string[] => {
            const planted = list.filter(({ isWider }) => isWider);
            const harmless = list.filter(({ isWider, isHidden }) => !isWider && !isHidden);
            const unknown = (all: readonly Tried[]) => all.filter(({ stop }) => stop === "unknown");
            const counts = [
                list,
                planted,
                unknown(planted),
                planted.filter(({ stop }) => stop === undefined),
                harmless,
                harmless.filter(({ stop }) => stop !== undefined),
                unknown(harmless),
            ];
            return [name, ...counts.map(({ length }) => `${length}`)];
        };
        const gains = this.planted.flatMap((one) => one.gains).length;
        const unreported = this.planted.flatMap((one) => one.unreported).length;
        return [
            aligned([
                ["edit", "tried", "widens", "unknown", "missed", "harmless", "alarms", "unknown"],
                ...[...bySort].sort(([one], [other]) => (one < other ? -1 : 1)).map(([name, list]) => row(name, list)),
                row("all", this.tried),
            ]),
            `${bySort.size} of ${Object.keys(SORTS).length} sorts of edits were tried.`,
            `"unknown": stopped only because not everything is known. Reasons: ${this.#reasons() || "none"}.`,
            `${gains - unreported} of ${gains} gains are reported by person, target and aspect; ${this.refused} edits were refused before anything changed.`,
        ].join("\n");
    }

    #reasons(): string {
        const open = this.tried.filter(({ stop }) => stop === "unknown").flatMap(({ reasons }) => reasons);
        return [...new Set(open)].sort().join("; ");
    }
}

/** All details of a case, for debugging. */
export function describeCase({
    seed,
    sort,
    words,
    stop,
    gains,
    isWider,
    invented,
    verdicts,
    contradictions,
}: Tried): string {
    const lines = [
        `seed ${seed}, ${sort}: ${words}`,
        `the gate ${stop === undefined ? "lets it pass" : `stops it (${stop})`}`,
        ...gains
            .slice(0, 5)
            .map(({ aspect, user, target, detail }) => `in truth ${user} ${aspect} ${target} ${detail}`),
        ...(isWider && gains.length === 0 ? ["its kind states that it may widen access"] : []),
        ...(gains.length === 0 ? invented.slice(0, 5).map((one) => `reported, but not gained: ${one}`) : []),
        ...contradictions.map((one) => `the report contradicts itself: ${one}`),
        ...verdicts.filter(({ isKept }) => !isKept).map((verdict) => verdict.words.toString()),
    ];
    return lines.join("\n    ");
}
