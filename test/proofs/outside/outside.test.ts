/**
 * Access that somebody adds outside Pulumi must be shown by a plain preview, whatever operation of the API adds it, and taken back by an
 * update. `npm run prove outside` makes changes until 5,000 of them gave somebody something.
 */
import { expect, test } from "vitest";
import { seedOrganization } from "../../../src/local/service/seeds/seed.js";
import type { Organization } from "../../../src/local/service/storage/organization.js";
import { randomOrganization } from "../../access/gates/organization.js";
import { type Ability, gainsBetween, type Truth, truthOf } from "../../access/gates/truth.js";
import { callOf } from "../../local/service/model/calls.js";
import { operations } from "../../local/service/model/operations.js";
import { tangled } from "../../local/service/model/world.js";
import { pluginAdapter } from "../conformance/plugin-adapter.js";
import { Dice } from "../simulator/dice.js";
import { ExportedStack } from "./exported-stack.js";

/** Number of changes that give somebody something. */
const WANTED = Number(process.env.OUTSIDE_GAINS ?? 8);
const SEED = Number(process.env.OUTSIDE_SEED ?? 1);
const ORGANIZATIONS = Number(process.env.OUTSIDE_ORGANIZATIONS ?? 3);
/** Calls to one organization before the next one. */
const CALLS = Number(process.env.OUTSIDE_CALLS ?? 1_500);

/** The result of a change that gave somebody something. */
type Verdict =
    /** A plain preview shows it, and an update takes it back. */
    | "seen"
    /** It comes from a new object, which `coverage --fail-on-undeclared` lists. */
    | "new object"
    /** No client of this API could see it; docs/drift.md says why. */
    | "exception";

/** What became of the calls of one operation. */
interface Tally {
    calls: number;
    readonly verdicts: Map<Verdict, number>;
}

test("a preview shows whatever is added outside, and an update takes it back", async () => {
    const tallies = new Map<string, Tally>(
        operations
            .filter(({ reads, operation }) => !reads && !REQUESTS.test(operation))
            .map(({ operation }) => [operation, { calls: 0, verdicts: new Map() }]),
    );
    const faults: string[] = [];
    let gains = 0;
    for (let number = 0; gains < WANTED && number < Math.max(ORGANIZATIONS, WANTED); number += 1) {
        const dice = new Dice(SEED * 10_000 + number);
        const stack = await ExportedStack.of(await organizationOf(number, dice));
        try {
            gains += await judged(number, stack, dice, tallies, faults, WANTED - gains);
        } finally {
            await stack.close();
        }
    }
    if (process.env.OUTSIDE_TALLY) console.log(tallyText(tallies));
    expect(faults.slice(0, 20).join("\n\n")).toBe("");
    expect(gains).toBeGreaterThanOrEqual(WANTED);
});

async function organizationOf(number: number, dice: Dice): Promise<Organization> {
    if (number % 3 === 0) return tangled();
    return number === 1 ? seedOrganization("small") : randomOrganization(dice);
}

/** Operations that change users, which an export does not declare: see `EXCEPTIONS.user`. */
const USERS = /^(add|remove)UserTag$|^(update|create|delete|set)User/;

/** Operations that decide requests give what people asked for. */
const REQUESTS = /Request(?!Template)/;

/** Calls operations at random, and judges those after which somebody can do more. Returns their number. */
async function judged(
    number: number,
    stack: ExportedStack,
    dice: Dice,
    tallies: ReadonlyMap<string, Tally>,
    faults: string[],
    wanted: number,
): Promise<number> {
    const { service } = stack;
    const { store } = service;
    const users = new Set(store.users.all().map(({ user_id }) => user_id));
    const before = truthOf(store, service.clock.now());
    const undeclared = await stack.undeclared();
    const { declared } = stack;
    const gained = (after: Truth): Ability[] =>
        gainsBetween(before, after, users).filter(({ target, user }) => declared.has(target) && users.has(user));
    let count = 0;
    for (let calls = 0; calls < CALLS && count < Math.min(wanted, WANTED / ORGANIZATIONS + 1); calls += 1) {
        stack.reset();
        const [operation, tally] = drawn(tallies, dice);
        tally.calls += 1;
        const step = { call: operation, caller: "admin", wild: false, seed: dice.below(2 ** 31) } as const;
        const call = callOf(step, service, []);
        if (!(await stack.call(call.operation.method, call.url, call.body))) continue;
        const gains = gained(truthOf(store, service.clock.now()));
        if (gains.length === 0) continue;
        count += 1;
        const line = `${call.operation.method} ${call.url} ${JSON.stringify(call.body)}`;
        const verdict = await verdictOn(stack, undeclared, dice.chance(0.3), gained, operation);
        if (typeof verdict === "string") tally.verdicts.set(verdict, (tally.verdicts.get(verdict) ?? 0) + 1);
        else
            faults.push(
                `${line} (organization ${number}, seed ${step.seed})\n${gains.slice(0, 3).map(abilityText).join("; ")}\n${verdict.because}`,
            );
    }
    return count;
}

async function verdictOn(
    stack: ExportedStack,
    undeclared: ReadonlySet<string>,
    isPlugin: boolean,
    gained: (after: Truth) => Ability[],
    operation: string,
): Promise<Verdict | { readonly because: string }> {
    const { service } = stack;
    const adapter = isPlugin ? pluginAdapter : undefined;
    const preview = await stack.preview(adapter);
    if (preview.changed.length === 0 && preview.failures.length === 0) {
        if (await isListed()) return "new object";
        return USERS.test(operation) ? "exception" : { because: "not seen" };
    }
    if (preview.lines.length === 0) return { because: "seen, but nothing says what" };
    const failures = await stack.up(preview, adapter);
    const left = gained(truthOf(service.store, service.clock.now()));
    if (left.length > 0) {
        if (await isListed()) return "new object";
        return { because: `not taken back: ${left.slice(0, 3).map(abilityText).join("; ")} ${failures.join("; ")}` };
    }
    const again = await stack.preview(adapter);
    if (again.changed.length > 0)
        return { because: `not clean after the update: ${again.lines.join("; ")} ${failures.join("; ")}` };
    return "seen";

    async function isListed(): Promise<boolean> {
        return [...(await stack.undeclared())].some((one) => !undeclared.has(one));
    }
}

/** Draws an operation: preferably one whose calls often gave something, but whose gains are few so far. */
function drawn(tallies: ReadonlyMap<string, Tally>, dice: Dice): [string, Tally] {
    const weights = [...tallies].map(([name, tally]) => {
        const gains = gainsIn(tally);
        return { name, tally, weight: (gains + 0.5) / (tally.calls + 5) / Math.sqrt(gains + 1) };
    });
    let left = (dice.below(1_000_000) * weights.reduce((sum, { weight }) => sum + weight, 0)) / 1_000_000;
    for (const { name, tally, weight } of weights) {
        left -= weight;
        if (left <= 0) return [name, tally];
    }
    throw new RangeError("There is no operation.");
}

function gainsIn({ verdicts }: Tally): number {
    return [...verdicts.values()].reduce((sum, count) => sum + count, 0);
}

function abilityText({ aspect, user, target, detail }: Ability): string {
    return `${user} ${aspect} ${target} ${detail}`;
}

function tallyText(tallies: ReadonlyMap<string, Tally>): string {
    const lines = [...tallies].map(
        ([name, { calls, verdicts }]) =>
            `${name}: ${calls} calls, ${[...verdicts].map((one) => one.join(" ")).join(", ") || "no gain"}`,
    );
    return lines.sort().join("\n");
}
