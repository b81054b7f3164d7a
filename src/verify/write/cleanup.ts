import { orAbsent } from "../../api/absent.js";
import { CallError } from "../../api/errors.js";
import type { Patience } from "../../common/patience.js";
import { messageLine } from "../../common/printable.js";
import type { Kind, Session } from "../../kernel.js";
import type { CreatedObject, TrialInventory } from "./inventory.js";
import { isOpen, type JournalEntry, type TrialJournal } from "./journal.js";

/** An object of a run that still exists or may exist. */
export interface Leftover {
    readonly kind: string;
    readonly name: string;
    readonly id?: string;
    readonly because: string;
}

/** Deletes the objects of the journal, and checks that they no longer exist. */
export class Cleanup {
    constructor(
        private readonly kinds: readonly Kind[],
        private readonly inventory: TrialInventory,
        private readonly journal: TrialJournal,
        /** Opens a view of the service without cached reads. */
        private readonly openScope: () => Session["scope"],
        private readonly patience: Patience,
    ) {}

    /** Deletes the objects of all entries. Returns those that remain. */
    async run(onDelete: (kind: string, name: string) => void): Promise<readonly Leftover[]> {
        // Two passes, because the service refuses to delete objects in use, such as owners. In the second pass, they are no longer in use.
        const left = await this.pass(onDelete, this.patience.attempts);
        return left.length === 0 ? left : this.pass(onDelete, 0);
    }

    private async pass(onDelete: (kind: string, name: string) => void, attempts: number): Promise<readonly Leftover[]> {
        const left: Leftover[] = [];
        // Last created first, because an object may refer to those that were created before it.
        const names = new Set(this.journal.open.map((entry) => entry.kind));
        for (const name of [...names].reverse()) {
            const entries = this.journal.open.filter((entry) => entry.kind === name).reverse();
            const kind = this.kinds.find((one) => one.name === name);
            if (kind) left.push(...(await this.deleteAll(kind, entries, onDelete, attempts)));
        }
        return left;
    }

    private async deleteAll(
        kind: Kind,
        entries: readonly JournalEntry[],
        onDelete: (kind: string, name: string) => void,
        attempts: number,
    ): Promise<readonly Leftover[]> {
        const left: Leftover[] = [];
        try {
            await this.findPending(kind, entries, attempts);
        } catch (error) {
            if (!(error instanceof CallError)) throw error;
            const pending = entries.filter(({ isPending }) => isPending);
            left.push(...pending.map(({ name }) => ({ kind: kind.name, name, because: reasonOf(error) })));
        }
        for (const entry of entries.filter(isOpen)) {
            if (kind.removal.does === "leave") {
                this.journal.kept(kind.name, entry.name);
                continue;
            }
            onDelete(kind.name, entry.name);
            for (const id of [...entry.ids]) {
                const because = await this.deleteOne(kind, id, attempts);
                if (because === undefined) this.journal.deleted(kind.name, entry.name, id);
                else left.push({ kind: kind.name, name: entry.name, id, because });
            }
        }
        return left;
    }

    /**
     * Looks for objects whose creation was announced in the journal but not recorded. Retries as often as the provider, because lists may
     * be out of date.
     */
    private async findPending(kind: Kind, entries: readonly JournalEntry[], attempts: number): Promise<void> {
        let pending = entries.filter(({ isPending }) => isPending);
        for (let attempt = 0; pending.length > 0; attempt += 1) {
            for (const { label, id } of await this.inventory.list(kind)) {
                const entry = pending.find(({ name }) => name === label);
                if (entry) this.journal.created(kind.name, entry.name, id);
            }
            pending = pending.filter(({ isPending }) => isPending);
            if (attempt >= attempts) break;
            if (pending.length > 0) await this.patience.wait(attempt);
        }
        for (const { name } of pending) this.journal.notFound(kind.name, name);
    }

    /** Deletes an object. Returns the reason if it still exists, or undefined if it is deleted. */
    private async deleteOne(kind: Kind, id: string, attempts: number): Promise<string | undefined> {
        try {
            // Deletes without reading first, because an outdated read may not find the object.
            if (kind.removal.does === "delete") await orAbsent(kind.removal.remove(this.openScope(), id, {}));
            for (let attempt = 0; await this.inventory.has(kind, id); attempt += 1) {
                if (attempt >= attempts) return "the service confirmed the deletion, but the object still exists";
                await this.patience.wait(attempt);
            }
            return undefined;
        } catch (error) {
            if (!(error instanceof CallError)) throw error;
            return reasonOf(error);
        }
    }
}

/**
 * Whether the journal contains the id or the announced name of an object. The kind is ignored, because an access rule is also listed as a
 * group. A service user matches by its email address, which the service derives from a name.
 */
export function isKnown(entries: readonly JournalEntry[], { kind, id, label }: CreatedObject): boolean {
    return entries.some(
        ({ ids, name }) => ids.has(id) || name === label || (kind === "User" && label.startsWith(`${name}@`)),
    );
}

function reasonOf(error: CallError): string {
    return messageLine(error.message);
}
