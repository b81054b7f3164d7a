/** Which `pulumi` the pipelines run: the CLI where a recent one is on PATH, elsewhere the stand-in with the local engine. */
import { delimiter, join } from "node:path";
import { findPulumi, withoutPulumi } from "../../src/local/engine/pulumi.js";

/** In front of PATH: the stand-ins for npm, npx, gh and rsync, and that for pulumi where it is needed. */
const folders = [join(__dirname, "bin"), ...(findPulumi(false) ? [] : [join(__dirname, "../local/engine/bin")])];

/** What every process of a pipeline is given, without anything that leads to a person's own account. */
export function environmentIn(home: string): NodeJS.ProcessEnv {
    const ours = /^(ACCESS_|OPAL_|CI|GITHUB_|GITLAB_|GH_|GCL_|npm_|VITEST|NODE_ENV|GIT_)/;
    const inherited = Object.entries(withoutPulumi(process.env)).filter(([name]) => !ours.test(name));
    return {
        ...Object.fromEntries(inherited),
        PATH: [...folders, process.env.PATH].join(delimiter),
        HOME: home,
        PULUMI_HOME: join(home, ".pulumi"),
        // Compiling the program is what takes longest, and its types are checked elsewhere.
        PULUMI_NODEJS_TRANSPILE_ONLY: "true",
        GIT_CONFIG_GLOBAL: "/dev/null",
        GIT_CONFIG_NOSYSTEM: "1",
        ...Object.fromEntries(
            ["AUTHOR", "COMMITTER"].flatMap((role) => [
                [`GIT_${role}_NAME`, "Tests"],
                [`GIT_${role}_EMAIL`, "tests@example.invalid"],
            ]),
        ),
    };
}
