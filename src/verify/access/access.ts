import { createHash } from "node:crypto";
import PQueue from "p-queue";
import type { Facts, Target } from "../../access/model/facts/facts.js";
import { AccessModel, targetsOf } from "../../access/model/model.js";
import { readFacts } from "../../access/reader/read-facts.js";
import type { Client } from "../../api/client.js";
import { CallError, UnauthorizedError, UnreachableError } from "../../api/errors.js";
import { grouped } from "../../common/collections.js";
import type { Unverified } from "../finding.js";
import { compareTarget, type TargetComparison } from "./comparison.js";
import { type Disagreement, disagreementKey } from "./disagreement.js";
import { becauseOf, HolderReader } from "./evidence.js";

/** Result of comparing the access model with the service. */
export interface Access {
    readonly disagreements: readonly Disagreement[];
    /** Number of groups and resources compared. */
    readonly targets: number;
    /** Number of all groups and resources. */
    readonly allTargets: number;
    /** Number of responses compared with the model. */
    readonly answers: number;
    /** Number of holders that only the service has, for targets whose holders the model cannot fully determine. */
    readonly incomparable: number;
    /** Operations that failed, so they were not compared with the model. */
    readonly unverified: readonly Unverified[];
    readonly facts: Facts;
}

/** Result if the model could not be built because an operation that it needs failed. */
export interface NoAccess {
    readonly unread: Unverified;
}

export interface AccessSubject {
    readonly client: Client;
    /** Number of groups and resources to compare. Undefined: all. */
    readonly sample: number | undefined;
    readonly progress: (done: number, total: number) => void;
}

/** Number of targets to compare at the same time. The client additionally limits concurrent calls. */
const CONCURRENCY = 20;

/**
 * Builds the access model from data of the service, and compares who has access in the model with the lists of the service.
 * @throws UnreachableError, UnauthorizedError
 */
export async function verifyAccess({ client, sample, progress }: AccessSubject): Promise<Access | NoAccess> {
    const reader = new HolderReader(client);
    const facts = await readFacts(client, { progress }).catch(unread);
    if ("unread" in facts) return facts;
    const model = await modelWithEnds(facts, reader);
    const all = allTargets(model).length;
    const targets = sampleOf(model, sample ?? all);
    const first = await compare(client, model, targets, reader, progress);
    const { answers } = reader;
    return {
        disagreements: await confirmed(client, first.disagreements, reader),
        targets: targets.length,
        allTargets: all,
        answers,
        incomparable: new Set(first.incomparable).size,
        unverified: reader.unverified,
        facts,
    };
}

/** The model with the ends of nestings, so that the ends of what they give can be compared. */
async function modelWithEnds(facts: Facts, reader: HolderReader): Promise<AccessModel> {
    return AccessModel.of({ ...facts, nestings: await reader.withEnds(facts.nestings) });
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
    reader: HolderReader,
    progress: AccessSubject["progress"] = () => {},
): Promise<TargetComparison> {
    const queue = new PQueue({ concurrency: CONCURRENCY });
    let done = 0;
    const found = await queue.addAll(
        targets.map((target) => async () => {
            const one = await compareTarget(model, target, reader, client.now());
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

/**
 * Returns the disagreements that still exist after reading again. The others were caused by changes between the reads of one comparison.
 */
async function confirmed(
    client: Client,
    found: readonly Disagreement[],
    reader: HolderReader,
): Promise<readonly Disagreement[]> {
    if (found.length === 0) return [];
    const targets = [...new Map(found.map(({ target }) => [`${target.type} ${target.id}`, target])).values()];
    const facts = await readFacts(client);
    const again = await compare(client, await modelWithEnds(facts, reader), targets, reader);
    const keys = new Set(again.disagreements.map(disagreementKey));
    return found.filter((one) => keys.has(disagreementKey(one)));
}

/**
 * Returns up to `size` groups and resources to compare. The sample of an organization is always the same, and takes turns between the sorts
 * of targets (access rules, groups with nested groups, resources of groups, …).
 */
function sampleOf(model: AccessModel, size: number): Target[] {
    const sorts = grouped(allTargets(model), (target) => sortOf(model, target));
    // Sorted by digest, so that the sample does not favor older objects: their ids may be the lower ones.
    const queues = [...sorts.values()].map((targets) =>
        targets.sort((a, b) => (targetDigest(a) < targetDigest(b) ? -1 : 1)),
    );
    const sample: Target[] = [];
    for (let turn = 0; sample.length < size && queues.some((queue) => turn < queue.length); turn += 1)
        for (const queue of queues) {
            const target = queue[turn];
            if (target && sample.length < size) sample.push(target);
        }
    return sample;
}

/** Returns every group and resource. Bundles are excluded, because they do not grant access. */
function allTargets(model: AccessModel): Target[] {
    return [...targetsOf(model)].filter(({ type }) => type !== "bundle");
}

function sortOf({ records }: AccessModel, { type, id }: Target): string {
    if (type === "resource") {
        const [isGiven, isGranted] = [(records.links.get(id) ?? []).length > 0, records.grants.has(id)];
        return `resource ${isGiven} ${isGranted}`;
    }
    const group = records.groups.get(id);
    if (group?.rule) return `rule ${group.rule.isActive}`;
    if ((records.nestings.get(id) ?? []).length > 0) return "group with nested groups";
    if (records.sources.has(id)) return "linked group";
    return (group?.leaderIds ?? []).length > 0 ? "group with leaders" : "group";
}

function targetDigest({ id }: Target): string {
    return createHash("sha1").update(id).digest("hex");
}
