import { dirname, posix, relative } from "node:path";

/** Links and pictures that point to files of the repository, not to anchors of the same page. */
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

/** Rewrites each link to a file of the repository to the path that `place` returns, relative to `from`. Leaves code unchanged. */
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
    // Splitting by a capturing group keeps the code: every second part is code.
    return text
        .split(CODE)
        .map((part, index) => (index % 2 === 1 ? part : prose(part)))
        .join("");
}
