import type { Client } from "../../api/client.js";
import { declarerKey, objectName } from "../../common/names.js";
import { type Kind, Live, programOf, sources } from "../../kernel.js";
import type { PreviewDocument, PreviewedState } from "./document.js";
import { historiesOf } from "./history.js";

/** Returns the kind for a Pulumi type. Undefined if the type belongs to another package or is no longer supported. */
export type FindKind = (type: string) => Kind | undefined;

/** Matches ids in sentences, but not ids in URL paths. */
const IDS = /(?<![\w/-])"?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"?(?![\w-])/gi;

/** Looks up names of objects in the stack and, if a client is available, on the service. */
export class ReportNames {
    readonly #known = new Map<string, string>();
    /** Names of new objects, by their resources, since new objects do not have ids yet. */
    readonly #created = new Map<string, string>();
    readonly #live: Live | undefined;
    /** Reason why some names could not be read. Undefined if all names could be read. */
    problem: string | undefined;

    constructor(document: PreviewDocument, kindOf: FindKind, client?: Client) {
        this.#live = client && new Live(client);
        for (const { type, ops, before, live, next } of historiesOf(document)) {
            const kind = kindOf(type);
            if (kind?.shape !== "entity") continue;
            const [wanted, was] = [next, before].map(
                (state) => state && objectName({ ...state.outputs, ...state.inputs }),
            );
            const isReplaced = ops.has("replace");
            // Uses the name in the program, which reviewers are familiar with. An object that is replaced keeps its old name until it is
            // deleted.
            const name = (isReplaced ? was : wanted) ?? was;
            for (const state of [before, live, next]) if (state?.id && name) this.#known.set(state.id, name);
            if (next && wanted && (isReplaced || ops.has("create")))
                this.#created.set(declarerKey(programOf(kind.name, next.inputs).resource), wanted);
        }
    }

    /**
     * Returns the name of the object with this id, or undefined if the name is unknown.
     * @param kind name of the object's kind, if the property that contains the id specifies it
     */
    async of(kind: string | undefined, id: string): Promise<string | undefined> {
        const known = this.#known.get(id);
        if (known !== undefined) return known;
        const source = sources.find(({ name }) => name === kind);
        if (!source || !this.#live) return undefined;
        try {
            const object = await this.#live.object(source, id);
            const name = object && objectName(object);
            if (name !== undefined) this.#known.set(id, name);
            return name;
        } catch (error) {
            this.problem ??= error instanceof Error ? error.message : String(error);
            return undefined;
        }
    }

    /** Replaces known ids in a message of the provider with names, except in URL paths. */
    inText(text: string): string {
        return text.replace(IDS, (whole, id: string) => {
            const name = this.#known.get(id);
            return name === undefined ? whole : `"${shortened(name)}"`;
        });
    }

    /**
     * Names of the new objects whose ids are used by a declaration at this path, or in the list at this path. List indexes in the path are
     * optional.
     */
    upcoming({ inputs }: PreviewedState, path: string): string[] {
        const ids = Object.entries(programOf("", inputs).ids);
        const here = ids.filter(([where]) => where === path || where.startsWith(`${path}[`));
        const like = ids.filter(([where]) => withoutIndexes(where) === withoutIndexes(path));
        return (here.length > 0 ? here : like).flatMap(([, one]) => this.#created.get(declarerKey(one)) ?? []);
    }
}

function withoutIndexes(path: string): string {
    return path.replaceAll(/\[\d+\]/g, "");
}

/** Maximum length of a text in characters. */
const MAX_LENGTH = 160;

export function shortened(text: string): string {
    const characters = [...text];
    return characters.length <= MAX_LENGTH ? text : `${characters.slice(0, MAX_LENGTH - 1).join("")}…`;
}
