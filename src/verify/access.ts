import PQueue from "p-queue";
import type { Facts, Target } from "../access/facts.js";
import { AccessModel } from "../access/model.js";
import { readFacts } from "../access-reader/read-facts.js";
import type { Client } from "../api/client.js";
import { CallError, UnauthorizedError, UnreachableError } from "../api/errors.js";
import { type Comparison, compareTarget } from "./comparison.js";
import { type Disagreement, keyOf } from "./disagreement.js";
import { becauseOf, Witnesses } from "./evidence.js";
import type { Unverified } from "./finding.js";
import { allTargets, sampleOf } from "./target-sample.js";

/** How the answers of the service agree with the access model. */
export interface Access {
    readonly disagreements: readonly Disagreement[];
    /** Groups and resources that were compared. */
    readonly targets: number;
    /** All groups and resources. */
    readonly allTargets: number;
    /** Answers that were compared with the model. */
    readonly answers: number;
    /** People whom only the service names, where the model knows that it does not know everybody. */
    readonly incomparable: number;
    /** Operations of which nothing could be compared. */
    readonly unverified: readonly Unverified[];
    readonly facts: Facts;
}

/** What kept the model from being made. */
export interface NoAccess {
    readonly unread: Unverified;
}

export interface AccessSubject {
    readonly client: Client;
    /** Number of groups and resources to compare. Undefined: all. */
    readonly sample: number | undefined;
    readonly progress: (done: number, total: number) => void;
}

/** Targets that are compared together; the client has limits of its own. */
const AT_ONCE = 20;

/** Reads who has what, and compares the model of it with what the service answers. @throws UnreachableError, UnauthorizedError */
export async function verifyAccess({ client, sample, progress }: AccessSubject): Promise<Access | NoAccess> {
    const facts = await readFacts(client, { progress }).catch(unread);
    if ("unread" in facts) return facts;
    const model = AccessModel.of(facts);
    const all = allTargets(model).length;
    const targets = sampleOf(model, sample ?? all);
    const witnesses = new Witnesses(client);
    const first = await compare(client, model, targets, witnesses, progress);
    return {
        disagreements: await confirmed(client, first.disagreements, witnesses),
        targets: targets.length,
        allTargets: all,
        answers: witnesses.answers,
        incomparable: new Set(first.incomparable).size,
        unverified: witnesses.unverified,
        facts,
    };
}

function unread(error: unknown): NoAccess {
    if (!(error instanceof CallError) || error instanceof UnreachableError || error instanceof UnauthorizedError)
        throw error;
    return { unread: { operation: error.failure.operation, because: becauseOf(error) } };
}

async function compare(
    client: Client,
    model: AccessModel,
    targets: readonly Target[],
    witnesses: Witnesses,
    progress: AccessSubject["progress"] = () => {},
): Promise<Comparison> {
    const queue = new PQueue({ concurrency: AT_ONCE });
    let done = 0;
    const found = await queue.addAll(
        targets.map((target) => async () => {
            const one = await compareTarget(model, target, witnesses, client.now());
            done += 1;
            progress(done, targets.length);
            return one;
        }),
    );
    return {
        disagreements: found.flatMap(({ disagreements }) => disagreements),
        incomparable: found.flatMap(({ incomparable }) => incomparable),
    };
}

/** What a second reading shows again: everything else was changed while it was read. */
async function confirmed(
    client: Client,
    found: readonly Disagreement[],
    witnesses: Witnesses,
): Promise<readonly Disagreement[]> {
    if (found.length === 0) return [];
    const targets = [...new Map(found.map(({ target }) => [`${target.type} ${target.id}`, target])).values()];
    const facts = await readFacts(client);
    const again = await compare(client, AccessModel.of(facts), targets, witnesses);
    const keys = new Set(again.disagreements.map(keyOf));
    return found.filter((one) => keys.has(keyOf(one)));
}
