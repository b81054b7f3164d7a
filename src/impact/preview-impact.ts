import type { Assumptions, Facts, Tag } from "../access/facts.js";
import { type Impact, impactOf } from "../access/impact.js";
import { AccessModel } from "../access/model.js";
import { readFacts } from "../access-reader/read-facts.js";
import { tagged, tagsById } from "../access-reader/tags.js";
import { Directory } from "../answers/directory.js";
import type { Client } from "../api/client.js";
import type { PreviewDocument } from "../report/document.js";
import type { FindKind } from "../report/names.js";
import { type Account, sumOf } from "./account.js";
import { type Plan, planOf } from "./plan.js";

/** Effects of a preview on access, with everything needed to describe them. */
export interface PreviewImpact {
    readonly impact: Impact;
    readonly before: AccessModel;
    readonly after: AccessModel;
    readonly directory: Directory;
    /** The organization before the change, as far as the change can reach. */
    readonly facts: Facts;
    /** All tags, before or after. */
    readonly tags: readonly Tag[];
    /** How much of the preview was evaluated, and what is unknown. */
    readonly account: Account;
}

export interface PreviewImpactOptions {
    /** Reads the current organization; may omit what the change cannot reach. */
    readonly client?: Client;
    /** A saved organization to use instead of reading it. */
    readonly snapshot?: Facts;
    /** Settings of the organization that the API does not return. */
    readonly assumptions?: Partial<Assumptions> | undefined;
    /** Tags that select targets, as `key` or `key=value`. */
    readonly tags?: readonly string[];
    readonly progress?: (done: number, total: number) => void;
}

/** Evaluates who gains and who loses. Needs `client` or `snapshot`; a preview without effects makes no calls. */
export async function impactOfPreview(
    document: PreviewDocument,
    kindOf: FindKind,
    { client, snapshot, assumptions, tags = [], progress }: PreviewImpactOptions,
): Promise<PreviewImpact> {
    const plan = planOf(document, kindOf);
    if (plan.isEmpty) return evaluated(plan, snapshot ?? NOTHING, new Map());
    const known = client ? await tagsById(client) : new Map<string, Tag>();
    const read =
        snapshot ??
        (client ? await readFacts(client, { around: plan.around, ...(progress && { progress }) }) : NOTHING);
    const facts = client && tags.length > 0 ? await tagged(client, read, known, tags) : read;
    return evaluated(plan, { ...facts, ...(assumptions && { assumptions }) }, known);
}

function evaluated(plan: Plan, facts: Facts, tags: ReadonlyMap<string, Tag>): PreviewImpact {
    const before = AccessModel.of(facts);
    const after = before.with(plan.changes(facts, tags));
    const impact = impactOf(before, after);
    return {
        impact,
        before,
        after,
        facts,
        directory: new Directory([facts], plan.madeNames),
        tags: [...tags.values(), ...plan.tags],
        account: sumOf([plan.account, skippedIn(impact)]),
    };
}

/** What people gain at a time that is not compared is unknown, unless it lasts until the next one. */
function skippedIn({ skippedTimes: count }: Impact): Account {
    const words = `Access ends at so many different times that ${count} of them were not compared.`;
    return { evaluated: 0, irrelevant: 0, unknown: count > 0 ? [{ words, isBounded: true }] : [] };
}

const NOTHING: Facts = {
    at: new Date(0).toISOString(),
    users: [],
    identities: [],
    groups: [],
    resources: [],
    bundles: [],
    owners: [],
    memberships: [],
    grants: [],
    links: [],
    nestings: [],
    bindings: [],
    delegations: [],
    unknowns: [],
};
