import type { Organization } from "../../../src/local/service/index.js";
import { inMemory, type Transport } from "../../support/transport.js";
import { type DrivenOutcome, Stack } from "../conformance/stack.js";
import type { Stage, Subject } from "../conformance/subject.js";
import { World } from "../conformance/world.js";
import { type Fault, Striker } from "./faults.js";
import { type Difference, differenceOf, OBJECT, type Picture, pictureOf } from "./organization.js";

type Properties = Readonly<Record<string, unknown>>;

/** Damage that must not remain after the program is deployed again. */
export type Damage =
    /** A declared object is missing or differs from its declaration, or an object remains that is no longer in the state. */
    | "lost"
    /** The object exists twice. */
    | "doubled"
    /** The service has undeclared records, or an object is visible to everyone although it should not be. */
    | "widened"
    /** Three runs of the unchanged program do not reach the declared state. Edits that an error suggests are not made. */
    | "stuck";

/** A run of a program to which faults can be applied. */
export interface Plan {
    readonly kind: string;
    /** Such as `create`, or `update description` if the properties cannot be updated together. For a replacement, it includes the order. */
    readonly operation: string;
    /** Requests of the run without faults, such as `PUT /groups`. */
    readonly calls: readonly string[];
    /** Runs it with a fault in the request with this index. */
    run(call: number, fault: Fault): Promise<Result>;
}

export interface Result {
    readonly damage: Damage | undefined;
    /** Messages of all runs, for analyzing damage. */
    readonly story: readonly string[];
    /** Whether the faulty run failed. */
    readonly failed: boolean;
    /** Number of runs after the faulty one until there were no more changes. */
    readonly runs: number;
}

/** Maximum runs after the faulty one. */
const RUNS = 3;

/** Settings without rate limits, since the service runs in this process. With 0 retries, every fault reaches the kernel. */
function settingsWith(retries: number): Readonly<Record<string, string>> {
    return {
        "access-governance:retries": String(retries),
        "access-governance:readsPerSecond": "1000000",
        "access-governance:writesPerSecond": "1000000",
    };
}

/** A kind with its test data, and the runs to which faults can be applied. */
export class Scenarios {
    private readonly known: string;
    /** Time of the service at the start of every scenario. */
    private readonly start: number;
    /** The organization and the state after `args` were deployed, from which most scenarios start. */
    private up: { readonly organization: Organization; readonly state: Stack["state"] } | undefined;

    private constructor(
        private readonly subject: Subject,
        private readonly world: World,
        private readonly stage: Stage,
        private readonly transport: Transport,
        private readonly before: Organization,
        private readonly settings: Readonly<Record<string, string>>,
    ) {
        this.known = JSON.stringify(before);
        this.start = world.now();
    }

    /** @param retries of the client */
    static async open(subject: Subject, retries: number): Promise<Scenarios> {
        const world = await World.start();
        const transport = inMemory(world.service, world.service.url);
        const stage = await subject.stage(world);
        const before = world.service.snapshot();
        return new Scenarios(subject, world, stage, transport, before, settingsWith(retries));
    }

    async close(): Promise<void> {
        this.transport.close();
        await this.world.close();
    }

    /** Creation, updates of all updatable properties, replacements in every supported order, and deletion. */
    async plans(): Promise<Plan[]> {
        const { args, edits } = this.stage;
        const changes = Object.entries(edits).map(([name, value]) => ({ [name]: value }));
        const ways = await inTurn(changes, (change) => this.foreseen({ ...args, ...change }));
        const updates = changes.filter((_, index) => ways[index] === "update");
        const together = Object.assign({}, args, ...updates);
        const isOne = updates.length > 0 && (await this.foreseen(together)) === "update";
        const orders = [...new Set(ways)].filter((way) => way.startsWith("replace"));
        return [
            await this.plan("create", undefined, args),
            ...(isOne ? [await this.plan("update", args, together)] : []),
            ...(isOne
                ? []
                : await inTurn(updates, (update) =>
                      this.plan(`update ${Object.keys(update)}`, args, { ...args, ...update }),
                  )),
            ...(await inTurn(orders, (way) => this.plan(way, args, { ...args, ...changes[ways.indexOf(way)] }))),
            await this.plan("delete", args, undefined),
        ];
    }

    /** The action that a preview shows for this declaration. */
    private async foreseen(declared: Properties): Promise<string> {
        const { action, deleteBeforeReplace } = await (await this.prepared(this.stage.args)).preview(declared);
        return action === "replace" ? `replace, ${deleteBeforeReplace ? "delete" : "create"} first` : action;
    }

    /** A stack without resources, or with `from` deployed. */
    private async prepared(from: Properties | undefined): Promise<Stack> {
        const { service } = this.world;
        const stack = new Stack(this.subject.kind, this.world, this.settings);
        service.clock.set(new Date(this.start));
        service.calls.clear();
        service.store.restore(from && this.up ? this.up.organization : this.before);
        if (!from) return stack;
        if (!this.up) {
            const { failures } = await stack.up(from);
            if (failures.length > 0) throw new Error(`${this.subject.kind.name}: ${failures.join("\n")}`);
            this.up = { organization: service.snapshot(), state: stack.state };
        }
        stack.state = this.up.state;
        return stack;
    }

