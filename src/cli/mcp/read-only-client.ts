import { AccessGovernanceClient } from "../../api/access-governance-client.js";
import type { CallOptions } from "../../api/client.js";
import { type OperationName, operations } from "../../api/generated/operations.gen.js";
import type { ClientOptions } from "../../api/options.js";
import type { Parts } from "../../api/parameters.js";
import { masked } from "../../api/transport/masking.js";
import { isRead } from "../../api/transport/outcome.js";
import { UsageError } from "../../common/errors.js";
import { mapped, Pseudonyms } from "./people.js";
import { redacted } from "./redaction.js";

/** Maximum age of the list of people, in milliseconds. */
const PEOPLE_FRESH_MS = 60_000;

/**
 * A client that only reads. Its answers contain no credentials in addresses, and numbers instead of the names and addresses of people
 * unless `showsNames` is set. It accepts these numbers in requests.
 */
export class ReadOnlyClient extends AccessGovernanceClient {
    readonly #options: ClientOptions;
    readonly #people: Pseudonyms | undefined;
    #reading: Promise<void> | undefined;
    #readAt = Number.NEGATIVE_INFINITY;

    constructor(options: ClientOptions, showsNames = false) {
        super(options);
        this.#options = options;
        this.#people = showsNames ? undefined : new Pseudonyms();
    }

    /** @throws UsageError for an operation that writes, and the errors of `call` */
    override async send(name: OperationName, parts: Parts, options?: CallOptions): Promise<unknown> {
        if (!isRead(operations[name]))
            throw new UsageError(`${operations[name].call} writes, and this client only reads. Use another operation.`);
        await this.#knowPeople();
        // Only the strings of the parts are replaced.
        const asked = (this.#people?.namedIn(parts) ?? parts) as Parts;
        const answer = await super.send(name, asked, options);
        const shown = mapped(answer, redacted);
        return this.#people?.hiddenIn(shown) ?? shown;
    }

    /** Unvalidated answers are not redacted, so none is returned. */
    override look(): Promise<never> {
        throw new UsageError("Unvalidated answers are not available here. Use `call`.");
    }

    /** Redacts a text, like the texts of an answer. */
    hidden(text: string): string {
        const shown = masked(redacted(text, ""), [this.#options.token], "…");
        return this.#people?.hidden(shown) ?? shown;
    }

    async #knowPeople(): Promise<void> {
        if (!this.#people || Date.now() - this.#readAt < PEOPLE_FRESH_MS) return;
        this.#reading ??= this.#readPeople(this.#people).finally(() => {
            this.#reading = undefined;
        });
        await this.#reading;
    }

    async #readPeople(people: Pseudonyms): Promise<void> {
        people.know(await new AccessGovernanceClient(this.#options).users.list().all());
        this.#readAt = Date.now();
    }
}
