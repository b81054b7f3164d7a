import { randomUUID, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import axios from "axios";
import { AccessGovernanceClient } from "../../api/access-governance-client.js";
import { operations } from "../../api/generated/operations.gen.js";
import type { OperationEntry } from "../../api/operation.js";
import { jsonOf } from "../../api/transport/answer.js";
import { isRead } from "../../api/transport/outcome.js";
import { People } from "./people.js";

/** A proxy to the service that forwards only reads and adds the token. */
export interface ReadOnlyService {
    /** Address of the proxy, which listens on loopback. */
    readonly url: string;
    /** Token for this proxy only, valid while the process runs. */
    readonly token: string;
    close(): Promise<void>;
}

/** Maximum size of a request body, in bytes. Lists that are read with POST have a filter in the body. */
const LONGEST_BODY = 1_000_000;

/** Maximum size of a response in bytes. */
const LONGEST_ANSWER = 100_000_000;
/** Maximum duration of a request in milliseconds. */
const LONGEST_MS = 120_000;

/** Reads of the API: their methods, and patterns of their paths. */
const READS = Object.values<OperationEntry>(operations)
    .filter(isRead)
    .map(({ method, path }) => ({ method, pattern: new RegExp(`^${path.replace(/\{\w+\}/g, "[^/;]+")}$`) }));

/** Starts a proxy to the service at `url`. @param hidesNames whether numbers replace the names and addresses of people */
export async function startReadOnlyService(
    url: string,
    serviceToken: string,
    hidesNames = false,
): Promise<ReadOnlyService> {
    const token = randomUUID();
    const people = hidesNames ? new Pseudonyms(new AccessGovernanceClient({ url, token: serviceToken })) : undefined;
    const base = new URL(url).pathname.replace(/\/$/, "");
    const forward = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
        const { method = "GET", headers } = request;
        // Resolves `..`, so that only paths of the API are forwarded.
        const { pathname, search } = new URL(request.url ?? "/", "http://proxy");
        if (!isSame(headers.authorization ?? "", `Bearer ${token}`)) return refuse(response, 401, "wrong token");
        const path = pathname.slice(base.length);
        const mayPass =
            pathname.startsWith(`${base}/`) &&
            !/%2f|%5c/i.test(path) &&
            READS.some((one) => one.method === method && one.pattern.test(path));
        if (!mayPass) return refuse(response, 403, "this proxy forwards only reads");
        const known = await people?.known();
        const body = method === "POST" ? await bodyOf(request) : undefined;
        const answer = await axios.request<Buffer>({
            url: url.replace(/\/$/, "") + (known ? namedAddress(path, search, known) : path + search),
            method,
            headers: {
                authorization: `Bearer ${serviceToken}`,
                accept: "application/json",
                ...(headers["content-type"] && { "content-type": headers["content-type"] }),
            },
            ...(body && { data: known ? rewritten(body.toString(), (value) => known.namedIn(value)) : body }),
            responseType: "arraybuffer",
            maxContentLength: LONGEST_ANSWER,
            timeout: LONGEST_MS,
            maxRedirects: 0,
            validateStatus: () => true,
        });
        const type = String(answer.headers["content-type"] ?? "application/json");
        const wait = answer.headers["retry-after"];
        response.writeHead(answer.status, { "content-type": type, ...(wait && { "retry-after": String(wait) }) });
        // The response may contain the headers of the request, and thus the token.
        const text = answer.data.toString().replaceAll(serviceToken, "…");
        response.end(known ? rewritten(text, (value) => known.hiddenIn(value)) : text);
    };
    const server = createServer((request, response) => {
        forward(request, response).catch(() => refuse(response, 502, "the service did not respond"));
    });
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    const { port } = server.address() as AddressInfo; // always for a server that listens on a port
    return {
        url: `http://127.0.0.1:${port}${base}`,
        token,
        close: () =>
            new Promise((closed) => {
                server.close(() => closed());
                server.closeAllConnections();
            }),
    };
}

/** Maximum age of the list of people, in milliseconds. */
const FRESH_MS = 60_000;

/** Pseudonyms of the people of an organization, updated regularly. */
class Pseudonyms {
    readonly #people = new People();
    #at = Number.NEGATIVE_INFINITY;
    #reading: Promise<void> | undefined;

    constructor(private readonly client: AccessGovernanceClient) {}

    async known(): Promise<People> {
        if (Date.now() - this.#at >= FRESH_MS) {
            this.#reading ??= this.#read().finally(() => {
                this.#reading = undefined;
            });
            await this.#reading;
        }
        return this.#people;
    }

    async #read(): Promise<void> {
        this.#people.know(await this.client.users.list().all());
        this.#at = Date.now();
    }
}

/** Replaces numbers with names in a path and a query. */
function namedAddress(path: string, search: string, people: People): string {
    const segments = path.split("/").map((one) => encodeURIComponent(people.named(decodeURIComponent(one))));
    const query = new URLSearchParams();
    for (const [name, value] of new URLSearchParams(search)) query.append(name, people.named(value));
    return `${segments.join("/")}${query.size > 0 ? `?${query}` : ""}`;
}

/** Changes the texts of a JSON body. A body that is not JSON is withheld, because names in it could not be found. */
function rewritten(body: string, change: (value: unknown) => unknown): string {
    const json = jsonOf(body);
    return json ? JSON.stringify(change(json.value)) : "";
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
    const parts: Buffer[] = [];
    let length = 0;
    for await (const part of request) {
        length += part.length;
        if (length > LONGEST_BODY) throw new RangeError("the body of a read is too long");
        parts.push(part);
    }
    return Buffer.concat(parts);
}

function refuse(response: ServerResponse, status: number, message: string): void {
    if (response.headersSent) {
        response.end();
        return;
    }
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify({ code: status, message }));
}

function isSame(one: string, other: string): boolean {
    return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
