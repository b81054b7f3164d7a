import type { Service } from "../../../../src/local/service/index.js";
import { type Answer, answerOf } from "../answer.js";
import { type Operation, operation } from "./operations.js";
import { chance, draw, pick, type Source } from "./values.js";
import { type Caller, knownIn, linksWith, TOKENS } from "./world.js";

/** One step of a walk: a call with parameters drawn from the current objects, or a period of time. */
export type Step = CallStep | { readonly minutes: number };

export interface CallStep {
    readonly call: string;
    readonly caller: Caller;
    readonly wild: boolean;
    readonly seed: number;
}

export interface Call {
    readonly operation: Operation;
    readonly caller: Caller;
    /** Path parameters, not encoded. */
    readonly path: Readonly<Record<string, string>>;
    /** The path and query that are sent. */
    readonly url: string;
    readonly body: unknown;
}

/** The call of a step, with parameters from the current organization. */
export function callOf(step: CallStep, service: Service, deleted: readonly string[]): Call {
    const one = operation(step.call);
    const organization = service.store.view();
    const { seed, wild } = step;
    const known = (_name: string, place: string) => knownIn(organization, place);
    const source: Source = { seed, wild, deleted, known, now: service.clock.now() };
    const area = `.${one.path.split("/")[1]}`;
    const inPath = one.parameters.filter((parameter) => parameter.in === "path");
    const names = inPath.map(({ name }) => name);
    const links = names.length > 1 && chance(seed, "of a link") < 0.6 ? linksWith(organization, names) : [];
    const link = pick(seed, "link", links, (record) => names.map((name) => record[name]).join());
    const path = Object.fromEntries(
        inPath.map(
            ({ name, schema }) => [name, link?.[name] || String(draw(source, schema, name, area) || "none")] as const,
        ),
    );
    const query = new URLSearchParams();
    for (const { name, in: place, required, schema } of one.parameters) {
        if (place !== "query" || name === "cursor" || /^(after|before)$/.test(name)) continue;
        // A removal often needs the access level of the link.
        if (link && typeof link[name] === "string" && link[name] !== "") query.append(name, link[name]);
        else if (required || chance(seed, `${name} given`) < (one.method === "GET" ? 0.15 : 0.1)) {
            const value = draw(source, schema, name, area);
            for (const part of Array.isArray(value) ? value : [value]) query.append(name, String(part));
        }
    }
    const bare = !one.body || (!one.bodyRequired && chance(seed, "no body") < 0.3);
    const body = bare || !one.body ? undefined : (draw(source, one.body, "body", area) ?? {});
    const url = one.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(path[name] ?? ""));
    return { operation: one, caller: step.caller, path, url: query.size > 0 ? `${url}?${query}` : url, body };
}

/** Sends a call in process. */
export async function send(service: Service, caller: Caller, method: string, url: string, body?: unknown) {
    const headers = { authorization: `Bearer ${TOKENS[caller]}`, "content-type": "application/json" };
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    return answerOf(await service.fetch(new Request(service.url + url, init)));
}

/** Describes the call and its response on one line. */
export function lineOf({ operation: one, caller, url, body }: Call, { status, body: answer }: Answer): string {
    const sent = body === undefined ? "" : ` ${JSON.stringify(body)}`;
    const told = status >= 400 ? ` ${answer?.message}` : "";
    return `${caller}: ${one.method} ${url}${sent} -> ${status}${told}`;
}
