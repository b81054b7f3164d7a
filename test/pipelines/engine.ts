/** Selects the `pulumi` command of the pipelines: the CLI if a recent version is on PATH, otherwise the stand-in with the local engine. */
import { delimiter, join } from "node:path";
import { findPulumi, withoutPulumi } from "../../src/local/engine/pulumi.js";

/** Prepended to PATH: stand-ins for npm, npx, gh and rsync, and for pulumi if needed. */
const folders = [join(__dirname, "bin"), ...(findPulumi(false) ? [] : [join(__dirname, "../local/engine/bin")])];

/** Environment of every pipeline process, without variables that would use a developer's own accounts. */
export function environmentIn(home: string): NodeJS.ProcessEnv {
    const ours = /^(ACCESS_|OPAL_|CI|GITHUB_|GITLAB_|GH_|GCL_|npm_|VITEST|NODE_ENV|GIT_)/;
    const inherited = Object.entries(withoutPulumi(process.env)).filter(([name]) => !ours.test(name));
    return {
        ...Object.fromEntries(inherited),
        PATH: [...folders, process.env.PATH].join(delimiter),
        HOME: home,
        PULUMI_HOME: join(home, ".pulumi"),
        // Skips type checks, which take longest and are tested elsewhere.
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
