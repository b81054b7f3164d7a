/** What `npm run new-kind` writes: its imports must exist, which no compiler checks before someone runs it. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { operationsOf, readDocument } from "../../scripts/generate/document.js";
import { SHAPES, Skeleton } from "../../scripts/kinds/skeleton.js";

const root = join(__dirname, "../..");
const folder = join(root, "src/resources/kinds/groups");
const document = readDocument(join(root, "api"));
const operations = operationsOf(document).filter(({ operationId }) =>
    ["createOwner", "getOwner", "updateOwners", "deleteOwner"].includes(operationId),
);

test.each(SHAPES)("a new kind of the shape %s imports what its files export", (shape) => {
    const text = new Skeleton(document, "GroupNote", shape, operations).kind();
    const imports = [...text.matchAll(/^import \{ ([^}]+) \} from "(\.[^"]+)\.js";$/gm)];
    expect(imports.length).toBeGreaterThan(4);
    for (const [line, names = "", path = ""] of imports) {
        // The command writes the source of an entity itself.
        if (path === "../../sources") continue;
        const file = join(folder, `${path}.ts`);
        expect(existsSync(file), line).toBe(true);
        for (const name of names.split(", "))
            expect(readFileSync(file, "utf8"), line).toMatch(
                new RegExp(`^export .*\\b${name.replace("type ", "")}\\b`, "m"),
            );
    }
});
