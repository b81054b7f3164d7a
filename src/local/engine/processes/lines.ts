/** Calls `onLine` for each line of a stream. The last line does not have to end with a newline. */
export function lines(stream: NodeJS.ReadableStream, onLine: (line: string) => void): void {
    let rest = "";
    stream.setEncoding("utf8");
    stream.on("data", (chunk: string) => {
        const all = (rest + chunk).split("\n");
        rest = all.pop() ?? "";
        for (const line of all) onLine(line);
    });
    stream.on("end", () => rest && onLine(rest));
}
