import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { Forbidden, Misdirected } from "./errors.js";

/**
 * The names that the service answers for. A web page can let its own name point to this machine and would then read what the service answers as
 * if it came from its own site; the name in the header Host gives it away.
 */
export class HostNames {
    readonly #names = new Set<string>();

    /** @param names those that lead to the service, besides those of loopback */
    constructor(names: readonly string[]) {
        for (const name of names) this.add(name);
    }

    /** @param name one more, or the address that the service listens on */
    add(name: string): void {
        this.#names.add(nameIn(name) ?? name);
    }

    /** @throws Misdirected for another name, Forbidden for a call that a page of another site makes. */
    check({ headers: { host, origin } }: IncomingMessage): void {
        if (host !== undefined && !this.knows(nameIn(host))) throw new Misdirected(host);
        if (origin !== undefined && !this.knows(URL.canParse(origin) ? nameIn(new URL(origin).host) : undefined)) {
            throw new Forbidden("Pages of other sites may not call the service.");
        }
    }

    private knows(name: string | undefined): boolean {
        if (name === undefined) return false;
        if (name === "localhost" || name.endsWith(".localhost")) return true;
        if (name === "::1" || (isIP(name) === 4 && name.startsWith("127."))) return true;
        const everywhere = this.#names.has("0.0.0.0") || this.#names.has("::");
        // An address is no name that could be let point elsewhere.
        return this.#names.has(name) || (everywhere && isIP(name) > 0);
    }
}

/** Without port, brackets and the dot that may end a name. */
function nameIn(host: string): string | undefined {
    const bracketed = /^\[([^\]]+)\](:\d*)?$/.exec(host)?.[1];
    const name = bracketed ?? (isIP(host) === 6 ? host : host.replace(/:\d*$/, "").replace(/\.$/, ""));
    return name.toLowerCase() || undefined;
}
