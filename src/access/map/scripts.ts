import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** The JavaScript code of the page. */
export interface PageScript {
    readonly text: string;
    /** Full license texts of the bundled packages. */
    readonly licences: readonly string[];
}

/** The folder `dist`. The relative path is correct both from `src` (in tests) and from `dist`. */
const DIST = join(__dirname, "../../../dist");

let loadedScript: PageScript | undefined;

/** Bundles the compiled modules of the page as CommonJS functions, so that generating a page does not require a bundler. */
export function pageScript(): PageScript {
    loadedScript ??= scriptFrom(join(DIST, "access/map/page/main.js"));
    return loadedScript;
}

function scriptFrom(entry: string): PageScript {
    const numbers = new Map<string, number>();
    const modules: string[] = [];
    const licences = new Map<string, string>();
    const add = (file: string): number => {
        const there = numbers.get(file);
        if (there !== undefined) return there;
        const number = numbers.size;
        numbers.set(file, number);
        const licence = licenceOf(file);
        if (licence) licences.set(licence.folder, licence.text);
        const { resolve } = createRequire(file);
        const text = readFileSync(file, "utf8")
            .replace(/^\/\/# sourceMappingURL=.*$/gm, "")
            .replace(/\brequire\("([^"]+)"\)/g, (_, name: string) => `require(${add(resolve(name))})`);
        // `</script>` would close the element, even inside a string. Escaping it is safe because it only occurs inside strings.
        const held = text.replace(/<(?=\/?script|!--)/gi, "\\x3c");
        modules[number] = `function(require,exports,module){${held}\n}`;
        return number;
    };
    add(entry);
    return { text: `${LOADER}([${modules.join(",\n")}]);`, licences: [...licences.values()] };
}

const LOADER = `"use strict";
(function (modules) {
    const loaded = [];
    const load = (number) => {
        if (loaded[number]) return loaded[number].exports;
        const module = (loaded[number] = { exports: {} });
        modules[number](load, module.exports, module);
        return module.exports;
    };
    load(0);
})`;

/** License of the package that a file belongs to. Undefined for files of this project. */
function licenceOf(file: string): { folder: string; text: string } | undefined {
    if (file.startsWith(DIST)) return undefined;
    let folder = dirname(file);
    while (!existsSync(join(folder, "package.json"))) folder = dirname(folder);
    const { name, version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Record<string, string>;
    return { folder, text: `${name} ${version}\n\n${readFileSync(join(folder, "LICENSE"), "utf8").trim()}` };
}
