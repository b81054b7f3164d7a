import type { Diagnostic, Step } from "../contract/stack.js";
import { STACK_TYPE, type State } from "../contract/state.js";
import { isSecret, map, type Properties } from "../contract/values.js";
import type { Concerned } from "./actions.js";
import type { Config } from "./config.js";
import { BUILT_IN, DYNAMIC, providerType } from "./providers.js";

/** Steps that are parts of a replacement; the replacement itself is shown. */
const PARTS = ["create-replacement", "delete-replaced", "remove-pending-replace"];

/** What `pulumi preview --json` prints, taken down as it happens. */
export class Digest {
    readonly #steps: Properties[] = [];
    readonly #diagnostics: Properties[] = [];
    readonly #counts = new Map<string, number>();
    readonly #started = process.hrtime.bigint();

    constructor(private readonly config: Config) {}

    step({ op, type, name, urn }: Step, states: Concerned): void {
        const isDefault = name === "default" && [providerType(DYNAMIC), providerType(BUILT_IN)].includes(type);
        if (isDefault || PARTS.includes(op)) return;
        if (op !== "refresh") this.#counts.set(op, (this.#counts.get(op) ?? 0) + 1);
        if (op === "same" && type !== STACK_TYPE) return;
        const provider = (states.new ?? states.old)?.provider;
        this.#steps.push({
            op,
            urn,
            ...(provider && { provider }),
            ...(states.old && { oldState: shownState(states.old) }),
            ...(states.new && { newState: shownState(states.new) }),
            ...(states.replaces?.length && { replaceReasons: states.replaces }),
            // A dynamic provider never says in detail what differs.
            detailedDiff: null,
        });
    }

    diagnostic({ severity, message, urn }: Diagnostic): void {
        const prefix = severity === "info" ? "" : `${severity}: `;
        this.#diagnostics.push({ ...(urn && { urn }), message: this.#masked(`${prefix}${message}\n`), severity });
    }

    /** A line of the program or of a provider. */
    line(message: string, from: "stdout" | "stderr"): void {
        const severity = from === "stdout" ? "info" : "info#err";
        this.#diagnostics.push({ message: this.#masked(`${message}\n\n`), severity });
    }

    document(): Properties {
        const config = Object.entries(this.config.shown()).sort(([a], [b]) => (a < b ? -1 : 1));
        const counts = [...this.#counts].sort(([a], [b]) => (a < b ? -1 : 1));
        return {
            ...(config.length > 0 && { config: Object.fromEntries(config) }),
            ...(this.#steps.length > 0 && { steps: this.#steps }),
            ...(this.#diagnostics.length > 0 && { diagnostics: this.#diagnostics }),
            duration: Number(process.hrtime.bigint() - this.#started),
            ...(counts.length > 0 && { changeSummary: Object.fromEntries(counts) }),
        };
    }

    #masked(text: string): string {
        return this.config
            .secrets()
            .reduce((masked, secret) => (secret ? masked.replaceAll(secret, "[secret]") : masked), text);
    }
}

/** A state as it is at this moment, without secrets and without what is empty. */
function shownState(state: State): Properties {
    const shown = map(structuredClone(state), (part) => (isSecret(part) ? "[secret]" : undefined)) as Properties; // a record stays one
    const filled = Object.entries(shown).filter(([key, value]) => key === "custom" || !isEmpty(value));
    return Object.fromEntries(filled);
}

function isEmpty(value: unknown): boolean {
    if (value === undefined || value === false || value === "") return true;
    return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}
