import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { Forbidden, Misdirected } from "./errors.js";

/**
 * The names that the service answers for. A web page can let its own name point to this machine and would then read what the service answers as
 * if it came from its own site; the name in the header Host gives it away.
 */
export class HostNames {
    readonly #names: Set<string>;
    readonly #anyAddress: boolean;

    /** @param names those it listens at, and others that lead to it */
    constructor(names: readonly string[]) {
        this.#names = new Set(names.map((name) => nameIn(name) ?? name));
        // An address is no name that could be let point elsewhere.
        this.#anyAddress = this.#names.has("0.0.0.0") || this.#names.has("::");
    }

    /** @throws Misdirected for another name, Forbidden for a call that a page of another site makes. */
    check({ headers: { host, origin } }: IncomingMessage): void {
        if (host !== undefined && !this.knows(nameIn(host))) throw new Misdirected(host);
        if (origin !== undefined && !this.knows(originIn(origin))) {
            throw new Forbidden("Pages of other sites may not call the service.");
        }
    }

    private knows(name: string | undefined): boolean {
        if (name === undefined) return false;
        if (name === "localhost" || name.endsWith(".localhost")) return true;
        if (name === "::1" || (isIP(name) === 4 && name.startsWith("127."))) return true;
        return this.#names.has(name) || (this.#anyAddress && isIP(name) > 0);
    }
}

/** Without port, brackets and the dot that may end a name. */
function nameIn(host: string): string | undefined {
    const bracketed = /^\[([^\]]+)\](:\d*)?$/.exec(host)?.[1];
    const name = bracketed ?? (isIP(host) === 6 ? host : host.replace(/:\d*$/, "").replace(/\.$/, ""));
    return name.toLowerCase() || undefined;
}

function originIn(origin: string): string | undefined {
    return URL.canParse(origin) ? nameIn(new URL(origin).host) : undefined;
}
