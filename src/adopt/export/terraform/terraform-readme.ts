import { markdown } from "../../../common/markdown.js";
import { printable } from "../../../common/printable.js";
import type { MoveOutcome } from "./move.js";

/** Returns the README sections about the converted Terraform state. */
export function terraformSections(outcomes: readonly MoveOutcome[]): string[] {
    const declared = outcomes.flatMap((one) => ("declaration" in one ? [one] : []));
    const rows = declared.map(({ address, declaration: { kind, name } }) => {
        return `| ${code(address)} | ${kind.name} ${code(name)} |`;
    });
    const notes = declared.flatMap((one) => notesOf(one).map((note) => `- ${code(one.address)}: ${note}`));
    return [
        "## Converted from Terraform",
        rows.length === 0
            ? "Nothing was converted."
            : ["| Terraform | this program |", "| --- | --- |", ...rows].join("\n"),
        ...(notes.length === 0 ? [] : [notes.join("\n")]),
        ...leftSection(outcomes),
        ...(declared.length === 0 ? [] : partingSection(declared.map(({ address }) => address))),
    ];
}

function notesOf({ isTainted, sensitive }: MoveOutcome): string[] {
    const names = sensitive.map(code).join(", ");
    return [
        ...(isTainted ? ["it is tainted: Terraform would have recreated it, but this program keeps it"] : []),
        ...(sensitive.length > 0 ? [`sensitive in Terraform, but in plain text in this program: ${names}`] : []),
    ];
}

/** Returns a section about undeclared entries. Lists managed objects individually, and counts all others by type. */
function leftSection(outcomes: readonly MoveOutcome[]): string[] {
    const counts = new Map<string, number>();
    for (const one of outcomes) {
        if (!("because" in one)) continue;
        const { address, type, isManaged, isDeposed, because } = one;
        const what = isManaged ? `${code(address)}${isDeposed ? " (deposed)" : ""}` : code(`data.${type}`);
        const key = `| ${what} | ${because.replaceAll("|", "\\|")} |`;
        counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    if (counts.size === 0) return [];
    const rows = [...counts].map(([key, count]) => `${key} ${count} |`);
    return [
        "## Not converted from Terraform",
        ["| Terraform | reason | count |", "| --- | --- | --- |", ...rows].join("\n"),
    ];
}

/** Quotes an address for a shell, on one line: a line break in an address could end the block of code. */
function quotedForShell(address: string): string {
    return `'${printable(address).replaceAll("'", "'\\''")}'`;
}

function partingSection(addresses: readonly string[]): string[] {
    const quoted = [...new Set(addresses)].map(quotedForShell);
    return [
        "## Remove the objects from Terraform",
        "Never run `terraform destroy`, and do not remove resources from the configuration while Terraform still manages them: both delete the objects from the service. Once the preview of this program shows no changes:",
        [
            "1. Stop every run of Terraform on this state, and keep a copy: `terraform state pull > before-the-move.tfstate`.",
            "2. Remove the objects that this program declares from the Terraform state. This does not delete the objects (with OpenTofu, use `tofu` instead of `terraform`):",
        ].join("\n"),
        ["```sh", "terraform state rm \\", quoted.map((one) => `  ${one}`).join(" \\\n"), "```"].join("\n"),
        "3. Remove these resources from the configuration. `terraform plan` must show no changes to the remaining ones.",
    ];
}

/** Formats a text as code in a table cell. */
function code(text: string): string {
    return markdown`${text}`.toString().replaceAll("|", "\\|");
}
