import type { ResourceProvider } from "@pulumi/pulumi/dynamic";
import { UnknownKindError } from "./common/errors.js";
import { dynamicProvider } from "./provider/dynamic.js";
import { engineAddress, engineOf, followEngine } from "./provider/engine-link.js";
import { laterFaultsWriter } from "./provider/fault.js";
import { readAheadOf } from "./provider/run/read-ahead.js";
import { Session } from "./provider/run/session.js";
import { kinds } from "./resources/kinds.js";

const engine = engineOf(process.argv) ?? "";

/** Shared by all kinds, because a provider process serves only one run, with one configuration. */
const session = new Session((line) => process.stderr.write(`${line}\n`), {}, Date.now, {
    readAhead: readAheadOf(engine, kinds),
    reportLater: laterFaultsWriter(engine),
    kinds,
    looksUpAuthors: true,
});

/** If the engine is killed, this process exits so that it stops writing to the service. */
const followed = engineAddress(engine);
if (followed) {
    followEngine(followed, () => process.exit());
    // The engine stops its providers with SIGINT at the end of a run, and still shows what they print afterwards (docs/protocol.md).
    process.once("SIGINT", () => process.exit());
}
if (engine) process.once("exit", () => session.end());

const providers = new Map<string, ResourceProvider>();

/**
 * Returns the dynamic provider of a kind. Stack states contain calls of this function with the kind's name, so published names must be
 * supported forever.
 */
export function kind(name: string): ResourceProvider {
    const known = providers.get(name);
    if (known) return known;
    const found = kinds.find((candidate) => candidate.name === name);
    if (!found) {
        throw new UnknownKindError(
            `The state contains the kind ${JSON.stringify(name)}, which this version of pulumi-access-governance does not support. Install the version that created it, or a newer one.`,
        );
    }
    const provider = dynamicProvider(found, session);
    providers.set(name, provider);
    return provider;
}
