import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { type Exported, type ExportOptions, exportOrganization } from "../../../src/adopt/export/export.js";
import type { Service } from "../../../src/local/service/index.js";
import { readSettings } from "../../../src/provider/settings.js";
import { kinds } from "../../../src/resources/kinds.js";
import { parseDeployment } from "../../../src/stack/deployment.js";

/** Export options for a service, with a practically unlimited read rate. */
export function readingOf({ url, token }: Pick<Service, "url" | "token">): Omit<ExportOptions, "out" | "stack"> {
    const own: Readonly<Record<string, string>> = {
        "access-governance:url": url,
        "access-governance:token": token,
        "access-governance:readsPerSecond": "100000",
    };
    return {
        settings: readSettings({ get: (key) => own[key] }, {}),
        kinds,
    };
}

/** Creates a temporary folder for a program. */
export function newFolder(): string {
    return mkdtempSync(join(tmpdir(), "export-"));
}

export function exported(service: Service, out: string, options: Partial<ExportOptions> = {}): Promise<Exported> {
    return exportOrganization({ ...readingOf(service), out, stack: "dev", project: "exported", ...options });
}

/** Returns the state that an export has written. */
export function stateIn(out: string) {
    return parseDeployment(readFileSync(join(out, "state/dev.json"), "utf8"));
}

/** Returns the contents of all files in a folder, by their paths. */
export function contentOf(out: string): Record<string, string> {
    const files = readdirSync(out, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const paths = files.map((entry) => join(entry.parentPath, entry.name)).sort();
    return Object.fromEntries(paths.map((path) => [relative(out, path), readFileSync(path, "utf8")]));
}
