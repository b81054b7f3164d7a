import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Deployed } from "./peer.js";

export interface TerraformOptions {
    /** `terraform` or `tofu`, or a path. */
    readonly cli: string;
    /** Folder of the provider's executable. Default: `init` downloads it from the registry. */
    readonly provider?: string;
    readonly token: string;
}

/** Terraform or OpenTofu with the vendor's provider, in a temporary folder. */
export class TerraformCli {
    readonly #folder = mkdtempSync(join(tmpdir(), "terraform-"));

    private constructor(private readonly options: TerraformOptions) {}

    static async open(options: TerraformOptions): Promise<TerraformCli> {
        const cli = new TerraformCli(options);
        const { provider } = options;
        const overrides = `provider_installation {\n  dev_overrides { "opalsecurity/opal" = ${JSON.stringify(provider)} }\n  direct {}\n}\n`;
        writeFileSync(join(cli.#folder, "cli.tfrc"), provider ? overrides : "");
        cli.declare("http://127.0.0.1", {});
        if (!provider) await cli.#run("init", "-input=false");
        return cli;
    }

    /** Replaces the configuration. `resources` are attributes by type and name. */
    declare(url: string, resources: Readonly<Record<string, object>>): void {
        const document = {
            terraform: { required_providers: { opal: { source: "opalsecurity/opal" } } },
            provider: { opal: { server_url: url } },
            // Terraform refuses an empty block.
            ...(Object.keys(resources).length > 0 && { resource: resources }),
        };
        writeFileSync(join(this.#folder, "main.tf.json"), JSON.stringify(document, undefined, 2));
    }

    apply(): Promise<Deployed> {
        return this.#run("apply", "-auto-approve", "-input=false");
    }

    async plan(): Promise<Deployed & { readonly hasChanges: boolean }> {
        const { exitCode, output } = await this.#run("plan", "-detailed-exitcode", "-input=false");
        return { exitCode: exitCode === 2 ? 0 : exitCode, output, hasChanges: exitCode === 2 };
    }

    /** Returns the text of the state. */
    state(): string {
        return readFileSync(join(this.#folder, STATE), "utf8");
    }

    /** Forgets all objects, without deleting them. */
    forget(): void {
        for (const file of [STATE, `${STATE}.backup`]) rmSync(join(this.#folder, file), { force: true });
    }

    close(): void {
        rmSync(this.#folder, { recursive: true, force: true });
    }

    /** Returns the versions, such as `OpenTofu 1.9.4` and `3.5.2`. */
    async versions(): Promise<{ readonly cli: string; readonly provider: string }> {
        const { output } = await this.#run("version");
        const [, name = "", version = ""] = /(Terraform|OpenTofu) v(\S+)/.exec(output) ?? [];
        // `version` lists only providers from the registry. An executable in a folder contains its version in its user agent.
        const { provider } = this.options;
        const text = provider ? readFileSync(join(provider, "terraform-provider-opal"), "latin1") : output;
        const found = /speakeasy-sdk\/terraform (\S+)|opalsecurity\/opal v(\S+)/.exec(text);
        return { cli: `${name} ${version}`, provider: found?.[1] ?? found?.[2] ?? "unknown" };
    }

    /** Returns what a command prints as JSON. @throws Error if it fails */
    async json(...args: string[]): Promise<unknown> {
        const { exitCode, stdout, output } = await this.#run(...args, "-json");
        if (exitCode !== 0) throw new Error(`${this.options.cli} ${args.join(" ")} failed:\n${output}`);
        return JSON.parse(stdout);
    }

    async #run(...args: string[]): Promise<Deployed & { readonly stdout: string }> {
        const child = spawn(this.options.cli, [...args, ...(args.includes("-json") ? [] : ["-no-color"])], {
            cwd: this.#folder,
            stdio: ["ignore", "pipe", "pipe"],
            env: {
                ...process.env,
                TF_CLI_CONFIG_FILE: join(this.#folder, "cli.tfrc"),
                OPAL_AUTH_TOKEN: this.options.token,
                CHECKPOINT_DISABLE: "1",
            },
        });
        const parts = { stdout: "", output: "" };
        child.stdout.setEncoding("utf8").on("data", (part: string) => {
            parts.stdout += part;
            parts.output += part;
        });
        child.stderr.setEncoding("utf8").on("data", (part: string) => {
            parts.output += part;
        });
        const [exitCode] = (await once(child, "close")) as [number];
        return { exitCode, ...parts };
    }
}

const STATE = "terraform.tfstate";
