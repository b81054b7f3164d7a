/** The anchor of a heading, as the sites that show the repository make it. The pages link to these. */
export function anchorOf(heading: string): string {
    return heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, "")
        .replaceAll(" ", "-");
}
