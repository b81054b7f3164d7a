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

/** A stack that an earlier version left, and the service as it left it. Beside it stands the program, in the folder `program`. */
export interface Fixture {
    /** When it was recorded: service, program and provider live in this time. */
    readonly now: string;
    readonly config: NonNullable<StackOptions["config"]>;
    /** What a preview says of it for ever, such as `update half`; empty if the stack is clean. */
    readonly steps: readonly string[];
    /** The resources that a preview speaks of in its lines, as long as the stack stays as it is. */
    readonly told: readonly string[];
}

/** A fixture, its service and its stack, ready to run. */
export interface Restored {
    readonly fixture: Fixture;
    readonly service: Service;
    readonly stack: Stack;
    close(): Promise<void>;
}

/** Stands for the address of the service, which is another one each time. */
const ADDRESS = "http://service.example/v1";

const FILES = { fixture: "fixture.json", state: "state.json", organization: "organization.json", program: "program" };

const root = join(__dirname, "recorded");

/** Where every program runs, one after the other: their packages are installed once. */
const place = mkdtempSync(join(tmpdir(), "upgrades-"));
process.once("exit", () => rmSync(place, { recursive: true, force: true }));

export function versions(): string[] {
    return existsSync(root) ? readdirSync(root).sort() : [];
}

export function namesOf(version: string): string[] {
    return readdirSync(join(root, version)).sort();
}

/** Opens a stack of the program whose processes live in the time `now`. */
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

/** Writes what a version left. @throws if that version has a fixture of this name. */
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
    // The log of what was done is long, and nobody asks for it again.
    write(FILES.organization, linesOf({ ...service.snapshot(), events: [], eventObjects: [] }));
    cpSync(program, join(folder, FILES.program), { recursive: true, filter: isProgram });
}

/** Starts a service as it was, and opens the stack as it was. */
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

/** The packages that are installed here; with the package itself, the clock is set in each process that loads it. */
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

/** JSON with a line for each element of its lists of objects, at any depth of objects, so that a change is seen where it is. */
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
