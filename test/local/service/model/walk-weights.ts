/** How often an operation is called, relative to the others. */
export function weightOf({
    operation: name,
    method,
    reads,
}: {
    operation: string;
    method: string;
    reads: boolean;
}): number {
    if (/^(create|approve|deny)Request|Campaign$|^(add|update)(Group|Resource)User|^createAccessRule/.test(name))
        return 6;
    if (reads) return 1;
    return method === "DELETE" ? 2 : 3;
}