    /** A change from one declaration to another. Undefined stands for no declaration. */
    private async plan(operation: string, from: Properties | undefined, to: Properties | undefined): Promise<Plan> {
        const whole = await this.act(from, to, new Striker(-1, undefined));
        const kind = this.subject.kind.name;
        if (whole.result.damage) throw new Error(`${kind} without a fault: ${whole.result.story.join("\n")}`);
        return {
            kind,
            operation,
            calls: whole.striker.calls,
            run: async (call, fault) => (await this.act(from, to, new Striker(call, fault), whole.ends)).result,
        };
    }

    private async act(
        from: Properties | undefined,
        to: Properties | undefined,
        striker: Striker,
        wanted?: readonly Picture[],
    ): Promise<Acted> {
        const { world, transport, known, start } = this;
        const course = new ScenarioRuns(await this.prepared(from), this.world.service.clock);
        const look = (): Picture => pictureOf(world.service.store.view(), start, known, course.stack.state?.id);
        const before = look();
        transport.between = striker.between;
        const failed = !(await course.runOnce(to, "struck "));
        transport.between = undefined;
        const { story } = course;
        if (striker.struck) story.unshift(`struck: ${striker.struck}`);
        const ends: Picture[] = [];
        let runs = 0;
        let damage: Damage | undefined;
        for (const declared of to ? [to, undefined] : [to]) {
            const taken = await course.settle(declared);
            if (declared === to) runs = taken ?? RUNS;
            if (taken === undefined) damage = "stuck";
            else {
                const found = look();
                const whole = wanted?.[ends.length] ?? found;
                const difference = differenceOf(whole, found);
                ends.push(found);
                damage = damageOf(difference, [...before.keys(), ...whole.keys()], declared !== undefined);
                story.push(
                    ...difference.missing.map((line) => `- ${line}`),
                    ...difference.extra.map((line) => `+ ${line}`),
                );
            }
            if (damage) break;
        }
        return { striker, ends, result: { damage, story, failed, runs } };
    }
}

interface Acted {
    readonly striker: Striker;
    /** The organization after deploying the declaration and after its removal. */
    readonly ends: readonly Picture[];
    readonly result: Result;
}

/** The runs of one scenario. */
class ScenarioRuns {
    readonly story: string[] = [];

    constructor(
        readonly stack: Stack,
        private readonly clock: World["service"]["clock"],
    ) {}

    /** Deploys the declaration, or destroys the stack if it is undefined. Returns false on failure. */
    async runOnce(declared: Properties | undefined, what = ""): Promise<boolean> {
        const { action, lines, failures } = await (declared ? this.stack.up(declared) : this.destroy());
        this.tell(`${what}${declared ? "up" : "destroy"}`, [action, ...lines, ...failures]);
        // Follows the advice of the error: after ten minutes, all writes are visible.
        if (failures.some((line) => line.includes("Run again later"))) this.clock.advance(10 * 60_000);
        return action !== "failed";
    }

    /** Number of runs until the stack has no changes, or undefined if it still has some after `RUNS`. */
    async settle(declared: Properties | undefined): Promise<number | undefined> {
        for (let run = 1; run <= RUNS; run += 1) {
            if (!(await this.runOnce(declared))) continue;
            if (!declared) return run;
            const { action, lines, failures } = await this.stack.preview(declared);
            if (action === "same" && lines.length === 0) return run;
            this.tell("preview", [action, ...lines, ...failures]);
        }
        return undefined;
    }

    private async destroy(): Promise<
        Pick<DrivenOutcome, "lines" | "failures"> & { readonly action: "delete" | "failed" }
    > {
        try {
            return { action: "delete", lines: await this.stack.destroy(), failures: [] };
        } catch (error) {
            return { action: "failed", lines: [], failures: [error instanceof Error ? error.message : String(error)] };
        }
    }

    private tell(what: string, lines: readonly string[]): void {
        this.story.push(`${what}: ${lines.join("\n    ")}`);
    }
}

/** @param known records of the organization before and after a run without faults */
function damageOf({ missing, extra }: Difference, known: readonly string[], isDeclared: boolean): Damage | undefined {
    // Identifies a record by its table and its first field, which is an id.
    const headOf = (line: string): string => line.replaceAll(OBJECT, "<made>").split(",", 1)[0] ?? line;
    const objects = new Set(known.filter((line) => line.includes(OBJECT)).map(headOf));
    if (isDeclared && extra.some((line) => !line.includes(OBJECT) && objects.has(headOf(line)))) return "doubled";
    if (extra.some((line) => line.includes('"visibility":"GLOBAL"'))) return "widened";
    if (missing.length > 0) return "lost";
    if (extra.length === 0) return undefined;
    return isDeclared ? "widened" : "lost";
}

async function inTurn<Item, Found>(items: readonly Item[], work: (item: Item) => Promise<Found>): Promise<Found[]> {
    const found: Found[] = [];
    for (const item of items) found.push(await work(item));
    return found;
}
