import type { Organization } from "../../../src/local/service/index.js";
import { inMemory, type Transport } from "../../support/transport.js";
import { type Outcome, Stack } from "../conformance/stack.js";
import type { Stage, Subject } from "../conformance/subject.js";
import { World } from "../conformance/world.js";
import { type Fault, Striker } from "./faults.js";
import { type Difference, differenceOf, OBJECT, type Picture, pictureOf } from "./organization.js";

type Properties = Readonly<Record<string, unknown>>;

/** What a fault may not lead to, once the program went up again. */
export type Damage =
    /** Something declared is not on the service, or not as declared; or something is left on it that the state no longer knows. */
    | "lost"
    /** The object is there twice. */
    | "doubled"
    /** Something is on the service that nobody declared, or something is open to everybody that was not to be. */
    | "widened"
    /** Three runs of the program as it is do not get there, without an edit that an error may advise. */
    | "stuck";

/** One run of a program, without a fault. */
export interface Plan {
    readonly kind: string;
    /** Such as `create`, or `update description` where not everything can be updated at once. A replacement says what goes first. */
    readonly operation: string;
    /** Its calls, such as `PUT /groups`. */
    readonly calls: readonly string[];
    /** Goes through it with a fault at one of its calls. */
    run(call: number, fault: Fault): Promise<Result>;
}

export interface Result {
    readonly damage: Damage | undefined;
    /** What was seen, for whoever looks into a damage. */
    readonly story: readonly string[];
    /** Whether the struck run failed; otherwise it went on. */
    readonly failed: boolean;
    /** How often the program went up after the struck run until it was at rest. */
    readonly runs: number;
}

/** Runs after the struck one, so that it comes to rest. */
const RUNS = 3;

/** Calls of a kind go to the service in process. Without repetitions every fault is seen by the kernel. */
function settingsWith(retries: number): Readonly<Record<string, string>> {
    return {
        "access-governance:retries": String(retries),
        "access-governance:readsPerSecond": "1000000",
        "access-governance:writesPerSecond": "1000000",
    };
}

/** A kind on its stage, and the runs of its life that can be struck. */
export class Theatre {
    private readonly known: string;
    /** Every scenario begins at this time of the service. */
    private readonly start: number;
    /** The organization and the state after `args` went up: most scenarios begin so. */
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

    /** `retries` is how often the client repeats a call. */
    static async open(subject: Subject, retries: number): Promise<Theatre> {
        const world = await World.start();
        const transport = inMemory(world.service, world.service.url);
        const stage = await subject.stage(world);
        const before = world.service.snapshot();
        return new Theatre(subject, world, stage, transport, before, settingsWith(retries));
    }

    async close(): Promise<void> {
        this.transport.close();
        await this.world.close();
    }

    /** Its creation, an update of everything that can be updated, a replacement in each order that there is, and its deletion. */
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

    /** What becomes of the object if the program says this of it. */
    private async foreseen(declared: Properties): Promise<string> {
        const { action, deleteBeforeReplace } = await (await this.prepared(this.stage.args)).preview(declared);
        return action === "replace" ? `replace, ${deleteBeforeReplace ? "delete" : "create"} first` : action;
    }

    /** A stack before anything is declared, or after `args` are. */
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

    /** From `args`, or from nothing, to another declaration, or to none. */
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
        const course = new Course(await this.prepared(from), this.world.service.clock);
        const look = (): Picture => pictureOf(world.service.store.view(), start, known, course.stack.state?.id);
        const before = look();
        transport.between = striker.between;
        const failed = !(await course.go(to, "struck "));
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
    /** The organization with the declaration, and after it. */
    readonly ends: readonly Picture[];
    readonly result: Result;
}

/** The runs of one scenario. */
class Course {
    readonly story: string[] = [];

    constructor(
        readonly stack: Stack,
        private readonly clock: World["service"]["clock"],
    ) {}

    /** One run; undefined declares nothing. False if it failed. */
    async go(declared: Properties | undefined, what = ""): Promise<boolean> {
        const { action, lines, failures } = await (declared ? this.stack.up(declared) : this.destroy());
        this.tell(`${what}${declared ? "up" : "destroy"}`, [action, ...lines, ...failures]);
        // As it advises: what was written ten minutes ago must be visible.
        if (failures.some((line) => line.includes("Run again later"))) this.clock.advance(10 * 60_000);
        return action !== "failed";
    }

    /** How many runs with this declaration bring the stack to rest; undefined if it does not come to rest. */
    async settle(declared: Properties | undefined): Promise<number | undefined> {
        for (let run = 1; run <= RUNS; run += 1) {
            if (!(await this.go(declared))) continue;
            if (!declared) return run;
            const { action, lines, failures } = await this.stack.preview(declared);
            if (action === "same" && lines.length === 0) return run;
            this.tell("preview", [action, ...lines, ...failures]);
        }
        return undefined;
    }

    private async destroy(): Promise<Pick<Outcome, "lines" | "failures"> & { readonly action: "delete" | "failed" }> {
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

/** `known` is what there was before, and what is to be. */
function damageOf({ missing, extra }: Difference, known: readonly string[], isDeclared: boolean): Damage | undefined {
    // What a record is of: its table, and the id that it begins with.
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
