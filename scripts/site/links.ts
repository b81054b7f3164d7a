import { dirname, posix, relative } from "node:path";

/** Links and pictures of a page to files of the repository, not to anchors of their own page. */
const LINK = /(\]\()(?!https?:|mailto:|#)([^)\s#]+)(#[^)\s]*)?(\))/g;
const CODE = /(^```[\s\S]*?^```$|^ {4}.*$|`[^`\n]+`)/gm;

/** The files of the repository that a page links to. */
export function linkedFrom(page: string, text: string): string[] {
    const found: string[] = [];
    withLinks(page, text, (file) => {
        found.push(file);
        return undefined;
    });
    return found;
}

/** The text with each link to a file of the repository pointing to where `place` puts it, seen from `from`. Code stays as it is. */
export function withLinksTo(
    page: string,
    text: string,
    from: string,
    place: (file: string) => string | undefined,
): string {
    return withLinks(page, text, (file) => {
        const target = place(file);
        return target === undefined ? undefined : `./${relative(dirname(from), target)}`;
    });
}

function withLinks(page: string, text: string, change: (file: string) => string | undefined): string {
    const prose = (part: string) =>
        part.replace(LINK, (whole, before: string, path: string, anchor: string | undefined, after: string) => {
            const link = change(posix.normalize(posix.join(dirname(page), path)));
            return link === undefined ? whole : `${before}${link}${anchor ?? ""}${after}`;
        });
    // Split by a group keeps the code between the prose: each second part is code.
    return text
        .split(CODE)
        .map((part, index) => (index % 2 === 1 ? part : prose(part)))
        .join("");
}
