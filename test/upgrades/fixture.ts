import {
    cpSync,
    existsSync,
    mkdirSync,
    mkdtempSync,
    readdirSync,
    readFileSync,
    rmSync,
    symlinkSync,
    writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { Stack, StackOptions } from "../../src/local/engine/contract/stack.js";
import { openStack } from "../../src/local/engine/open-stack.js";
import { type Organization, type Service, startService } from "../../src/local/service/index.js";

/** A stack that was deployed with an earlier version, with the service's data at that time. Its program is in the folder `program`. */
export interface Fixture {
    /** Time of the recording. The clocks of service, program and provider are set to it. */
    readonly now: string;
    readonly config: NonNullable<StackOptions["config"]>;
    /** Steps that any later version's preview must show, such as `update half`. Empty if the stack has no changes. */
    readonly steps: readonly string[];
    /** Resources that the messages of a preview mention until the stack changes. */
    readonly told: readonly string[];
}

/** A fixture with a running service and an opened stack. */
export interface Restored {
    readonly fixture: Fixture;
    readonly service: Service;
    readonly stack: Stack;
    close(): Promise<void>;
}

/** Placeholder for the service's URL, which differs from run to run. */
const ADDRESS = "http://service.example/v1";

const FILES = { fixture: "fixture.json", state: "state.json", organization: "organization.json", program: "program" };

const root = join(__dirname, "recorded");

/** All programs run in this folder, one after the other, so that packages are installed only once. */
const place = mkdtempSync(join(tmpdir(), "upgrades-"));
process.once("exit", () => rmSync(place, { recursive: true, force: true }));

export function versions(): string[] {
    return existsSync(root) ? readdirSync(root).sort() : [];
}

export function namesOf(version: string): string[] {
    return readdirSync(join(root, version)).sort();
}

/** Opens a stack of the program. The clock of its processes is set to `now`. */
export async function open(
    service: Service,
    program: string,
    { now, config }: Pick<Fixture, "now" | "config">,
): Promise<Stack> {
    const folder = join(place, "program");
    rmSync(folder, { recursive: true, force: true });
    cpSync(program, folder, { recursive: true, filter: isProgram });
    if (!existsSync(join(place, "node_modules"))) install(place);
    return openStack({
        program: folder,
        engine: "local",
        env: {
            ACCESS_GOVERNANCE_URL: "",
            ACCESS_GOVERNANCE_TOKEN: "",
            OPAL_AUTH_TOKEN: "",
            UPGRADES_NOW: now,
        },
        config: {
            "access-governance:url": service.url,
            "access-governance:token": { secret: service.token },
            ...withAddress(config, service.url),
        },
    });
}

/** Writes a fixture of a version. @throws if the version already has a fixture with this name */
export async function record(
    version: string,
    name: string,
    program: string,
    from: Omit<Restored, "close">,
): Promise<void> {
    const folder = join(root, version, name);
    const { fixture, service, stack } = from;
    const state = await stack.exportState();
    mkdirSync(join(root, version), { recursive: true });
    mkdirSync(folder);
    const { manifest: _, ...deployment } = state.deployment;
    const times = { created: fixture.now, modified: fixture.now };
    const resources = deployment.resources?.map((resource) => ({
        ...resource,
        ...("created" in resource ? times : {}),
    }));
    const write = (file: string, text: string) =>
        writeFileSync(join(folder, file), text.replaceAll(service.url, ADDRESS));
    write(FILES.fixture, `${JSON.stringify(fixture, undefined, 2)}\n`);
    write(FILES.state, linesOf({ version: state.version, deployment: { ...deployment, resources } }));
    // The audit log is left out: it is long and never read.
    write(FILES.organization, linesOf({ ...service.snapshot(), events: [], eventObjects: [] }));
    cpSync(program, join(folder, FILES.program), { recursive: true, filter: isProgram });
}

/** Starts the service with the recorded data and opens the stack with the recorded state. */
export async function restore(version: string, name: string): Promise<Restored> {
    const folder = join(root, version, name);
    const read = (file: string): string => readFileSync(join(folder, file), "utf8");
    const fixture: Fixture = JSON.parse(read(FILES.fixture));
    const organization: Organization = JSON.parse(read(FILES.organization));
    const service = await startService({ organization, clock: fixture.now });
    const stack = await open(service, join(folder, FILES.program), fixture);
    await stack.importState(JSON.parse(read(FILES.state).replaceAll(ADDRESS, service.url)));
    return {
        fixture,
        service,
        stack,
        close: async () => {
            await stack.close();
            await service.close();
        },
    };
}

const isProgram = (path: string) => basename(path) !== "node_modules" && basename(path) !== "package.json";

/** Links the installed packages. The package itself gets a wrapper that sets the clock of each process that loads it. */
function install(folder: string): void {
    const installed = join(__dirname, "../../node_modules");
    const own = "pulumi-access-governance";
    const entries = { ".": "index", "./provider": "handlers" };
    mkdirSync(join(folder, "node_modules", own), { recursive: true });
    writeFileSync(join(folder, "package.json"), "{}");
    for (const name of readdirSync(installed).filter((name) => name !== own && !name.startsWith(".")))
        symlinkSync(join(installed, name), join(folder, "node_modules", name));
    const write = (file: string, text: string) => writeFileSync(join(folder, "node_modules", own, file), text);
    const files = Object.entries(entries).map(([entry, file]) => [entry, `./${file}.js`]);
    const exported = { ...Object.fromEntries(files), "./client": "./client.js" };
    write("package.json", JSON.stringify({ name: own, main: "index.js", exports: exported }));
    symlinkSync(join(__dirname, "../../dist/api/index.js"), join(folder, "node_modules", own, "client.js"));
    const quoted = (...path: string[]) => JSON.stringify(join(__dirname, ...path));
    for (const file of Object.values(entries))
        write(
            `${file}.js`,
            `require(${quoted("clock.cjs")});\nmodule.exports = require(${quoted("../../dist", file)});\n`,
        );
}

function withAddress(config: Fixture["config"], url: string): Fixture["config"] {
    return JSON.parse(JSON.stringify(config).replaceAll(ADDRESS, url));
}

/** JSON in which each element of a list of objects is on its own line, so that diffs of the recordings are readable. */
function linesOf(value: object): string {
    const written = (inner: unknown, indent: string): string => {
        if (Array.isArray(inner) && inner.some((item) => typeof item === "object" && item !== null)) {
            return `[\n${inner.map((item) => `${indent}  ${JSON.stringify(item)}`).join(",\n")}\n${indent}]`;
        }
        if (typeof inner !== "object" || inner === null || Array.isArray(inner)) return JSON.stringify(inner);
        const members = Object.entries(inner)
            .filter(([, item]) => item !== undefined)
            .map(([key, item]) => `${indent}  ${JSON.stringify(key)}: ${written(item, `${indent}  `)}`);
        return members.length > 0 ? `{\n${members.join(",\n")}\n${indent}}` : "{}";
    };
    return `${written(value, "")}\n`;
}
