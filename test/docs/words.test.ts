/** The product uses one term for each concept. These former terms must not come back. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(__dirname, "../..");

/** Former terms, and the current term for each. */
const OLD = {
    "facets?": "subresource",
    "heirs?": "successor",
    "witness(es)?": "created by, or listener",
    census: "MissingGuard, or absence",
    "lapse[sd]?|lapsing": "expire",
    "hidden (inputs?|values?)": "metadata",
    "(whole|entire|an?) interface of the service": "API",
};
const pattern = new RegExp(`\\b(${Object.keys(OLD).join("|")})\\b`, "gi");

/** Files that are generated, recorded, or written by others. */
const FOREIGN =
    /^(api\/|src\/api\/generated\/|docs\/kinds\/|test\/(upgrades|local\/engine)\/|test\/docs\/words\.test\.ts$|package-lock\.json$|CHANGELOG\.md$)/;

const tracked = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { cwd: root });
const files = tracked
    .toString()
    .split("\n")
    .filter((file) => /\.(ts|mts|js|md|sh|ya?ml)$/.test(file) && !FOREIGN.test(file));

test("no file contains a former term", () => {
    const found = files.flatMap((file) =>
        readFileSync(join(root, file), "utf8")
            .split("\n")
            .flatMap((line, index) => [...line.matchAll(pattern)].map(([word]) => `${file}:${index + 1}: ${word}`)),
    );
    expect(found, JSON.stringify(OLD, undefined, 1)).toEqual([]);
});
