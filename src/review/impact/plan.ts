import type { Change } from "../../access/model/facts/change.js";
import type { Facts, NamedFacts, Tag } from "../../access/model/facts/facts.js";
import type { Around } from "../../access/reader/scope.js";
import { grouped } from "../../common/collections.js";
import { declarerKey } from "../../common/names.js";
import { plain, prose } from "../../common/phrase.js";
import { isObject, type Properties } from "../../common/properties.js";
import { kindNameOf } from "../../common/pulumi-type.js";
import { hasForeignCode, type Kind, programOf, referencesIn } from "../../kernel.js";
import type { PreviewDocument } from "../report/document.js";
import { type History, historiesOf, programName } from "../report/history.js";
import type { FindKind } from "../report/names.js";
import { type Account, accountOf, HIDDEN_PROPERTY, sumOf, unknownAccount } from "./account.js";
import { Draft } from "./draft.js";
import { type AllowedChange, actionAccount, otherResourceAccount } from "./other-changes.js";
import { acceptedDriftOf, IDLE, type PlannedStep, plannedSteps } from "./steps.js";

/** The effects that `pulumi up` will have on access, according to a preview. */
export interface PreviewPlan {
    /** Whether the plan does not contain any steps that the access model evaluates. */
    readonly isEmpty: boolean;
    /** Returns the objects that the steps refer to directly. The lists resolve the names of adopted objects. */
    around(lists: NamedFacts): Around;
    /** Ids of the tags that the steps refer to. */
    readonly tagIds: readonly string[];
    /** Names of new objects by URN. Until an object is created, its URN is used as its id. */
    readonly newNames: ReadonlyMap<string, string>;
    /** What each resource changes. Their accounts add up to `account`. */
    readonly parts: readonly PlanPart[];
    readonly account: Account;
    /**
     * Returns the changes to the organization described by `facts`.
     * @param tags all tags by id
     */
    changes(facts: Facts, tags: ReadonlyMap<string, Tag>): readonly Change[];
    /** Returns only the changes that revert drift. */
    reverts(facts: Facts, tags: ReadonlyMap<string, Tag>): readonly Change[];
    /** Returns the changes that undo the drift that the program accepts. */
    reversals(facts: Facts, tags: ReadonlyMap<string, Tag>): readonly Change[];
}

/** A change of one resource. */
export interface PlanPart {
    readonly urn: string;
    readonly account: Account;
    /** Undefined if the change cannot be evaluated at all. */
    readonly step?: PlannedStep;
}

/**
 * Creates the plan from a preview document.
 * @param allowed what the program may do beside the kinds of this package
 */
export function accessPlanOf(
    document: PreviewDocument,
    kindOf: FindKind,
    allowed: readonly AllowedChange[] = [],
): PreviewPlan {
    const all = historiesOf(document);
    const histories = all.filter(({ type }) => kindOf(type) !== undefined);
    const created = createdIn(histories, kindOf);
    const isForeign = foreignIn(histories);
    const own = histories.filter((history) => !isForeign(history));
    const steps = own.flatMap((history) => plannedSteps(history, kindOf(history.type), created));
    const accepted = own.flatMap((history) => acceptedDriftOf(history, kindOf(history.type)));
    // Deletions come last, as in Pulumi's engine.
    const ordered = [...steps.filter(({ does }) => does === "put"), ...steps.filter(({ does }) => does === "remove")];
    const reversals = accepted.map(({ reversal }) => reversal);
    const affecting = [...ordered, ...accepted.map(({ done }) => done), ...reversals];
    const idsOf = (kind: string, steps: readonly PlannedStep[]): string[] =>
        steps
            .flatMap((step) => referencesIn(step.kind.fields, step.given))
            .filter(({ to }) => to === kind)
            .map(({ id }) => id);
    const changesOf = (
        some: readonly PlannedStep[],
        facts: Facts,
        tags: ReadonlyMap<string, Tag>,
    ): readonly Change[] => {
        const draft = new Draft(facts, tags);
        for (const step of some.map(withExistingIds(affecting, facts))) apply(step, draft);
        return draft.changes;
    };
    const reverts = ordered.filter(({ isRevert }) => isRevert);
    const parts: PlanPart[] = [
        ...[...steps, ...accepted.map(({ done }) => done)].map((step) => ({
            urn: step.urn,
            account: accountOf(step),
            step,
        })),
        ...all.map((one) => ({ urn: one.urn, account: unreadable(one, kindOf(one.type), isForeign(one), allowed) })),
    ];
    return {
        isEmpty: !affecting.some(({ isEvaluated }) => isEvaluated),
        around: (lists) => {
            const declared = affecting.map(withExistingIds(affecting, lists));
            const touched = declared.map((step) => step.effect.touches(step));
            return {
                targets: touched.flatMap(({ targets = [] }) => targets),
                ownerIds: touched.flatMap(({ ownerIds = [] }) => ownerIds),
                tags: touched.flatMap(({ tags = [] }) => tags),
                reviewerIds: touched.flatMap(({ reviewerIds = [] }) => reviewerIds),
                permissions: touched.flatMap(({ permissions = [] }) => permissions),
                templateIds: touched.flatMap(({ templateIds = [] }) => templateIds),
                hasOtherTags: touched.some((one) => one.hasOtherTags === true),
                named: {
                    groupIds: idsOf("Group", declared),
                    resourceIds: idsOf("Resource", declared),
                    ownerIds: idsOf("Owner", declared),
                },
            };
        },
        tagIds: idsOf("Tag", affecting),
        newNames: new Map(
            ordered.flatMap(({ id, given }) => {
                const name = given.name ?? given.email;
                return id.startsWith("urn:") && typeof name === "string" ? [[id, name] as const] : [];
            }),
        ),
        parts,
        account: sumOf([...parts.map(({ account }) => account), actionAccount(document, allowed)]),
        changes: (facts, tags) => changesOf(ordered, facts, tags),
        reverts: (facts, tags) => changesOf(reverts, facts, tags),
        reversals: (facts, tags) => changesOf(reversals, facts, tags),
    };
}

