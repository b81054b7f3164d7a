import * as pulumi from "@pulumi/pulumi";

/** The outputs that this team needs from the platform team's stack. */
const needed = {
    owners: ["platform", "security"],
    groups: ["productionReadOnly"],
} as const;

/** Ids by name. `platform.owners.security` compiles; a name that is not in `needed` does not. */
export type Platform = {
    readonly [Part in keyof typeof needed]: Readonly<Record<(typeof needed)[Part][number], string>>;
};

/**
 * Reads the outputs of the platform team's stack, and throws an error that names all missing ones. The program calls this before
 * it declares anything.
 */
export async function readPlatform(): Promise<Platform> {
    const name = new pulumi.Config().get("platformStack") || `organization/access-platform/${pulumi.getStack()}`;
    const reference = new pulumi.StackReference(name);
    const missing: string[] = [];
    const read = async <Name extends string>(part: string, names: readonly Name[]) => {
        const { value } = await reference.getOutputDetails(part);
        const ids: Partial<Record<string, unknown>> = value ?? {};
        missing.push(...names.filter((one) => typeof ids[one] !== "string").map((one) => `${part}.${one}`));
        return ids as Record<Name, string>; // each id is a string or listed in `missing`
    };
    const platform = {
        owners: await read("owners", needed.owners),
        groups: await read("groups", needed.groups),
    };
    if (missing.length === 0) return platform;
    // Pulumi prints a RunError without a stack trace.
    throw new pulumi.RunError(
        `The stack ${name} does not export ${missing.join(", ")}: run "pulumi up" there, or set platformStack to the stack that does.`,
    );
}
