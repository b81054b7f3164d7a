import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Declared } from "./declared.js";
import type { Deployed, Side } from "./peer.js";
import { type PulumiOptions, PulumiSide } from "./pulumi-side.js";

/** Options of a program in YAML. */
interface YamlOptions extends Omit<PulumiOptions, "program"> {
    /** Folder of the plugin. */
    readonly plugin: string;
}

/** The provider plugin with a program in YAML, which requires the Pulumi CLI. */
export class YamlSide implements Side {
    private constructor(
        private readonly folder: string,
        private readonly plugin: string,
        private readonly stack: PulumiSide,
    ) {}

    static async open({ plugin, ...options }: YamlOptions): Promise<YamlSide> {
        const folder = mkdtempSync(join(tmpdir(), "bench-yaml-"));
        write(folder, plugin, {});
        return new YamlSide(folder, plugin, await PulumiSide.open({ ...options, program: folder }));
    }

    async up(declared: Declared): Promise<Deployed> {
        write(this.folder, this.plugin, resourcesOf(declared));
        return this.stack.up(declared);
    }

    preview(): Promise<Deployed & { readonly hasChanges: boolean }> {
        return this.stack.preview();
    }

    stateWrites(work: () => Promise<unknown>): Promise<number> {
        return this.stack.stateWrites(work);
    }

    async close(): Promise<void> {
        await this.stack.close();
        rmSync(this.folder, { recursive: true, force: true });
    }
}

/** Writes the program as JSON, which is valid YAML. */
function write(folder: string, plugin: string, resources: object): void {
    const plugins = { providers: [{ name: "access-governance", path: plugin }] };
    writeFileSync(join(folder, "Pulumi.yaml"), JSON.stringify({ name: "bench", runtime: "yaml", plugins, resources }));
}

function resourcesOf({ owners, groups }: Declared): object {
    const key = (name: string) => name.replace(/\W/g, "");
    const idOf = (owner: string) => `\${${key(owner)}.id}`;
    return Object.fromEntries([
        ...owners.map((one) => [key(one.name), { type: "access-governance:Owner", properties: one }] as const),
        ...groups.map(({ owner, requestConfigurations, ...group }) => {
            const reviewerStages = [{ operator: "OR", ownerIds: [idOf(owner)] }];
            const properties = {
                ...group,
                adminOwnerId: idOf(owner),
                requestConfigurations: requestConfigurations.map((one) => ({ ...one, reviewerStages })),
            };
            return [key(group.name), { type: "access-governance:Group", properties }] as const;
        }),
    ]);
}