/** Pulumi steps that `plannedSteps` supports. */
const READ = [
    "create",
    "update",
    "delete",
    "replace",
    "create-replacement",
    "delete-replaced",
    "import",
    "import-replacement",
];

/** Returns the account of a change that cannot be evaluated at all. */
function unreadable(
    history: History,
    kind: Kind | undefined,
    isForeign: boolean,
    allowed: readonly AllowedChange[],
): Account {
    const steps = [...history.ops].filter((op) => !IDLE.includes(op));
    const name = kindNameOf(history.type);
    if (name === undefined) return otherResourceAccount(history, steps, allowed);
    const isOwnCode = [history.next, history.before].every((state) => !state || !hasForeignCode(state.inputs));
    const isChanged = !isOwnCode || steps.length > 0 || (isForeign && acceptedDriftOf(history, kind).length > 0);
    if (!isChanged) return sumOf([]);
    const strange = steps.find((op) => !READ.includes(op));
    const because = !isOwnCode
        ? prose`its __provider is code that does not come from this package`
        : !kind
          ? prose`this version does not support its kind`
          : isForeign
            ? prose`it belongs to another provider, whose organization was not read`
            : strange !== undefined && prose`this version does not support the Pulumi step "${strange}"`;
    const subject = prose`${plain(kind?.noun ?? name)} "${programName(history.urn)}"`;
    return unknownAccount(because ? [prose`${subject}: ${because}`] : [], "anything");
}

/**
 * Returns a predicate that determines whether a resource may belong to a different organization than the one being read. If the preview
 * uses several providers, only the default provider is known to belong to the organization.
 */
function foreignIn(histories: readonly History[]): (history: History) => boolean {
    const providerOf = ({ next, before }: History): string => (next ?? before)?.provider?.split("::")[3] ?? "";
    const providers = new Set(histories.map(providerOf));
    return (history) => providers.size > 1 && !/^(default(_|$)|$)/.test(providerOf(history));
}

function apply(step: PlannedStep, draft: Draft): void {
    // If a value of a membership is hidden, it is unknown which objects the membership connects.
    const isShown = step.kind.shape === "entity" || step.hidden.every((name) => step.given[name] !== undefined);
    if (isShown) step.effect[step.does](draft, step);
    if (step.hidden.length === 0) return;
    const { targets = [], ownerIds = [] } = step.effect.touches(step);
    const unknown = [
        ...targets,
        ...ownerIds.map((id) => ({ type: "owner" as const, id })),
        ...(step.effect.concerns?.(draft, step, step.hidden) ?? []),
    ];
    for (const of of unknown) draft.unknown(of, HIDDEN_PROPERTY);
}

/**
 * Returns a function that puts the ids of the imported and adopted objects into a step: as its own id, and where it refers to them. The
 * preview shows them as new objects, so without this, a member of an imported group would seem to join a new one.
 */
export function withExistingIds(steps: readonly PlannedStep[], lists: NamedFacts): (step: PlannedStep) => PlannedStep {
    const ids = new Map(steps.filter(({ does }) => does === "put").map((step) => [step.id, declaredId(step, lists)]));
    const isNone = [...ids].every(([id, real]) => id === real);
    return (step) =>
        isNone
            ? step
            : {
                  ...step,
                  id: declaredId(step, lists),
                  // The cast is safe because properties stay properties.
                  given: withIds(step.given, ids) as Properties,
              };
}

function withIds(value: unknown, ids: ReadonlyMap<string, string>): unknown {
    if (typeof value === "string") return ids.get(value) ?? value;
    if (Array.isArray(value)) return value.map((one) => withIds(one, ids));
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withIds(one, ids)]));
}

/** The id of the declared object. A declaration imports an existing object by id, or adopts it by its natural key. */
function declaredId({ kind, id, adopts }: PlannedStep, lists: NamedFacts): string {
    if (adopts === undefined) return id;
    const tables: Readonly<Record<string, readonly { readonly id: string; readonly name: string; email?: string }[]>> =
        {
            Group: lists.groups,
            AccessRule: lists.groups,
            Resource: lists.resources,
            Bundle: lists.bundles,
            Owner: lists.owners,
            User: lists.users,
        };
    const table = tables[kind.name] ?? [];
    // Another object may have this id as its name.
    const found =
        table.find((one) => one.id === adopts) ?? table.find(({ name, email }) => name === adopts || email === adopts);
    return found?.id ?? id;
}

/**
 * URNs of the objects that the preview creates or imports, by the identity of the resource. Omits an identity that several resources claim:
 * the program itself states the identity of each, and which id a declaration refers to.
 */
function createdIn(histories: readonly History[], kindOf: FindKind): ReadonlyMap<string, string> {
    const all = histories
        .filter(({ ops }) => [...ops].some((op) => op === "create" || op.includes("replace")))
        .flatMap(({ urn, type, next }) => {
            const kind = kindOf(type);
            return kind && next ? [{ urn, identity: declarerKey(programOf(kind.name, next.inputs).resource) }] : [];
        });
    const single = [...grouped(all, ({ identity }) => identity)].filter(([, some]) => some.length === 1);
    return new Map(single.flatMap(([identity, some]) => some.map(({ urn }) => [identity, urn] as const)));
}
