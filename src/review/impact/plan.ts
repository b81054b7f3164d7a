import type { Change } from "../../access/model/facts/change.js";
import type { Facts, NamedFacts, Tag } from "../../access/model/facts/facts.js";
import type { Around } from "../../access/reader/scope.js";
import { plain, prose } from "../../common/phrase.js";
import { identityOf, programOf } from "../../provider/metadata.js";
import { kindNameOf } from "../../provider/schema/pulumi-type.js";
import { referencesIn } from "../../provider/schema/references.js";
import { isHandler, type Kind } from "../../provider/shapes/kind.js";
import type { PreviewDocument, ResourceState } from "../report/document.js";
import { type History, historiesOf, nameOf } from "../report/history.js";
import type { FindKind } from "../report/names.js";
import { type Account, accountOf, HIDDEN_PROPERTY, sumOf, unknownAccount } from "./account.js";
import { Draft } from "./draft.js";
import { actionAccount, otherResourceAccount } from "./other-changes.js";
import type { Allowance } from "./rules.js";
import { acceptedDriftOf, IDLE, type Step, stepsOf } from "./steps.js";

/** The effects that `pulumi up` will have on access, according to a preview. */
export interface Plan {
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
    readonly step?: Step;
}

/**
 * Creates the plan from a preview document.
 * @param allowed what the program may do beside the kinds of this package
 */
export function planOf(document: PreviewDocument, kindOf: FindKind, allowed: readonly Allowance[] = []): Plan {
    const all = historiesOf(document);
    const histories = all.filter(({ type }) => kindOf(type) !== undefined);
    const created = new Map(
        histories
            .filter(({ ops }) => [...ops].some((op) => op === "create" || op.includes("replace")))
            .flatMap(({ urn, type, next }) => {
                const kind = kindOf(type);
                return kind && next ? [[identityOf(programOf(kind.name, next.inputs).resource), urn] as const] : [];
            }),
    );
    const isForeign = foreignIn(histories);
    const own = histories.filter((history) => !isForeign(history));
    const steps = own.flatMap((history) => stepsOf(history, kindOf(history.type), created));
    const accepted = own.flatMap((history) => acceptedDriftOf(history, kindOf(history.type)));
    // Deletions come last, as in Pulumi's engine.
    const ordered = [...steps.filter(({ does }) => does === "put"), ...steps.filter(({ does }) => does === "remove")];
    const reversals = accepted.map(({ reversal }) => reversal);
    const affecting = [...ordered, ...accepted.map(({ done }) => done), ...reversals];
    const references = affecting.flatMap(({ kind, given }) => referencesIn(kind.fields, given));
    const idsOf = (kind: string): string[] => references.filter(({ to }) => to === kind).map(({ id }) => id);
    const changesOf = (some: readonly Step[], facts: Facts, tags: ReadonlyMap<string, Tag>): readonly Change[] => {
        const draft = new Draft(facts, tags);
        for (const step of some) apply(step, draft, facts);
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
            const touched = affecting.map((step) => step.effect.touches({ ...step, id: declaredId(step, lists) }));
            return {
                targets: touched.flatMap(({ targets = [] }) => targets),
                ownerIds: touched.flatMap(({ ownerIds = [] }) => ownerIds),
                tags: touched.flatMap(({ tags = [] }) => tags),
                reviewerIds: touched.flatMap(({ reviewerIds = [] }) => reviewerIds),
                permissions: touched.flatMap(({ permissions = [] }) => permissions),
                templateIds: touched.flatMap(({ templateIds = [] }) => templateIds),
                hasOtherTags: touched.some((one) => one.hasOtherTags === true),
                named: {
                    groupIds: idsOf("Group"),
                    resourceIds: idsOf("Resource"),
                    ownerIds: idsOf("Owner"),
                },
            };
        },
        tagIds: idsOf("Tag"),
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

/** Pulumi steps that `stepsOf` supports. */
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
    allowed: readonly Allowance[],
): Account {
    const steps = [...history.ops].filter((op) => !IDLE.includes(op));
    const name = kindNameOf(history.type);
    if (name === undefined) return otherResourceAccount(history, steps, allowed);
    const isOwnCode = [history.next, history.before].every((state) => !state || !hasForeignCode(state));
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
    const subject = prose`${plain(kind?.noun ?? name)} "${nameOf(history.urn)}"`;
    return unknownAccount(because ? [prose`${subject}: ${because}`] : [], "anything");
}

/** Whether a program or a state puts code in place of the name of the kind. Pulumi would run it instead of this package. */
function hasForeignCode({ inputs }: ResourceState): boolean {
    return "__provider" in inputs && !isHandler(inputs.__provider);
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

function apply(step: Step, draft: Draft, facts: Facts): void {
    const declared = { ...step, id: declaredId(step, facts) };
    // If a value of a membership is hidden, it is unknown which objects the membership connects.
    const isShown = step.kind.shape === "entity" || step.hidden.every((name) => step.given[name] !== undefined);
    if (isShown) step.effect[step.does](draft, declared);
    if (step.hidden.length === 0) return;
    const { targets = [], ownerIds = [] } = step.effect.touches(declared);
    const unknown = [
        ...targets,
        ...ownerIds.map((id) => ({ type: "owner" as const, id })),
        ...(step.effect.concerns?.(draft, declared, step.hidden) ?? []),
    ];
    for (const of of unknown) draft.unknown(of, HIDDEN_PROPERTY);
}

/** The id of the declared object. A declaration imports an existing object by id, or adopts it by name. */
export function declaredId({ kind, id, adopts }: Step, lists: NamedFacts): string {
    if (adopts === undefined) return id;
    const tables: Readonly<Record<string, readonly { readonly id: string; readonly name: string }[]>> = {
        Group: lists.groups,
        AccessRule: lists.groups,
        Resource: lists.resources,
        Bundle: lists.bundles,
        Owner: lists.owners,
        User: lists.users,
    };
    return tables[kind.name]?.find((one) => one.id === adopts || one.name === adopts)?.id ?? id;
}
