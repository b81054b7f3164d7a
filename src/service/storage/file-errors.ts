/** What went wrong with a file, without the system call and its path, which Node puts after a comma. */
export function messageOf(error: unknown): string {
    const message = error instanceof Error ? error.message : String(error);
    return message.replace(/, \w+( '.*)?$/, "");
}
