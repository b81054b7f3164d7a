/**
 * Writes the type declarations of the installed package to dist/types: one file per entry, with only what programs can use. The compiler's own
 * declarations lack comments, and refer to the schemas that types are inferred from, so every program would also have to compile those of zod.
 * `npm run build` runs this after the compiler.
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

/** Whether the compiler output, a comment of a kind or one of these scripts has changed since. */
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
