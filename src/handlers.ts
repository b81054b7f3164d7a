import type { ResourceProvider } from "@pulumi/pulumi/dynamic";
import { UnknownKindError } from "./common/errors.js";
import { dynamicProvider } from "./provider/dynamic.js";
import { engineAddress, engineOf, followEngine } from "./provider/engine-link.js";
import { readAheadOf } from "./provider/run/read-ahead.js";
import { Session } from "./provider/run/session.js";
import { kinds } from "./resources/kinds.js";

const engine = engineOf(process.argv) ?? "";

/** One provider process serves one run of one configuration: all its kinds share what they know. */
const session = new Session((line) => process.stderr.write(`${line}\n`), {}, Date.now, {
    readAhead: readAheadOf(engine, kinds),
    kinds,
    looksUpAuthors: true,
});

/** A provider process whose engine was killed has nobody left to work for: it writes nothing more. */
const followed = engineAddress(engine);
if (followed) {
    followEngine(followed, () => process.exit());
    // So an engine ends its providers when all is done, and still shows what they print (docs/protocol.md).
    process.once("SIGINT", () => process.exit());
}
if (engine) process.once("exit", () => session.end());

const providers = new Map<string, ResourceProvider>();

/**
 * The dynamic provider of a kind, by its name. Every state ever written asks for it by this name, so a name once published is
 * answered for ever.
 */
export function kind(name: string): ResourceProvider {
    const known = providers.get(name);
    if (known) return known;
    const found = kinds.find((candidate) => candidate.name === name);
    if (!found) {
        throw new UnknownKindError(
            `The state speaks of ${JSON.stringify(name)}, which this version of pulumi-access-governance does not know. Install the version that made it, or a newer one.`,
        );
    }
    const provider = dynamicProvider(found, session);
    providers.set(name, provider);
    return provider;
}
