import * as pulumi from "@pulumi/pulumi";

/** What this team needs of the platform team's stack. */
const needed = {
    owners: ["platform", "security"],
    groups: ["productionReadOnly"],
} as const;

/** Ids by name: `platform.owners.security` compiles, and a name that is not in `needed` does not. */
export type Platform = {
    readonly [Part in keyof typeof needed]: Readonly<Record<(typeof needed)[Part][number], string>>;
};

/**
 * Reads the outputs of the platform team's stack; throws one sentence that names every one that is missing. It is read once,
 * in preview and up alike: nothing is declared here before everything is known to be there.
 */
export async function readPlatform(): Promise<Platform> {
    const name = new pulumi.Config().get("platformStack") || `organization/access-platform/${pulumi.getStack()}`;
    const reference = new pulumi.StackReference(name);
    const missing: string[] = [];
    const read = async <Name extends string>(part: string, names: readonly Name[]) => {
        const { value } = await reference.getOutputDetails(part);
        const ids: Partial<Record<string, unknown>> = value ?? {};
        missing.push(...names.filter((one) => typeof ids[one] !== "string").map((one) => `${part}.${one}`));
        return ids as Record<Name, string>; // each is a text, or named in what is missing
    };
    const platform = {
        owners: await read("owners", needed.owners),
        groups: await read("groups", needed.groups),
    };
    if (missing.length === 0) return platform;
    // A RunError is printed without its stack.
    throw new pulumi.RunError(
        `The stack ${name} gives no ${missing.join(", ")}: run "pulumi up" there, or set platformStack to the stack that does.`,
    );
}
