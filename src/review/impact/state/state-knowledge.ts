import { Directory } from "../../../access/answers/directory.js";
import type { Knowledge } from "../../../access/answers/questions.js";
import type { Tag, Unknown } from "../../../access/model/facts/facts.js";
import { AccessModel } from "../../../access/model/model.js";
import { joined, type Phrase, plain, prose } from "../../../common/phrase.js";
import { withoutProperties } from "../../../common/properties.js";
import type { DeploymentDocument } from "../../../kernel.js";
import { programName } from "../../report/history.js";
import type { FindKind } from "../../report/names.js";
import { accountOf } from "../account.js";
import { Draft } from "../draft.js";
import { EFFECTS } from "../effects/kinds.js";
import { mentionedIn } from "./mentions.js";
import { declarationsIn, type StateDeclaration } from "./state-declarations.js";

/**
 * Derives access from the state of a program, assuming that every resource still has its declared values. Secrets remain encrypted, so
 * their values are unknown. People are shown by id if the program refers to them only by id.
 */
export function stateKnowledge(document: DeploymentDocument, kindOf: FindKind, now: Date): Knowledge {
    const all = declarationsIn(document, kindOf);
    const base = mentionedIn(all, now.toISOString());
    const declarations = all.filter(({ isLookedUp }) => !isLookedUp);
    const draft = new Draft(base.facts, tagsIn(declarations));
    // Parts of an object must be applied after the object. The order of the program does not guarantee this.
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

/** Reason why a value is unknown. Decrypting secrets would require the passphrase. */
const SECRET_REASON = "a declared value is a secret, which is encrypted in the state";

function declare(declaration: StateDeclaration, all: readonly StateDeclaration[], draft: Draft): void {
    const { kind, id, given, until, isSecret } = declaration;
    const effect = EFFECTS[kind.name];
    // Initial members are only added when the group is created. They may have left since then.
    const { initialUserIds, onCallScheduleIds, ...lasting } = given;
    const declared = { id, given: lasting, ...(until !== undefined && { until }) };
    // If the key of a membership contains a secret, the membership may apply to any object.
    if (effect && !(isSecret && kind.shape !== "entity")) effect.put(draft, declared);
    if (effect && isSecret) {
        const { targets = [], ownerIds = [] } = effect.touches(declared);
        const open: Pick<Unknown, "type" | "id">[] = [
            ...targets,
            ...ownerIds.map((ownerId) => ({ type: "owner" as const, id: ownerId })),
        ];
        for (const of of open.filter((one) => one.id !== "")) draft.unknown(of, SECRET_REASON);
    }
    const group = { type: "group", id: kind.name === "Group" ? id : String(given.groupId ?? "") } as const;
    const isWhole = all.some((one) => one.kind.name === "GroupUsers" && one.given.groupId === id);
    if (hasItems(initialUserIds) && !isWhole)
        draft.unknown(group, "the state does not show which of the group's initial users are still members");
    if (hasItems(onCallScheduleIds)) draft.unknown(group, "the API does not return who is on call");
}

function tagsIn(declarations: readonly StateDeclaration[]): Map<string, Tag> {
    return new Map(
        declarations
            .filter(({ kind }) => kind.name === "Tag")
            .map(({ id, given }) => [id, { key: String(given.key ?? ""), value: String(given.value ?? "") }]),
    );
}

function limitsOf(declarations: readonly StateDeclaration[]): Phrase[] {
    const secret = declarations.filter(({ kind, isSecret }) => isSecret && kind.name in EFFECTS);
    const label = ({ kind, urn }: StateDeclaration): Phrase => prose`${plain(kind.noun)} "${programName(urn)}"`;
    return [
        prose`The state contains only objects that the program declares and people that it mentions. Others may have access through other means.`,
        ...(secret.length > 0
            ? [prose`Resources with secrets could only be evaluated in part: ${joined(secret.map(label), prose`, `)}.`]
            : []),
        ...declarations.flatMap(({ kind, urn, id, given }) => {
            const isEvaluated = kind.name in EFFECTS;
            const nothing = { hidden: [], unbounded: [] };
            // The state contains results only for their names, and programs do not declare them.
            const declared = withoutProperties(given, kind.results);
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
