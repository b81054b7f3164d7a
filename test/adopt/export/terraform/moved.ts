import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Exported, exportOrganization } from "../../../../src/adopt/export/export.js";
import { candidatesIn, type MoveOutcome, namedIn, outcomesOf } from "../../../../src/adopt/export/terraform/move.js";
import { terraformSections } from "../../../../src/adopt/export/terraform/terraform-readme.js";
import { type Service, startService } from "../../../../src/local/service/index.js";
import { readSettings } from "../../../../src/provider/settings.js";
import { kinds } from "../../../../src/resources/kinds.js";

const root = join(__dirname, "../../../..");

/** The states, each with the name of its organization. All were written by OpenTofu or Terraform with the vendor's provider. */
export const STATES = {
    big: "big",
    "terraform-small": "small",
    imported: "big",
    adopted: "adopted",
    odd: "odd",
    "provider-3.0.0": "provider-3.0.0",
} as const;

export type StateName = keyof typeof STATES;

/** Returns the text of a state. */
export function stateText(name: string): string {
    return readFileSync(join(__dirname, `states/${name}.tfstate`), "utf8");
}

/** Starts a service with the organization of a state, at the time when the state was written. */
export function serviceOf(name: StateName): Promise<Service> {
    return startService({
        seed: join(__dirname, `services/${STATES[name]}.json`),
        clock: "2026-11-23T14:00:00Z",
    });
}

/** Creates a folder in which programs can import this package and the Pulumi SDK. */
export function programsFolder(): string {
    const folder = mkdtempSync(join(tmpdir(), "from-terraform-"));
    const modules = join(folder, "node_modules");
    mkdirSync(join(modules, "@pulumi"), { recursive: true });
    symlinkSync(root, join(modules, "pulumi-access-governance"));
    symlinkSync(join(root, "node_modules/@pulumi/pulumi"), join(modules, "@pulumi/pulumi"));
    for (const name of ["@types", "typescript"]) symlinkSync(join(root, "node_modules", name), join(modules, name));
    return folder;
}

/** The result of converting a state. */
export interface Moved {
    readonly service: Service;
    readonly exported: Exported;
    readonly outcomes: readonly MoveOutcome[];
    /** The folder of the program. */
    readonly out: string;
}

/** Converts a state to a program. `before` may first change the service. */
export async function move(
    name: StateName,
    folder: string,
    text = stateText(name),
    before: (service: Service) => Promise<void> = async () => {},
): Promise<Moved> {
    const service = await serviceOf(name);
    await before(service);
    const given: Readonly<Record<string, string>> = {
        "access-governance:url": service.url,
        "access-governance:token": service.token,
    };
    const candidates = candidatesIn(text, kinds);
    const out = join(folder, name);
    const exported = await exportOrganization({
        settings: readSettings({ get: (key) => given[key] }),
        kinds,
        out,
        stack: "dev",
        selection: { named: namedIn(candidates) },
        sections: ({ plan, inventory }) => terraformSections(outcomesOf(candidates, plan, inventory)),
    });
    return { service, exported, outcomes: outcomesOf(candidates, exported.plan, exported.inventory), out };
}

/** Writes a strict TypeScript configuration for all programs in a folder. */
export function strictProject(folder: string): string {
    const file = join(folder, "tsconfig.json");
    const compilerOptions = {
        target: "es2022",
        module: "node16",
        moduleResolution: "node16",
        strict: true,
        noUnusedLocals: true,
        noEmit: true,
        types: ["node"],
    };
    writeFileSync(file, JSON.stringify({ compilerOptions, include: ["*/**/*.ts"], exclude: ["node_modules"] }));
    return file;
}

export function removeFolder(folder: string): void {
    rmSync(folder, { recursive: true, force: true });
}
