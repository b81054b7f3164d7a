import type { Declared } from "./declared.js";
import type { Deployed, Side } from "./peer.js";
import { TerraformCli, type TerraformOptions } from "./terraform-cli.js";

/** The vendor's Terraform provider, in a temporary folder. */
export class TerraformSide implements Side {
    private constructor(
        private readonly cli: TerraformCli,
        private readonly url: string,
    ) {}

    static async open({ url, ...options }: TerraformOptions & { readonly url: string }): Promise<TerraformSide> {
        return new TerraformSide(await TerraformCli.open(options), url);
    }

    async up(declared: Declared): Promise<Deployed> {
        this.#write(declared);
        return this.cli.apply();
    }

    preview(): Promise<Deployed & { readonly hasChanges: boolean }> {
        return this.cli.plan();
    }

    async close(): Promise<void> {
        this.cli.close();
    }

    #write({ owners, groups }: Declared): void {
        const place = (name: string) => name.toLowerCase().replace(/\W/g, "_");
        this.cli.declare(this.url, {
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
        });
    }
}
