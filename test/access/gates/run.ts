import { kinds } from "../../../src/resources/kinds.js";
import { VirtualTime } from "../../proofs/simulator/clock.js";
import { Dice } from "../../proofs/simulator/dice.js";
import { ordered } from "../../proofs/simulator/engine.js";
import type { Program } from "../../proofs/simulator/program.js";
import { NOW } from "../oracle/organizations.js";
import { type Case, tryEdit } from "./case.js";
import { Deployment, Refused } from "./deployment.js";
import { Bench, type Edit, type Sorts } from "./edit.js";
import { randomOrganization } from "./organization.js";
import { randomProgram, Surroundings } from "./programs.js";
import { TABLES } from "./sorts/index.js";
import { truthOf } from "./truth.js";

/** One edit that was previewed, judged and deployed. */
export interface Tried extends Case {
    readonly seed: number;
    readonly sort: string;
    readonly words: string;
}

/** Results of all edits of one organization. */
export interface Round {
    readonly tried: readonly Tried[];
    /** Edits that the engine, the provider or the service rejected: sort, description and reason. */
    readonly refused: readonly string[];
}

/** Maximum declarations of rare kinds in a program. */
const RARE = 8;
/** Maximum attempts to draw an edit: some sorts do not apply to every program. */
const ATTEMPTS = 2000;

/** Creates the organization of this seed, deploys its program and tries the edits. Each edit starts from the same deployment. */
export async function play(seed: number): Promise<Round> {
    const dice = new Dice(seed);
    const deployment = new Deployment(randomOrganization(dice), new VirtualTime(NOW.toISOString()));
    try {
        const around = new Surroundings(dice, deployment.store);
        const program = await deployed(deployment, around);
        const tried: Tried[] = [];
        const refused: string[] = [];
        const truth = truthOf(deployment.store, deployment.now);
        for (const [table, edits] of TABLES)
            for (let count = 0; count < edits; count += 1) {
                deployment.back();
                const bench = new Bench(program, around, deployment.store, (name) => deployment.idOfName(name));
                const [sort, edit] = draw(table, bench);
                try {
                    tried.push({ seed, sort, words: edit.words, ...(await tryEdit(deployment, program, edit, truth)) });
                } catch (error) {
                    if (!(error instanceof Refused)) throw error;
                    refused.push(`${sort}: ${edit.words}: ${error.message}`);
                }
            }
        return { tried, refused };
    } finally {
        deployment.close();
    }
}

/** Deploys a random program with some additional declarations of rare kinds. */
async function deployed(deployment: Deployment, around: Surroundings): Promise<Program> {
    let program = randomProgram(around);
    await deployment.up(program);
    deployment.keep();
    const rare = kinds.filter(({ name }) => !program.some(({ kind }) => kind === name));
    for (const kind of around.dice.some(rare, RARE)) {
        const bench = new Bench(program, around, deployment.store, (name) => deployment.idOfName(name));
        const args = bench.values.declaration(kind);
        if (!args) continue;
        const more = [...program, { name: `rare-${kind.name}`, kind: kind.name, args }];
        try {
            await deployment.up(more);
            const { steps } = await deployment.preview(more);
            // The service does not keep some values, such as the visibility groups of a GLOBAL object. Each edit would seem to change them.
            if (steps.some(({ op }) => op !== "same" && op !== "refresh"))
                throw new Refused("It differs again at once.");
            deployment.keep();
            program = more;
        } catch (error) {
            if (!(error instanceof Refused)) throw error;
            deployment.back();
        }
    }
    return program;
}

function draw(sorts: Sorts, bench: Bench): [sort: string, edit: Edit] {
    const names = Object.keys(sorts);
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
        const sort = bench.dice.pick(names);
        const edit = sorts[sort]?.(bench);
        if (edit && isPossible(edit)) return [sort, edit];
    }
    throw new Error("No sort of edit fits the program.");
}

/** Returns whether the program can be written: its resources must not depend on each other in a cycle. */
function isPossible({ program = [] }: Edit): boolean {
    try {
        ordered(program);
        return true;
    } catch {
        return false;
    }
}
