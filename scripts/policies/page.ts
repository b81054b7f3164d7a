/** Generates the lists of rules and settings in docs/policies.md. The rest of the page is written by hand. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { PolicyRule, Setting } from "../../src/policies/rule.js";
import { ruleGroups, rules } from "../../src/policies/rules/index.js";

const file = join(__dirname, "../../docs/policies.md");

/** Returns the path and the text of the page. */
export function policyPage(): [path: string, text: string] {
    const lists = { rules: ruleLists(), settings: settingList() };
    const text = Object.entries(lists).reduce(
        (page, [name, list]) =>
            page.replace(
                new RegExp(`(<!-- ${name} -->\n)[\\s\\S]*?(<!-- end of ${name} -->)`),
                (_, start: string, end: string) => `${start}\n${list}\n\n${end}`,
            ),
        readFileSync(file, "utf8"),
    );
    return [file, text];
}

function ruleLists(): string {
    return Object.entries(ruleGroups)
        .map(
            ([title, group]) =>
                `### ${title}\n\n${tableOf(["Rule", "Requirement", "Level", "Judges"], group.map(rowOf))}`,
        )
        .join("\n\n");
}

function rowOf({ name, description, enforcementLevel, scope, settings }: PolicyRule): string[] {
    const own = Object.keys(settings).map((setting) => `\`${setting}\``);
    return [
        `\`${name}\``,
        own.length > 0 ? `${description} (${own.join(", ")})` : description,
        enforcementLevel,
        scope,
    ];
}

function settingList(): string {
    const settings = new Map<string, Setting>(rules.flatMap((rule) => Object.entries(rule.settings)));
    const rows = [...settings].map(([name, { description, default: value }]) => [
        `\`${name}\``,
        description,
        typeof value === "number" ? String(value) : value.map((one) => `\`${one}\``).join(", ") || "none",
    ]);
    return tableOf(["Setting", "Meaning", "Default"], rows);
}

function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
    return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
