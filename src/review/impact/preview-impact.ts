import { Directory } from "../../access/answers/directory.js";
import { type ChainChanges, chainChanges } from "../../access/guarantees/escalation/chain-changes.js";
import { targetKey } from "../../access/guarantees/escalation/useful-targets.js";
import { isSelected, rankOf } from "../../access/guarantees/tests/selectors.js";
import { type Impact, impactOf } from "../../access/model/change/impact.js";
import type { Change } from "../../access/model/facts/change.js";
import type { Assumptions, Facts, Tag, Target } from "../../access/model/facts/facts.js";
import { governedOf, NO_FACTS } from "../../access/model/facts/records.js";
import { AccessModel, targetsOf } from "../../access/model/model.js";
import { withEvidence } from "../../access/reader/evidence.js";
import { limitedToken } from "../../access/reader/limited-token.js";
import { isNew } from "../../access/reader/newly-visible.js";
import { readFacts, readFactsAround } from "../../access/reader/read-facts.js";
import { type FactsAround, HIDDEN, type ReadOptions } from "../../access/reader/reading.js";
import { addTags, tagsById } from "../../access/reader/reads/tags.js";
import type { Client } from "../../api/client.js";
import { firstOf, type Phrase, plain, prose } from "../../common/phrase.js";
import type { PreviewDocument } from "../report/document.js";
import { historiesOf } from "../report/history.js";
import type { FindKind } from "../report/names.js";
import { type Account, sumOf, unknownAccount } from "./account.js";
import type { AllowedChange } from "./other-changes.js";
import { accessPlanOf, type PreviewPlan } from "./plan.js";
import { unseenObjects, withNestingEnds } from "./state/state-evidence.js";

/** Effects of a preview on access, with all data needed to describe them. */
export interface PreviewImpact {
    readonly impact: Impact;
    /** The part of the impact that reverts drift. */
    readonly reverted: Impact;
    /** Effects of drift that the program accepts. They have already happened. */
    readonly accepted: Impact;
    /** The current organization, without the drift that the program accepts. */
    readonly before: AccessModel;
    readonly after: AccessModel;
    readonly directory: Directory;
    /** The organization before the change, limited to what the change can affect. */
    readonly facts: Facts;
    /** How much of the preview was evaluated, and which effects are unknown. */
    readonly account: Account;
    /** What each resource of the program changes. */
    readonly parts: PreviewPlan["parts"];
    /** Chains that the change adds and removes. Undefined if not requested. */
    readonly chains?: ChainChanges;
}

export interface PreviewImpactOptions {
    /** Client to read the current organization with. Data that the change cannot affect may not be read. */
    readonly client?: Client;
    /** A saved organization to use instead of reading it. */
    readonly snapshot?: Facts;
    /** Settings of the organization that the API does not return. */
    readonly assumptions?: Partial<Assumptions> | undefined;
    /** What the program may do beside the kinds of this package. Everything else is unknown. */
    readonly allowed?: readonly AllowedChange[] | undefined;
    /** Tags by which targets are selected, as `key` or `key=value`. */
    readonly tags?: readonly string[];
    /** Whether to read all targets that become visible to people, regardless of the number of calls. */
    readonly isWhole?: boolean;
    /** Selectors for the groups and resources for which chains are compared. If set, the whole organization is read. */
    readonly chainsTo?: readonly string[];
    readonly progress?: (done: number, total: number) => void;
}

/**
 * Determines who gains and who loses access. Requires `client` or `snapshot`. Does not make any calls if the preview does not affect
 * access.
 */
