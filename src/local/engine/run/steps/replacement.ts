import type { ResourceEntry } from "../../contract/state.js";
import type { Actions } from "./actions.js";
import { engineValueText, type Goal } from "./goal.js";

/**
 * Refuses to replace a resource that is protected, or whose `import` option is still set, because the replacement would not have the
 * imported id. In a preview, the problem is only reported.
 * @throws Error with the message of the Pulumi engine, except in a preview
 */
export function refuseReplacement(
    { importID }: Goal,
    old: ResourceEntry,
    { urn, protect, inputs }: ResourceEntry,
    replaces: readonly string[],
    actions: Pick<Actions, "listener" | "broken" | "failed">,
    { preview }: { readonly preview: boolean },
): void {
    if (protect && old.protect) {
        actions.broken = preview;
        actions.failed = true;
        const message = `unable to replace resource "${urn}"\nas it is currently marked for protection. To unprotect the resource, remove the \`protect\` flag from the resource in your Pulumi program and run \`pulumi up\``;
        if (!preview) throw new Error(message);
        actions.listener.diagnostic({ severity: "error", message, urn });
    }
    if (importID === undefined) return;
    const changes = replaces.map(
        (name) => `${name}: ${engineValueText(old.inputs[name])} => ${engineValueText(inputs[name])}`,
    );
    const message = `previously-imported resources that still specify an ID may not be replaced; please remove the \`import\` declaration from your program;\n${changes.join("\n")}`;
    if (!preview) throw new Error(message);
    actions.listener.diagnostic({ severity: "warning", message, urn });
}
