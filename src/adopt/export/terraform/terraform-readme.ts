import { printable } from "../../../common/printable.js";
import { countedRows, readmeCell, readmeTable } from "../readme.js";
import type { MoveOutcome } from "./move.js";

/** Returns the README sections about the converted Terraform state. */
export function terraformSections(outcomes: readonly MoveOutcome[]): string[] {
    const declared = outcomes.flatMap((one) => ("declaration" in one ? [one] : []));
    const rows = declared.map(({ address, declaration: { kind, name } }) => [
        readmeCell(address),
        `${kind.name} ${readmeCell(name)}`,
    ]);
    const notes = declared.flatMap((one) => notesOf(one).map((note) => `- ${readmeCell(one.address)}: ${note}`));
    return [
        "## Converted from Terraform",
        rows.length === 0 ? "Nothing was converted." : readmeTable(["Terraform", "this program"], rows),
        ...(notes.length === 0 ? [] : [notes.join("\n")]),
        ...leftSection(outcomes),
        ...(declared.length === 0 ? [] : partingSection(declared.map(({ address }) => address))),
    ];
}

function notesOf({ isTainted, sensitive }: MoveOutcome): string[] {
    const names = sensitive.map(readmeCell).join(", ");
    return [
        ...(isTainted ? ["it is tainted: Terraform would have recreated it, but this program keeps it"] : []),
        ...(sensitive.length > 0 ? [`sensitive in Terraform, but in plain text in this program: ${names}`] : []),
    ];
}

/** Returns a section about undeclared entries. Lists managed objects individually, and counts all others by type. */
function leftSection(outcomes: readonly MoveOutcome[]): string[] {
    const rows = outcomes.flatMap((one) => {
        if (!("because" in one)) return [];
        const { address, type, isManaged, isDeposed, because } = one;
        const what = isManaged ? `${readmeCell(address)}${isDeposed ? " (deposed)" : ""}` : readmeCell(`data.${type}`);
        return [[what, because.replaceAll("|", "\\|")]];
    });
    if (rows.length === 0) return [];
    return ["## Not converted from Terraform", readmeTable(["Terraform", "reason", "count"], countedRows(rows))];
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
