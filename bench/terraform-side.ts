import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Declared } from "./declared.js";
import type { Deployed, Side } from "./peer.js";

export interface TerraformOptions {
    /** `terraform` or `tofu`, or a path. */
    readonly cli: string;
    /** Folder that holds the provider's program; left out: `init` takes it from the registry. */
    readonly provider?: string;
    readonly url: string;
    readonly token: string;
}

/** The vendor's Terraform provider, in a folder of its own. */
export class TerraformSide implements Side {
    readonly #folder = mkdtempSync(join(tmpdir(), "terraform-"));

    private constructor(private readonly options: TerraformOptions) {}

    static async open(options: TerraformOptions): Promise<TerraformSide> {
        const side = new TerraformSide(options);
        const { provider } = options;
        const overrides = `provider_installation {\n  dev_overrides { "opalsecurity/opal" = ${JSON.stringify(provider)} }\n  direct {}\n}\n`;
        writeFileSync(join(side.#folder, "cli.tfrc"), provider ? overrides : "");
        side.#write({ owners: [], groups: [] });
        if (!provider) await side.#run("init", "-input=false");
        return side;
    }

    async up(declared: Declared): Promise<Deployed> {
        this.#write(declared);
        return this.#run("apply", "-auto-approve", "-input=false");
    }

    async preview(): Promise<Deployed & { readonly hasChanges: boolean }> {
        const { exitCode, output } = await this.#run("plan", "-detailed-exitcode", "-input=false");
        return { exitCode: exitCode === 2 ? 0 : exitCode, output, hasChanges: exitCode === 2 };
    }

    async close(): Promise<void> {
        rmSync(this.#folder, { recursive: true, force: true });
    }

    #write({ owners, groups }: Declared): void {
        const place = (name: string) => name.toLowerCase().replace(/\W/g, "_");
        const document = {
            terraform: { required_providers: { opal: { source: "opalsecurity/opal" } } },
            provider: { opal: { server_url: this.options.url } },
            resource: {
                opal_owner: Object.fromEntries(
                    owners.map(({ name, userIds }) => [place(name), { name, user_ids: userIds }]),
                ),
                opal_group: Object.fromEntries(
                    groups.map(({ name, owner, visibility, requestConfigurations, ...group }) => [
                        place(name),
                        {
                            name,
                            app_id: group.appId,
                            group_type: group.groupType,
                            description: group.description,
                            admin_owner_id: `\${opal_owner.${place(owner)}.id}`,
                            visibility: visibility.visibility,
                            visibility_group_ids: visibility.visibilityGroupIds,
                            message_channel_ids: group.messageChannelIds,
                            on_call_schedule_ids: group.onCallScheduleIds,
                            request_configurations: requestConfigurations.map((one) => ({
                                priority: one.priority,
                                allow_requests: one.allowRequests,
                                auto_approval: one.autoApproval,
                                max_duration: one.maxDurationMinutes,
                                require_mfa_to_request: false,
                                require_support_ticket: false,
                                reviewer_stages: [
                                    {
                                        operator: "OR",
                                        owner_ids: [`\${opal_owner.${place(owner)}.id}`],
                                        service_user_ids: [],
                                        require_admin_approval: false,
                                        require_manager_approval: false,
                                    },
                                ],
                            })),
                        },
                    ]),
                ),
            },
        };
        writeFileSync(join(this.#folder, "main.tf.json"), JSON.stringify(document, undefined, 2));
    }

    async #run(...args: string[]): Promise<Deployed> {
        const child = spawn(this.options.cli, [...args, "-no-color"], {
            cwd: this.#folder,
            stdio: ["ignore", "pipe", "pipe"],
            env: {
                ...process.env,
                TF_CLI_CONFIG_FILE: join(this.#folder, "cli.tfrc"),
                OPAL_AUTH_TOKEN: this.options.token,
                CHECKPOINT_DISABLE: "1",
            },
        });
        const parts: Buffer[] = [];
        child.stdout.on("data", (part: Buffer) => parts.push(part));
        child.stderr.on("data", (part: Buffer) => parts.push(part));
        const [exitCode] = (await once(child, "close")) as [number];
        return { exitCode, output: Buffer.concat(parts).toString() };
    }
}
