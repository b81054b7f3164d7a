/**
 * Wraps a text at spaces into lines of at most `width` columns. The first line starts at column `at`; the other lines are indented to the
 * same column.
 */
export function wrapped(text: string, width: number, at = 0): string {
    const lines: string[] = [];
    let line = "";
    for (const word of text.split(" ")) {
        const longer = line === "" ? word : `${line} ${word}`;
        // A word that is too long for a line is put on its own line.
        if (line === "" || at + longer.length <= width) line = longer;
        else {
            lines.push(line);
            line = word;
        }
    }
    return [...lines, line].join(`\n${" ".repeat(at)}`);
}
