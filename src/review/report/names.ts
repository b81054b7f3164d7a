import type { Client } from "../../api/client.js";
import { Live } from "../../provider/live/live.js";
import type { Source } from "../../provider/live/source.js";
import { identityOf, programOf } from "../../provider/metadata.js";
import { objectName } from "../../provider/schema/names.js";
import type { Kind } from "../../provider/shapes/kind.js";
import * as sources from "../../resources/sources.js";
import type { PreviewDocument, ResourceState } from "./document.js";
import { historiesOf } from "./history.js";

/** The kind of a Pulumi type; undefined if it is not of this package, or no longer supported. */
export type FindKind = (type: string) => Kind | undefined;

const SOURCES: readonly Source[] = Object.values(sources);

/** Ids in sentences. Does not match ids in paths. */
const IDS = /(?<![\w/-])"?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"?(?![\w-])/gi;

/** Names of objects, from the stack and, if available, the service. */
export class Names {
    readonly #known = new Map<string, string>();
    /** Names of new objects, which have no ids yet, by their resources. */
    readonly #created = new Map<string, string>();
    readonly #live: Live | undefined;
    /** Why some names could not be read; undefined if all could. */
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
            // Prefers the name in the program, which reviewers know. An object that is replaced keeps its old name until it is deleted.
            const name = (isReplaced ? was : wanted) ?? was;
            for (const state of [before, live, next]) if (state?.id && name) this.#known.set(state.id, name);
            if (next && wanted && (isReplaced || ops.has("create")))
                this.#created.set(identityOf(programOf(kind.name, next.inputs).resource), wanted);
        }
    }

    /** The name of the object with this id; undefined if it is unknown. @param kind name of its kind, if the field of the id states it */
    async of(kind: string | undefined, id: string): Promise<string | undefined> {
        const known = this.#known.get(id);
        if (known !== undefined) return known;
        const source = SOURCES.find(({ name }) => name === kind);
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

    /** Replaces known ids in a message of the provider by names, except in paths of calls. */
    inText(text: string): string {
        return text.replace(IDS, (whole, id: string) => {
            const name = this.#known.get(id);
            return name === undefined ? whole : `"${shortened(name)}"`;
        });
    }

    /** Names of the new objects whose ids a declaration uses at a path, or in the list at that path. The path may lack list indexes. */
    upcoming({ inputs }: ResourceState, path: string): string[] {
        const ids = Object.entries(programOf("", inputs).ids);
        const here = ids.filter(([where]) => where === path || where.startsWith(`${path}[`));
        const like = ids.filter(([where]) => withoutIndexes(where) === withoutIndexes(path));
        return (here.length > 0 ? here : like).flatMap(([, one]) => this.#created.get(identityOf(one)) ?? []);
    }
}

function withoutIndexes(path: string): string {
    return path.replaceAll(/\[\d+\]/g, "");
}

/** Maximum length of a text. */
const MAX_LENGTH = 160;

export function shortened(text: string): string {
    const characters = [...text];
    return characters.length <= MAX_LENGTH ? text : `${characters.slice(0, MAX_LENGTH - 1).join("")}…`;
}
