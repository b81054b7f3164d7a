import type { Client } from "../../api/client.js";
import { CallError } from "../../api/errors.js";
import { Waits } from "../../api/waits.js";
import { changedByText, type LastChange, lastChange } from "../../live/last-change.js";
import { lineOf } from "../../schema/printable.js";
import type { Kind } from "../../shapes/kind.js";
import { isId } from "./names.js";

/** Milliseconds that a run waits for one answer, and for all of them together: who made a change is good to know, and worth no more. */
const PATIENCE_MS = { each: 2_000, all: 5_000 };

/** An object that is not as the state has it. */
export interface Changed {
    readonly kind: Kind;
    readonly id: string;
    readonly isDeleted: boolean;
    /** Id of the user who made it, as the state has it. */
    readonly createdBy: string | undefined;
}

/** Who changed an object outside of the program, and when: one call for each object, and none any more after the first that fails or takes long. */
export class Authors {
    private readonly waits: Waits;
    private readonly known = new Map<string, Promise<string | undefined>>();
    private isSilent = false;

    constructor(
        private readonly client: Client,
        private readonly patience = PATIENCE_MS,
    ) {
        this.waits = new Waits(patience.all);
    }

    /** A line for people; undefined if the audit events do not tell, or nobody may read them. */
    textOf(changed: Changed): Promise<string | undefined> {
        const key = `${changed.kind.name} ${changed.id}`;
        const text = this.known.get(key) ?? this.ask(changed);
        this.known.set(key, text);
        return text;
    }

    private async ask({ kind, id, isDeleted, createdBy }: Changed): Promise<string | undefined> {
        if (this.isSilent) return undefined;
        const key = kind.keyOf(id);
        const ids = kind.shape === "membership" ? kind.key.map((name) => String(key[name])) : [id];
        const subject = { ids: ids.filter(isId), operations: kind.operations, isDeleted };
        const begin = Date.now();
        try {
            const signal = AbortSignal.timeout(this.patience.each);
            const change = await lastChange(this.client, subject, { signal });
            return change && authorText(change, isDeleted, createdBy, this.client.now());
        } catch (error) {
            if (!(error instanceof CallError)) throw error;
            this.isSilent = true;
            return undefined;
        } finally {
            if (this.waits.add(begin, Date.now()) === undefined) this.isSilent = true;
        }
    }
}

function authorText(change: LastChange, isDeleted: boolean, createdBy: string | undefined, now: number): string {
    const { isKnown, type, token, userId } = change;
    const mayBeOwn = token !== undefined && (createdBy === undefined || createdBy === userId);
    const who = `by ${changedByText(change, now)}${mayBeOwn ? ", perhaps in an earlier run" : ""}`;
    if (!isKnown) return `its last audit event is ${lineOf(type)}, ${who}`;
    return `${isDeleted ? "deleted" : "last changed"} ${who}`;
}