export async function impactOfPreview(
    document: PreviewDocument,
    kindOf: FindKind,
    {
        client,
        snapshot,
        assumptions,
        allowed,
        tags = [],
        isWhole = false,
        chainsTo = [],
        progress,
    }: PreviewImpactOptions,
): Promise<PreviewImpact> {
    const plan = accessPlanOf(document, kindOf, allowed);
    if (plan.isEmpty) return evaluated(plan, complete(snapshot ?? NO_FACTS, plan), new Map());
    const known = client ? await tagsById(client) : new Map(Object.entries(snapshot?.tagIds ?? {}));
    const options = progress ? { progress } : {};
    const around = { ...options, around: plan.around, changes: (facts: Facts) => plan.changes(facts, known), isWhole };
    const read =
        !client || snapshot
            ? complete(snapshot ?? NO_FACTS, plan)
            : chainsTo.length > 0
              ? complete(await readWhole(client, plan, options), plan)
              : await readFactsAround(client, around);
    const found = client && tags.length > 0 ? await addTags(client, read.facts, known, { texts: tags }) : read.facts;
    const histories = historiesOf(document);
    const facts = withNestingEnds(found, histories);
    const result = evaluated(
        plan,
        { ...read, facts: { ...facts, ...(assumptions && { assumptions }) } },
        known,
        unseenObjects(facts, histories),
    );
    return chainsTo.length === 0 ? result : { ...result, chains: chainsIn(result, chainsTo) };
}

/** Reads the whole organization, and additional data that only the change requires: tags of users, and levels of the targets. */
async function readWhole(
    client: Client,
    { around: aroundOf, tagIds }: PreviewPlan,
    options: ReadOptions,
): Promise<Facts> {
    const facts = await readFacts(client, options);
    const around = aroundOf(facts);
    const isTagged = around.tags.length > 0 || tagIds.length > 0 || around.hasOtherTags;
    return withEvidence(client, facts, { tags: isTagged ? "all" : [], leveled: () => around.targets });
}

/** Compares the chains that lead to the selected groups and resources, starting with the most sensitive ones. */
function chainsIn({ before, after }: PreviewImpact, selectors: readonly string[]): ChainChanges {
    const all = new Map([before, after].flatMap((model) => [...targetsOf(model)].map((one) => [targetKey(one), one])));
    const rank = (target: Target) => rankOf(governedOf(after.records, target)?.sensitivity);
    const targets = [...all.values()].filter(
        (one) =>
            one.type !== "bundle" &&
            [before, after].some(({ records }) => selectors.some((selector) => isSelected(records, one, selector))),
    );
    return chainChanges(
        before,
        after,
        targets.sort((one, other) => rank(one) - rank(other)),
    );
}

function evaluated(
    plan: PreviewPlan,
    { facts, hidden, ...unread }: FactsAround,
    tags: ReadonlyMap<string, Tag>,
    unseen: readonly Phrase[] = [],
): PreviewImpact {
    const now = AccessModel.of(facts);
    const reversals = plan.reversals(facts, tags);
    const before = reversals.length === 0 ? now : now.with(reversals);
    const changes = plan.changes(facts, tags);
    const after = now.with([...changes, ...unknownsOf(hidden, changes)]);
    const impact = impactOf(before, after);
    const reverts = plan.reverts(facts, tags);
    return {
        impact,
        reverted: before === now && reverts.length === changes.length ? impact : impactOf(now, now.with(reverts)),
        accepted: impactOf(before, now),
        before,
        after,
        facts,
        directory: new Directory([facts], plan.newNames),
        parts: plan.parts,
        account: sumOf([
            plan.account,
            unknownAccount(
                [
                    ...unread.notReadable,
                    ...hiddenGiven(hidden, changes),
                    ...incompleteLists(now, facts, unseen, changes),
                ],
                "anything",
            ),
            unknownAccount(unknownTags(plan, tags), "anything"),
            unknownAccount(unread.notRead, "requests"),
            unknownAccount(skippedIn(impact), "reported"),
        ]),
    };
}

/** Clauses about hidden objects to which the change grants access. It is unknown what these objects grant in turn. */
function hiddenGiven(hidden: FactsAround["hidden"], changes: readonly Change[]): Phrase[] {
    const given = new Set(changes.map(givenBy));
    return hidden
        .filter(({ type, id }) => (type === "group" || type === "resource") && given.has(id))
        .map(
            ({ type, id }) =>
                prose`${plain(type)} "${id}": ${plain(HIDDEN)}, so it is unknown what the ${plain(type)} grants`,
        );
}

/** Maximum number of objects to name that the token does not see. */
const MAX_UNSEEN = 3;

