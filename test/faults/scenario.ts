import type { Organization } from "../../src/service/index.js";
import { type Outcome, Stack } from "../conformance/stack.js";
import type { Stage, Subject } from "../conformance/subject.js";
import { World } from "../conformance/world.js";
import { inMemory, type Transport } from "../transport.js";
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
    /** Three runs do not get there. */
    | "stuck";

/** One run of a program, without a fault. */
export interface Plan {
    readonly kind: string;
    /** Such as `create`, or `update description`. */
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
    /** How the struck run ended. */
    readonly struck: "failed" | "went on";
    /** Whether an error told to import, and the program did. */
    readonly imported: boolean;
}

/** Options that an error told to add, and the program did. */
interface Advised {
    import?: string;
    adopt?: boolean;
}

/** Runs after the struck one, so that it comes to rest. */
const RUNS = 3;

/** Calls of a kind go to the service in process, one repetition of nothing: every fault is seen by the kernel. */
const SETTINGS = {
    "access-governance:retries": "0",
    "access-governance:readsPerSecond": "1000000",
    "access-governance:writesPerSecond": "1000000",
};

/** A kind on its stage, and the runs of its life that can be struck. */
export class Theatre {
    private constructor(
        private readonly subject: Subject,
        private readonly world: World,
        private readonly stage: Stage,
        private readonly transport: Transport,
        private readonly before: Organization,
    ) {}

    static async open(subject: Subject): Promise<Theatre> {
        const world = await World.start();
        const transport = inMemory(world.service, world.service.url);
        const stage = await subject.stage(world);
        return new Theatre(subject, world, stage, transport, world.service.snapshot());
    }

    async close(): Promise<void> {
        this.transport.close();
        await this.world.close();
    }

    /** Its creation, each of its updates and replacements, and its deletion. */
    async plans(): Promise<Plan[]> {
        const { args, edits } = this.stage;
        const changes = Object.entries(edits).map(([name, value]) => ({ ...args, [name]: value }));
        const all = [
            await this.plan(undefined, args),
            ...(await inTurn(changes, (change) => this.plan(args, change))),
            await this.plan(args, undefined),
        ];
        return all.filter((plan) => plan !== undefined);
    }

    /** From one declaration to another; undefined is none. */
    private async plan(from: Properties | undefined, to: Properties | undefined): Promise<Plan | undefined> {
        const whole = await this.act(from, to, new Striker(-1, undefined));
        if (whole.result.damage)
            throw new Error(`${this.subject.kind.name} without a fault: ${whole.result.story.join("\n")}`);
        const edited = Object.keys(to ?? {}).filter((name) => from && to && from[name] !== to[name]);
        const operation = [whole.action, ...edited].join(" ");
        return {
            kind: this.subject.kind.name,
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
    ) {
        const { world, transport, before } = this;
        world.service.store.restore(before);
        world.service.calls.clear();
        const known = JSON.stringify(before);
        const start = Date.now();
        const stack = new Stack(this.subject.kind, world, SETTINGS);
        const story: string[] = [];
        const options: Advised = {};
        const look = (): Picture => pictureOf(world.service.snapshot(), start, known, stack.state?.id);
        const go = async (declared: Properties | undefined): Promise<Outcome["action"] | "delete"> => {
            const outcome = declared
                ? await stack.up(declared, options)
                : await stack.destroy().then(
                      (lines) => ({ action: "delete" as const, lines, failures: [] as string[] }),
                      (error: Error) => ({ action: "failed" as const, lines: [], failures: [error.message] }),
                  );
            story.push(
                `${declared ? "up" : "destroy"}: ${[outcome.action, ...outcome.lines, ...outcome.failures].join("\n    ")}`,
            );
            const said = outcome.failures.join("\n");
            const advised = /\{ import: ("[^"]*")/.exec(said)?.[1];
            if (advised) options.import = JSON.parse(advised);
            if (/\{ adopt: true/.test(said)) options.adopt = true;
            return outcome.action;
        };
        /** Whether the stack comes to rest with this declaration. */
        const settle = async (declared: Properties | undefined): Promise<boolean> => {
            for (let run = 0; run < RUNS; run += 1) {
                const action = await go(declared);
                if (action === "failed") continue;
                if (!declared) return true;
                const { action: next, lines, failures } = await stack.preview(declared, options);
                if (next === "same" && lines.length === 0) return true;
                story.push(`preview: ${[next, ...lines, ...failures].join("\n    ")}`);
            }
            return false;
        };

        if (from && !(await settle(from))) return this.ended(striker, "failed", [], "stuck", story, options);
        transport.between = striker.between;
        const action = await go(to);
        transport.between = undefined;
        if (striker.struck) story.unshift(`struck: ${striker.struck}`);
        const ends: Picture[] = [];
        let damage: Damage | undefined;
        for (const declared of to ? [to, undefined] : [to]) {
            if (!(await settle(declared))) damage = "stuck";
            else {
                const found = look();
                const whole = wanted?.[ends.length] ?? found;
                const difference = differenceOf(whole, found);
                ends.push(found);
                damage = damageOf(difference, whole, declared !== undefined);
                for (const line of difference.missing) story.push(`- ${line}`);
                for (const line of difference.extra) story.push(`+ ${line}`);
            }
            if (damage) break;
        }
        return this.ended(striker, action, ends, damage, story, options);
    }

    private ended(
        striker: Striker,
        action: Outcome["action"] | "delete",
        ends: readonly Picture[],
        damage: Damage | undefined,
        story: readonly string[],
        options: Advised,
    ) {
        const struck = action === "failed" ? ("failed" as const) : ("went on" as const);
        const result: Result = { damage, story, struck, imported: options.import !== undefined };
        return { striker, action, ends, result };
    }
}

function damageOf({ missing, extra }: Difference, wanted: Picture, isDeclared: boolean): Damage | undefined {
    const anonymous = (line: string): string => line.replaceAll(OBJECT, "<made>");
    const objects = new Set([...wanted.keys()].filter((line) => line.includes(OBJECT)).map(anonymous));
    if (extra.some((line) => objects.has(anonymous(line)))) return "doubled";
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
