import { Directory } from "../../../access/answers/directory.js";
import type { Knowledge } from "../../../access/answers/questions.js";
import type { Tag, Unknown } from "../../../access/model/facts/facts.js";
import { AccessModel } from "../../../access/model/model.js";
import { joined, type Phrase, plain, prose } from "../../../common/phrase.js";
import { without } from "../../../provider/shapes/kind.js";
import type { DeploymentDocument } from "../../../stack/deployment.js";
import { nameOf } from "../../report/history.js";
import type { FindKind } from "../../report/names.js";
import { accountOf } from "../account.js";
import { Draft } from "../draft.js";
import { EFFECTS } from "../effects/kinds.js";
import { mentionedIn } from "../words/mentions.js";
import { type Declaration, declarationsIn } from "./state-declarations.js";

/**
 * Derives access from the state of a program, as if every resource were as declared. Secrets stay encrypted, so their values are unknown.
 * People whom the program refers to only by id have no names.
 */
export function stateKnowledge(document: DeploymentDocument, kindOf: FindKind, now: Date): Knowledge {
    const all = declarationsIn(document, kindOf);
    const base = mentionedIn(all, now.toISOString());
    const declarations = all.filter(({ isLookedUp }) => !isLookedUp);
    const draft = new Draft(base.facts, tagsIn(declarations));
    // Parts of an object must come after the object, which the order of the program does not guarantee.
    const ordered = [
        ...declarations.filter(({ kind }) => kind.shape === "entity"),
        ...declarations.filter(({ kind }) => kind.shape !== "entity"),
    ];
    for (const declaration of ordered) declare(declaration, declarations, draft);
    return {
        model: AccessModel.of(base.facts).with(draft.changes),
        directory: new Directory([base.names]),
        isOfProgram: true,
        limits: limitsOf(declarations),
    };
}

/** Reason for unknowns. Decrypting secrets would require the passphrase. */
const SECRET = "a declared value is a secret, which a state keeps encrypted";

function declare(declaration: Declaration, all: readonly Declaration[], draft: Draft): void {
    const { kind, id, given, until, isSecret } = declaration;
    const effect = EFFECTS[kind.name];
    // Initial members apply only on creation. They may have left since then.
    const { initialUserIds, onCallScheduleIds, ...lasting } = given;
    const declared = { id, given: lasting, ...(until !== undefined && { until }) };
    // A membership with a secret in its key may concern any object.
    if (effect && !(isSecret && kind.shape !== "entity")) effect.put(draft, declared);
    if (effect && isSecret) {
        const { targets = [], ownerIds = [] } = effect.touches(declared);
        const open: Pick<Unknown, "type" | "id">[] = [
            ...targets,
            ...ownerIds.map((ownerId) => ({ type: "owner" as const, id: ownerId })),
        ];
        for (const of of open.filter((one) => one.id !== "")) draft.unknown(of, SECRET);
    }
    const group = { type: "group", id: kind.name === "Group" ? id : String(given.groupId ?? "") } as const;
    const isWhole = all.some((one) => one.kind.name === "GroupUsers" && one.given.groupId === id);
    if (hasItems(initialUserIds) && !isWhole)
        draft.unknown(group, "the state does not contain which of its initial users are still members");
    if (hasItems(onCallScheduleIds)) draft.unknown(group, "the API does not return who is on call");
}

function tagsIn(declarations: readonly Declaration[]): Map<string, Tag> {
    return new Map(
        declarations
            .filter(({ kind }) => kind.name === "Tag")
            .map(({ id, given }) => [id, { key: String(given.key ?? ""), value: String(given.value ?? "") }]),
    );
}

function limitsOf(declarations: readonly Declaration[]): Phrase[] {
    const secret = declarations.filter(({ kind, isSecret }) => isSecret && kind.name in EFFECTS);
    const label = ({ kind, urn }: Declaration): Phrase => prose`${plain(kind.noun)} "${nameOf(urn)}"`;
    return [
        prose`A state contains only what its program declares, and only people whom the program names. Others may have access by other means.`,
        ...(secret.length > 0
            ? [prose`Resources with secrets are known only in part: ${joined(secret.map(label), prose`, `)}.`]
            : []),
        ...declarations.flatMap(({ kind, urn, id, given }) => {
            const isEvaluated = kind.name in EFFECTS;
            const nothing = { hidden: [], unbounded: [] };
            // The state contains results only for their names. Programs do not declare them.
            const declared = without(given, kind.results);
            const { unknown } = accountOf({
                kind,
                urn,
                given: declared,
                isEvaluated,
                does: "put",
                adopts: id,
                ...nothing,
            });
            return unknown.map(({ words }) => prose`Unknown: ${words}.`);
        }),
    ];
}

function hasItems(value: unknown): boolean {
    return Array.isArray(value) && value.length > 0;
}
