import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Phrase } from "../../../src/common/phrase.js";
import { kinds } from "../../../src/resources/kinds.js";
import { type PreviewDocument, parseDocument } from "../../../src/review/report/document.js";
import type { FindKind } from "../../../src/review/report/names.js";

/** Folder with recorded documents of the Pulumi CLI 3.260, without machine-specific values, and the reports on them. */
export const folder = join(__dirname, "documents");

export function recorded(name: string): PreviewDocument {
    return parseDocument(readFileSync(join(folder, `${name}.json`), "utf8"));
}

export const kindOf: FindKind = (type) => kinds.find(({ name }) => type.endsWith(`:${name}`));

export interface Given {
    readonly kind: string;
    readonly name: string;
    /** Step of Pulumi that follows the refresh step. */
    readonly op?: string;
    readonly id?: string;
    /** Inputs after the last `up`, as refreshed from the service (default: the same), and in the program. */
    readonly before?: object;
    readonly live?: object;
    readonly next?: object;
    /** Properties that the last up failed to write. */
    readonly tried?: readonly string[];
    /** Fields that the refresh found changed, and this version does not know. */
    readonly changedFields?: readonly string[];
}

/** A document of a preview with `--refresh`, in the same form as the recorded ones. */
export function documentOf(given: readonly Given[], lines: readonly string[] = []): PreviewDocument {
    const steps = given.flatMap((each) => {
        const urn = urnOf(each.kind, each.name);
        const state = (inputs: object | undefined) =>
            inputs && {
                urn,
                type: `pulumi-nodejs:dynamic/access-governance:${each.kind}`,
                ...(each.id && { id: each.id }),
                inputs: { __label: each.name, ...inputs },
                outputs: {
                    ...(each.tried && { __tried: each.tried }),
                    ...(each.changedFields && { __changedFields: each.changedFields }),
                },
            };
        const refresh = each.before && {
            op: "refresh",
            urn,
            oldState: state(each.before),
            newState: state(each.before),
        };
        const start = each.op === "create" ? undefined : state(each.live ?? each.before);
        const step = each.op && { op: each.op, urn, oldState: start, newState: state(each.next) };
        return [refresh, step].filter(Boolean);
    });
    const diagnostics = lines.map((message) => ({ severity: "info#err", message }));
    // The stack itself.
    const changeSummary = { same: 1 };
    return parseDocument(JSON.stringify({ steps, diagnostics, changeSummary }));
}

export function urnOf(kind: string, name: string): string {
    return `urn:pulumi:prod::access::pulumi-nodejs:dynamic/access-governance:${kind}::${name}`;
}

/** The plain text of a phrase, without quotes around foreign texts. */
export function plain({ parts }: Phrase): string {
    return parts.map((part) => (typeof part === "string" ? part : part.value)).join("");
}
