import { readFileSync } from "node:fs";

/** The text of a file, or of standard input for `-`. @throws the system's error if it cannot be read. */
export async function readInput(file: string): Promise<string> {
    if (file !== "-") return readFileSync(file, "utf8");
    // A synchronous read fails with EAGAIN if the other end of the pipe is a program that does not block, such as pulumi.
    const chunks: Buffer[] = [];
    for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
    return Buffer.concat(chunks).toString("utf8");
}
