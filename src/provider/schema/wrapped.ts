/** A text in lines of at most `width` columns, broken at spaces. The first begins at column `at`; the others are indented to it. */
export function wrapped(text: string, width: number, at = 0): string {
    const lines: string[] = [];
    let line = "";
    for (const word of text.split(" ")) {
        const longer = line === "" ? word : `${line} ${word}`;
        // A word that is too long for any line stands alone.
        if (line === "" || at + longer.length <= width) line = longer;
        else {
            lines.push(line);
            line = word;
        }
    }
    return [...lines, line].join(`\n${" ".repeat(at)}`);
}
