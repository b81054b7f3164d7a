import { type NameChoice, noneError, severalError } from "../../access/answers/choice.js";
import type { Client } from "../../api/client.js";
import type { Properties } from "../../common/properties.js";
import { propertiesIn, type Source, sources } from "../../kernel.js";

/** A name specified instead of an id. */
export interface GivenName {
    /** The option with the name, such as `--group-id`. */
    readonly option: string;
    /** Kind of the object, such as `Group`. */
    readonly of: string;
    readonly text: string;
    /** Whether the option accepts several names. */
    readonly list?: boolean;
}

/**
 * Finds objects by their exact names: people by email or full name, tags by key or `key=value`. Similar names are only suggested, because
 * the call may delete something.
 */
export class ExactNames {
    readonly #lists = new Map<Source, Promise<Properties[]>>();

    constructor(private readonly client: Client) {}

    /** @throws UsageError if none or several match, and errors from API calls */
    async idOf({ option, of, text, list }: GivenName): Promise<string> {
        const source = sourceOf(of);
        const filtered = await this.filtered(source, text);
        const isWanted = (object: Properties) => isCalled(object, text);
        const named = filtered.filter(isWanted);
        const all = named.length > 0 ? named : await this.all(source);
        const found = named.length > 0 ? named : all.filter(isWanted);
        const [object] = found;
        if (!object) {
            const several =
                list && text.includes(",")
                    ? " Separate several names with spaces, because names can contain commas."
                    : "";
            const note = `Set ${option} to the exact name or to the id.${several}`;
            throw noneError(nounOf(of), text, all.flatMap(allNames), note);
        }
        if (found.length === 1) return String(object[source.id]);
        const apps = await this.appNames(found);
        const choices = found.map((one) => choiceOf(source, one, apps));
        throw severalError(`${option} ${JSON.stringify(text)}`, choices);
    }

    /** Yields the names of all objects of a kind, page by page. */
    async *pages(of: string): AsyncGenerator<readonly string[], void> {
        const source = sourceOf(of);
        for await (const { items } of source.list?.pages(this.client) ?? [])
            yield items.flatMap((answer) => allNames(propertiesIn(source, answer)));
    }

    /** Lets the service filter the list, which is much faster than reading all of it. */
    private async filtered(source: Source, text: string): Promise<Properties[]> {
        // Users are filtered by email, all other objects by name.
        const found = await source.find?.all(this.client, { name: text, email: text });
        return (found ?? []).map((answer) => propertiesIn(source, answer));
    }

    private all(source: Source): Promise<Properties[]> {
        const known = this.#lists.get(source);
        if (known) return known;
        const reading = (async () => {
            const found = await source.list?.all(this.client);
            return (found ?? []).map((answer) => propertiesIn(source, answer));
        })();
        this.#lists.set(source, reading);
        return reading;
    }

    /** Returns the names of apps by id. Empty if none of the objects belongs to an app. */
    private async appNames(objects: readonly Properties[]): Promise<ReadonlyMap<unknown, unknown>> {
        if (!objects.some(({ appId }) => appId !== undefined)) return new Map();
        const apps = await this.all(sourceOf("App"));
        return new Map(apps.map(({ appId, name }) => [appId, name]));
    }
}

/** Returns all names of an object. */
function allNames({ name, fullName, email, key, value }: Properties): string[] {
    const tag = key !== undefined && value ? `${key}=${value}` : key;
    return [name, fullName, email, tag].filter((one): one is string => typeof one === "string" && one !== "");
}

function isCalled(object: Properties, text: string): boolean {
    const { email, key } = object;
    if (typeof email === "string" && email.toLowerCase() === text.toLowerCase()) return true;
    return key === text || allNames(object).includes(text);
}

function choiceOf(source: Source, object: Properties, apps: ReadonlyMap<unknown, unknown>): NameChoice {
    const { [source.id]: id, [source.id.replace(/Id$/, "Type")]: type, email, appId } = object;
    const [name = ""] = allNames(object);
    const app = appId === id ? undefined : apps.get(appId);
    const detail = [email, type, app && `app ${JSON.stringify(app)}`].filter(Boolean).join(", ");
    return { type: nounOf(source.name), id: String(id), name, ...(detail !== "" && { detail }) };
}

function sourceOf(of: string): Source {
    const source = sources.find(({ name }) => name === of);
    if (!source) throw new Error(`No source for ${of}.`);
    return source;
}

/** Returns the name of a kind in words: `access rule` for `AccessRule`. */
function nounOf(kind: string): string {
    return kind.replace(/(?!^)[A-Z]/g, " $&").toLowerCase();
}
