#!/usr/bin/env node
/** The provider plugin. Pulumi's engine starts it with the engine's address, and reads its port from the first line of output. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ResourceProviderService } from "@pulumi/pulumi/proto/provider_grpc_pb.js";
import { once } from "../api/once.js";
import { packageVersion } from "../common/package-version.js";
import { serve } from "../common/rpc.js";
import { engineAddress, followEngine } from "../provider/engine-link.js";
import type * as Plugins from "../provider/plugin/plugin.js";
import type * as Sessions from "../provider/run/session.js";
import type { Say } from "../provider/run/session.js";
import type { Kind } from "../provider/shapes/kind.js";
import { componentProcess } from "./component-process.js";
import { descriptionMethods, type EngineTraits, SERVED_METHODS, SETTING_METHODS } from "./description.js";
import { EngineLog } from "./engine-log.js";
import type * as Functions from "./functions.js";
import { withoutSdk } from "./sdk-stand-in.js";
import type * as Server from "./server.js";

const HELP = `Usage: pulumi-resource-access-governance [engine flags] [engine address]

Provider plugin of access governance. Pulumi starts it; docs/languages.md shows how to use it in a program.
Without an address, it serves until it is stopped (for PULUMI_DEBUG_PROVIDERS).

Options:
  --version   print the version
  -h, --help  print this help`;

// The address is the last argument. The engine may pass flags such as -logtostderr and -v=9 before it.
const engine = process.argv.slice(2).at(-1) ?? "";
if (["--help", "-h", "--version"].includes(engine)) {
    process.stdout.write(`${engine === "--version" ? packageVersion() : HELP}\n`);
    process.exit();
}

const description = {
    version: packageVersion(),
    // The file is part of this package, so its format is known.
    schema: () => JSON.parse(readFileSync(join(__dirname, "../../api/plugin.schema.json"), "utf8")) as object,
};
const traits: EngineTraits = { reportsPreviews: false, hasCheckedSettings: false };
const log = engine === "" ? undefined : new EngineLog(engine);

const server = once(() => require("./server.js") as typeof Server);
const checking = once(() => server().settingMethodsOf(traits));

/** Loads what serves resources when the engine first asks for it. Some processes are asked for the description only. */
const served = once(() => {
    const { kinds } = withoutSdk(() => require("../resources/kinds.js") as { readonly kinds: readonly Kind[] });
    const { Session } = require("../provider/run/session.js") as typeof Sessions;
    const { KernelPlugin } = require("../provider/plugin/plugin.js") as typeof Plugins;
    const { methodsOf, streamsOf } = server();
    const sayToEngine: Say = (line, of, severity) => {
        if (log) log.say(line, of && plugin.urnOf(of), severity);
        else process.stderr.write(`${line}\n`);
    };
    const session = new Session(sayToEngine, {}, Date.now, { kinds, looksUpAuthors: true, isPlugin: true });
    const plugin = new KernelPlugin(kinds, session);
    const methods = methodsOf(plugin, session, {
        traits,
        say: sayToEngine,
        functions: once(() => withoutSdk(() => require("./functions.js") as typeof Functions)),
        components: once(() => componentProcess(engine)),
    });
    return { ...methods, ...streamsOf(plugin) };
});

const address = engineAddress(engine);
if (address) {
    followEngine(address, () => process.exit());
    process.once("SIGINT", () => process.exit());
}

type Method = (...given: readonly never[]) => void;
const lazily = <Name extends string>(names: readonly Name[], load: () => Readonly<Record<Name, Method>>) =>
    Object.fromEntries(names.map((name) => [name, (...given: readonly never[]) => load()[name](...given)]));
const methods = {
    ...lazily(SERVED_METHODS, served),
    ...lazily(SETTING_METHODS, checking),
    ...descriptionMethods(description, traits),
};
serve((rpc) => rpc.addService(ResourceProviderService, methods as never)).then(({ address: own }) => {
    process.stdout.write(`${own.split(":").at(-1)}\n`);
});
