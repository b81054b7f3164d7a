import type { Client } from "../../api/client.js";
import { CallError, NotFoundError } from "../../api/errors.js";
import { type Kind, propertiesIn, type Source, type TokenRights } from "../../kernel.js";
import { type DoctorFinding, notChecked, ok, warning } from "./finding.js";
import { unanswered } from "./rights.js";

/** An object of the state that has its own id on the service. */
export interface StateObject {
    /** Name of its kind. */
    readonly kind: string;
    readonly id: string;
    /** Name of the resource in the program. */
    readonly name: string;
}

/** Maximum number of missing objects to name. */
const NAMED = 5;

/** Checks whether the token sees the objects of a state, because invisible ones look deleted. */
export async function missingFindings(
    objects: readonly StateObject[],
    kinds: readonly Kind[],
    client: Client,
    rights: TokenRights,
): Promise<DoctorFinding[]> {
    const looks = kinds.flatMap((kind) => {
        const kept = objects.filter((object) => object.kind === kind.name);
        // Skips kinds whose objects expire, because such objects disappear as expected.
        if (kept.length === 0 || kind.ends || !("source" in kind.discovery)) return [];
        return [missingOf(kind.discovery.source, kept, client)];
    });
    const results = await Promise.all(looks);
    const missing = results.flatMap((result) => ("missing" in result ? result.missing : []));
    const unread = results.flatMap((result) => ("because" in result ? [notChecked("state", result.because)] : []));
    const seen = results.reduce((sum, result) => sum + ("seen" in result ? result.seen : 0), 0);
    if (missing.length > 0) {
        const seesEverything = (await rights.seesEverything().catch(unanswered)) ?? false;
        return [missingFinding(missing, seesEverything), ...unread];
    }
    return seen > 0 ? [ok("state", `the token sees all objects that were looked up (${seen})`), ...unread] : unread;
}

type Look = { readonly missing: readonly StateObject[]; readonly seen: number } | { readonly because: string };

/** Finds the objects that the token cannot see, neither in the list nor by id. */
async function missingOf(source: Source, kept: readonly StateObject[], client: Client): Promise<Look> {
    try {
        const listed = new Set<string>();
        for await (const { items } of source.list?.pages(client) ?? [])
            for (const item of items) listed.add(String(propertiesIn(source, item)[source.id]));
        const unlisted = kept.filter(({ id }) => !listed.has(id));
        const found = await Promise.all(unlisted.map(({ id }) => isThere(source, id, client)));
        const missing = unlisted.filter((_, at) => !found[at]);
        return { missing, seen: kept.length - missing.length };
    } catch (error) {
        if (!(error instanceof CallError)) throw error;
        return { because: `whether the token sees each ${source.name} of the state: the service ${error.outcome}` };
    }
}

async function isThere(source: Source, id: string, client: Client): Promise<boolean> {
    try {
        return (await source.read?.send(client, id)) !== undefined;
    } catch (error) {
        if (error instanceof NotFoundError) return false;
        throw error;
    }
}

function missingFinding(missing: readonly StateObject[], seesEverything: boolean): DoctorFinding {
    const names = missing.slice(0, NAMED).map(({ kind, name, id }) => `${kind} ${JSON.stringify(name)} (${id})`);
    const more = missing.length > NAMED ? `, and ${missing.length - NAMED} more` : "";
    const all = `${names.join(", ")}${more}`;
    if (seesEverything) {
        return warning("state", `the service no longer has ${all}`, {
            effect: "A preview shows such an object as deleted outside, and `pulumi up` recreates it.",
            remedy: "If an object should not come back, remove it from the program.",
        });
    }
    return warning("state", `the token does not see ${all}`, {
        effect: "`pulumi preview` and `pulumi up` fail with a NotVisibleError, unless an audit event reports that the object was deleted.",
        remedy: "Use the token of an administrator or an auditor, which sees every object.",
    });
}
