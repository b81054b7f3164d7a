import type { Client } from "../../api/client.js";
import { CallError } from "../../api/errors.js";
import { Waits } from "../../api/waits.js";
import { changedByText, type LastChange, lastChange, type Subject } from "../../live/last-change.js";
import { type Phrase, prose } from "../../schema/phrase.js";
import type { Kind } from "../../shapes/kind.js";
import { isId } from "./names.js";

/** Milliseconds that a run waits for one answer, and for all of them together: who made a change is good to know, and worth no more. */
const PATIENCE_MS = { each: 2_000, all: 5_000 };

/** An object that is not as the state has it. */
export interface Changed {
    readonly kind: Kind;
    readonly id: string;
    readonly event: Subject["event"];
    /** Id of the user who made it, as the state has it. */
    readonly createdBy: string | undefined;
}

/** The last change of an object, and what is to be thought of it. */
export interface Author extends LastChange {
    /** It was made with an API token of the user who created the object, or it is not known who that was: a run of the program may have done it. */
    readonly mayBeOwn: boolean;
}

/** Who changed an object outside of the program, and when: one call for each object, and none any more after the first that fails or takes long. */
export class Authors {
    private readonly waits: Waits;
    private readonly known = new Map<string, Promise<Author | undefined>>();
    private isSilent = false;

    constructor(
        private readonly client: Client,
        private readonly patience = PATIENCE_MS,
    ) {
        this.waits = new Waits(patience.all);
    }

    /** Undefined if the audit events do not tell, or nobody may read them. */
    of(changed: Changed): Promise<Author | undefined> {
        const key = `${changed.kind.name} ${changed.event} ${changed.id}`;
        const author = this.known.get(key) ?? this.ask(changed);
        this.known.set(key, author);
        return author;
    }

    /** The same as a line for people who read it now. */
    async textOf(changed: Changed): Promise<string | undefined> {
        const author = await this.of(changed);
        const text = author && changedByText(author, this.client.now());
        return text && authorPhrase(author, changed.event, prose`${text}`).toString();
    }

    /** Whether an audit event says that somebody else made it, or somebody made it in the console. */
    async isOthers(made: Omit<Changed, "event">): Promise<boolean> {
        const maker = await this.of({ ...made, event: "creation" });
        return maker?.isKnown === true && !maker.mayBeOwn;
    }

    private async ask({ kind, id, event, createdBy }: Changed): Promise<Author | undefined> {
        const left = this.waits.leftMs;
        if (this.isSilent || left <= 0) return undefined;
        const key = kind.keyOf(id);
        const ids = kind.shape === "membership" ? kind.key.map((name) => String(key[name])) : [id];
        const subject = { ids: ids.filter(isId), operations: kind.operations, event };
        const begin = Date.now();
        try {
            const signal = AbortSignal.timeout(Math.min(this.patience.each, left));
            const change = await lastChange(this.client, subject, { signal });
            if (!change) return undefined;
            const { token, userId } = change;
            const mayBeOwn = token !== undefined && (createdBy === undefined || createdBy === userId);
            return { ...change, mayBeOwn };
        } catch (error) {
            if (!(error instanceof CallError)) throw error;
            this.isSilent = true;
            return undefined;
        } finally {
            if (this.waits.add(begin, Date.now()) === undefined) this.isSilent = true;
        }
    }
}

/** `deleted by` and `who`. */
export function authorPhrase({ isKnown, mayBeOwn, type }: Author, event: Subject["event"], who: Phrase): Phrase {
    const doubt = mayBeOwn ? prose`, perhaps in an earlier run` : "";
    if (!isKnown) return prose`its last audit event is "${type}", by ${who}${doubt}`;
    return prose`${event === "deletion" ? prose`deleted` : prose`last changed`} by ${who}${doubt}`;
}
