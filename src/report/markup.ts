/** A code span of Markdown whose fence is longer than any run of backticks in it. */
export function span(text: string): string {
    const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
    const fence = "`".repeat(longest + 1);
    const pad = /^`|`$|^ .* $/.test(text) ? " " : "";
    return `${fence}${pad}${text || " "}${pad}${fence}`;
}

/** Prose that formats nothing and mentions nobody: sentences repeat names that people chose. */
export function escaped(text: string): string {
    return text.replace(/[\\`*_{}[\]<>#|~!]/g, "\\$&").replace(/@/g, "@\u200b");
}

/** A list that is folded up. Its blocks are lists themselves, which need an empty line around them. */
export function folded(title: string, text: string): string {
    return `\n\n<details><summary>${title}</summary>\n${text}\n\n</details>`;
}
