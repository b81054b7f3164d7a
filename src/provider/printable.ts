/**
 * A text as one line that does nothing to a terminal or a page: control characters would move the cursor of whoever reads, and marks of the
 * direction of writing would show another text than there is.
 */
export function printable(text: string): string {
    return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, " ");
}