/**
 * Warns that the lists may be incomplete if the token is not known to see everything. The change may then also grant access to objects that
 * were not read. If no organization role is visible, the warning is shown only if an object of the program is missing from the lists, or if
 * the change grants permissions that may cover objects which are not in the lists.
 */
function incompleteLists(
    model: AccessModel,
    facts: Facts,
    unseen: readonly Phrase[],
    changes: readonly Change[],
): Phrase[] {
    const reason = limitedToken(model, facts);
    const hasRoles = model.administration.grounds.organizationRoles().length > 0;
    if (!reason || changes.length === 0) return [];
    const named = prose`${firstOf(unseen, MAX_UNSEEN)} ${unseen.length === 1 ? prose`is` : prose`are`} not visible to this token`;
    if (unseen.length === 0 && !hasRoles && !changes.some((change) => isOfPermissions(change, facts))) return [];
    return [
        prose`${unseen.length > 0 ? named : reason}, so the change may also grant access to objects that were not read`,
    ];
}

/** Whether a change grants permissions that may cover objects which are not in the lists. */
function isOfPermissions(change: Change, { groups, resources, bundles }: Facts): boolean {
    if (!("put" in change) || change.put !== "resource") return false;
    const { permissions = [] } = change.value;
    if (permissions.length === 0) return false;
    const listed = new Set([...groups, ...resources, ...bundles].map(({ id }) => id));
    return permissions.some(
        ({ targetType, allowAll, targetIds }) =>
            targetType !== "other" &&
            (allowAll ||
                targetIds.length === 0 ||
                targetType === "connection" ||
                targetType === "owner" ||
                targetType === "unknown" ||
                targetIds.some((id) => isExisting(id) && !listed.has(id))),
    );
}

/** Id of the group or resource to which a change grants access. */
function givenBy(change: Change): string | undefined {
    if (!("put" in change)) return undefined;
    switch (change.put) {
        case "membership":
            return change.value.groupId;
        case "nesting":
            return change.value.containingGroupId;
        case "grant":
        case "link":
            return change.value.resourceId;
        default:
            return undefined;
    }
}

/** Adds an unknown to each hidden object that the change adds anything to, because the object's unknown users may gain that access. */
function unknownsOf(hidden: FactsAround["hidden"], changes: readonly Change[]): Change[] {
    const added = JSON.stringify(changes.filter((change) => "put" in change));
    return hidden
        .filter(({ id }) => added.includes(JSON.stringify(id)))
        .map(({ type, id }) => ({ put: "unknown", value: { type, id, because: HIDDEN, variant: "after" } }));
}

/**
 * Determines the hidden objects of a whole organization: those that the token cannot see, and those that the change refers to but the facts
 * do not contain.
 */
function complete(facts: Facts, plan: PreviewPlan): FactsAround {
    const around = plan.around(facts);
    const all = [facts.groups, facts.resources, facts.bundles, facts.owners].flat();
    const known = new Set(all.map(({ id }) => id));
    const owners = around.ownerIds.map((id) => ({ type: "owner" as const, id }));
    const lacking = [...around.targets, ...owners].filter(({ id }) => isExisting(id) && !known.has(id));
    const kept = facts.unknowns.filter(({ because }) => because === HIDDEN);
    return { facts, hidden: [...kept, ...lacking], notRead: [], notReadable: [] };
}

/** Clauses about tags that the change adds or removes, and that could not be read. */
function unknownTags({ tagIds }: PreviewPlan, tags: ReadonlyMap<string, Tag>): Phrase[] {
    const ids = new Set(tagIds.filter((id) => isExisting(id) && !tags.has(id)));
    return [...ids].map(
        (id) => prose`tag "${id}" is not among the known tags, so it is unknown who gets access through it`,
    );
}

/** Whether this is the id of an existing object. Objects that the change creates have a URN instead. */
function isExisting(id: string): boolean {
    return id !== "" && !isNew(id);
}

/** A clause about later times that were not compared. Access that people gain only at these times is not reported. */
function skippedIn({ skippedTimes: count }: Impact): Phrase[] {
    return count > 0 ? [prose`access expires at too many different times, so ${count} of them were not compared`] : [];
}
