/**
 * What TypeScript reads of the package as it is installed: one file for each entry, with what programs can name and nothing else. The compiler's
 * own declarations speak of the schemas that types are worked out of, so that every program would have to compile those of zod, too; and they
 * have lost the comments. `npm run build` makes them in dist/types after the compiler.
 */
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundleDeclarations } from "./bundle.js";
import { writePlainKinds } from "./kinds.js";
import { plainRecords } from "./records.js";

const root = join(__dirname, "../..");
const dist = join(root, "dist");
const types = join(dist, "types");

if (isStale()) void writeDeclarations();

async function writeDeclarations(): Promise<void> {
    rmSync(types, { recursive: true, force: true });
    const draft = mkdtempSync(join(tmpdir(), "declarations-"));
    cpSync(dist, draft, { recursive: true, filter: (path) => !/\.js$|\.tsbuildinfo$/.test(path) });
    writePlainKinds(join(draft, "resources"));
    const organization = join(draft, "local/service/storage/organization.d.ts");
    writeFileSync(
        organization,
        plainRecords(
            readFileSync(organization, "utf8"),
            readFileSync(join(draft, "api/generated/types.gen.d.ts"), "utf8"),
        ),
    );
    await bundleDeclarations(draft, types);
    rmSync(draft, { recursive: true });
}

/** Whether the compiler has written something since, or a comment may be another one. */
function isStale(): boolean {
    const made = join(types, "index.d.ts");
    if (!existsSync(made)) return true;
    const { mtimeMs } = statSync(made);
    const sources = [dist, join(root, "src/resources"), __dirname];
    return sources.some((folder) =>
        readdirSync(folder, { recursive: true, encoding: "utf8" }).some(
            (file) => file.endsWith(".ts") && statSync(join(folder, file)).mtimeMs > mtimeMs,
        ),
    );
}
