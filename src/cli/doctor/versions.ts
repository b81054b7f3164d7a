import type { Manifest } from "../../common/package-version.js";
import { type DoctorFinding, ok, problem, warning } from "./finding.js";
import type { ProgramSetup } from "./program.js";

/** The installed versions. */
export interface Installed {
    readonly node: string;
    readonly own: Manifest;
    /** The `@pulumi/pulumi` package that a program in this folder would load; undefined if it is not installed. */
    readonly sdk?: { readonly version: string; readonly node?: string | undefined } | undefined;
    /** The project in this folder; undefined if there is none. */
    readonly program?: ProgramSetup | undefined;
    /** The Pulumi CLI on PATH, or the reason why it cannot be used. */
    readonly cli: { readonly version: string } | { readonly because: string };
}

export function versionFindings({ node, own, sdk, program, cli }: Installed): DoctorFinding[] {
    return [
        ok("package", `pulumi-access-governance ${own.version}`),
        nodeFinding(node, own),
        ...((program?.language ?? "nodejs") === "nodejs" ? [sdkFinding(node, own, sdk)] : []),
        ...(program?.findings ?? []),
        "version" in cli
            ? ok("Pulumi CLI", `pulumi ${cli.version.replace(/^v/, "")}`)
            : warning("Pulumi CLI", cli.because.replace(/\.$/, ""), {
                  effect: "`pulumi preview` and `pulumi up` do not run on this machine. `access-governance` itself does not need the CLI.",
                  remedy: "Install a recent Pulumi CLI if you run stacks here.",
              }),
    ];
}

/** Whether a version is in a range of the form `>=1.2` or `^1.2.3`, the only forms in use here. True for any other form. */
export function isIn(version: string, range: string): boolean {
    const [, sign, least = ""] = /^(>=|\^)\s*(\d[\d.]*)$/.exec(range.trim()) ?? [];
    if (!sign) return true;
    const [have, want] = [numbersOf(version), numbersOf(least)];
    if (sign === "^" && have[0] !== want[0]) return false;
    const at = want.findIndex((number, index) => number !== (have[index] ?? 0));
    return at < 0 || (have[at] ?? 0) > (want[at] ?? 0);
}

function nodeFinding(node: string, own: Manifest): DoctorFinding {
    if (isIn(node, own.node)) return ok("Node", `Node ${node}`);
    return problem("Node", `Node ${node} is installed, but this package requires ${own.node}`, {
        effect: "Programs and commands may fail at any point.",
        remedy: "Install a newer Node.",
    });
}

function sdkFinding(node: string, own: Manifest, sdk: Installed["sdk"]): DoctorFinding {
    if (!sdk) {
        return warning("Pulumi SDK", "@pulumi/pulumi is not installed", {
            effect: "Programs in this folder cannot run.",
            remedy: "Run `npm install @pulumi/pulumi` in the folder of your program, then run this command there.",
        });
    }
    const name = `@pulumi/pulumi ${sdk.version}`;
    if (!isIn(sdk.version, own.pulumi)) {
        return problem("Pulumi SDK", `${name} is installed, but this package requires ${own.pulumi}`, {
            effect: "Programs may fail to load or to register their resources.",
            remedy: `Run \`npm install @pulumi/pulumi@${own.pulumi}\`.`,
        });
    }
    if (sdk.node !== undefined && !isIn(node, sdk.node)) {
        return warning("Pulumi SDK", `${name} requires Node ${sdk.node}, but this is Node ${node}`, {
            effect: "Pulumi does not support this combination. npm warns about it, or refuses the installation if `engine-strict` is set.",
            remedy: "Install a newer Node, or an older @pulumi/pulumi.",
        });
    }
    return ok("Pulumi SDK", name);
}

function numbersOf(version: string): number[] {
    return version.replace(/^v/, "").split(/[.-]/).map(Number);
}
