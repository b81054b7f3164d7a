import { beforeEach, describe, expect, it } from "vitest";
import type { Properties } from "../../../src/common/properties.js";
import type { Kind } from "../../../src/provider/shapes/kind.js";
import { EventStream } from "../../../src/resources/kinds/events/event-stream.js";
import { Group } from "../../../src/resources/kinds/groups/group.js";
import { GroupResource } from "../../../src/resources/kinds/groups/group-resource.js";
import { GroupReviewerStages } from "../../../src/resources/kinds/groups/group-reviewer-stages.js";
import { GroupUser } from "../../../src/resources/kinds/groups/group-user.js";
import { GroupUsers } from "../../../src/resources/kinds/groups/group-users.js";
import { ResourceNonHumanIdentity } from "../../../src/resources/kinds/resources/resource-non-human-identity.js";
import { ResourceUser } from "../../../src/resources/kinds/resources/resource-user.js";
import { AccessRule } from "../../../src/resources/kinds/rules/access-rule.js";
import { type Declared, declare } from "./deployment.js";
import { anotherStack, eachTest, group, stack, world } from "./setting.js";

eachTest();

const written = () => world.service.calls.writes().map(({ operation }) => operation);
const isSteady = async (program: readonly Declared[]) => {
    const { steps, lines } = await stack.settle(program);
    expect(steps.filter((step) => !step.startsWith("same "))).toEqual([]);
    expect(lines).toEqual([]);
};
/** Runs a preview, which must write nothing, and returns its messages. */
const messagesOf = async (program: readonly Declared[]) => {
    world.service.calls.clear();
    const { lines, failures } = await stack.preview(program);
    expect(failures).toEqual([]);
    expect(written()).toEqual([]);
    return lines.join("\n");
};

describe("a grant that was extended outside", () => {
    interface Grant {
        readonly kind: Kind;
        readonly args: Properties;
        prolong(minutes: number): Promise<unknown>;
        end(): Promise<string | null | undefined>;
    }
    const grants: Record<string, () => Promise<Grant>> = {
        GroupUser: async () => {
            const args = { groupId: await world.newGroup("Engineers"), userId: String(world.userIds[1]) };
            const path = `/groups/${args.groupId}/users`;
            return {
                kind: GroupUser.kind,
                args,
                prolong: (minutes) => world.api("PUT", `${path}/${args.userId}`, { duration_minutes: minutes }),
                end: async () => first(await world.api<{ results: Ending[] }>("GET", path), "results"),
            };
        },
        GroupResource: async () => {
            const args = { groupId: await world.newGroup("Engineers"), resourceId: await world.newResource("Ledger") };
            const path = `/groups/${args.groupId}/resources`;
            return {
                kind: GroupResource.kind,
                args,
                prolong: (minutes) => world.api("POST", `${path}/${args.resourceId}`, { duration_minutes: minutes }),
                end: async () => first(await world.api<{ group_resources: Ending[] }>("GET", path), "group_resources"),
            };
        },
        ResourceUser: async () => {
            const args = { resourceId: await world.newResource("Ledger"), userId: String(world.userIds[1]) };
            const path = `/resources/${args.resourceId}/users/${args.userId}`;
            return {
                kind: ResourceUser.kind,
                args,
                prolong: (minutes) => world.api("PUT", path, { duration_minutes: minutes }),
                end: async () => first(await world.api<{ data: Ending[] }>("GET", path), "data"),
            };
        },
        ResourceNonHumanIdentity: async () => {
            const args = {
                resourceId: await world.newResource("Ledger"),
                nonHumanIdentityId: await world.newResource("Deployer", "AWS_IAM_ROLE"),
            };
            const path = `/resources/${args.resourceId}/non-human-identities`;
            return {
                kind: ResourceNonHumanIdentity.kind,
                args,
                prolong: (minutes) =>
                    world.api("POST", `${path}/${args.nonHumanIdentityId}`, { duration_minutes: minutes }),
                end: async () => first(await world.api<{ results: Ending[] }>("GET", path), "results"),
            };
        },
    };
    interface Ending {
        readonly expiration_date: string | null;
    }
    const first = <Name extends string>(answer: Record<Name, Ending[]>, name: Name) => answer[name][0]?.expiration_date;
    const minutesLeft = (end: string | null | undefined) => (Date.parse(String(end)) - world.now()) / 60_000;
    const tenYears = 10 * 365 * 24 * 60;

    it.each(Object.keys(grants))("is reported as drift and repaired: %s", async (name) => {
        const grant = await grants[name]?.();
        if (!grant) throw new Error(`no ${name}`);
        const program = [declare(grant.kind, "grant", { ...grant.args, durationMinutes: 60 })];
        await stack.settle(program);
        expect(minutesLeft(await grant.end())).toBeLessThanOrEqual(60);
        for (const longer of [tenYears, 0, 90]) {
            await grant.prolong(longer);
            expect(await messagesOf(program), `${longer}`).toContain("drifted: durationMinutes is");
            await stack.settle(program);
            expect(minutesLeft(await grant.end()), `${longer}`).toBeLessThanOrEqual(60);
            await isSteady(program);
        }
        // A refresh between the edit and the next run must not make the later expiration the declared one.
        await grant.prolong(tenYears);
        expect((await stack.refresh()).join()).toContain("drifted: durationMinutes is");
        await stack.settle(program);
        expect(minutesLeft(await grant.end())).toBeLessThanOrEqual(60);
    });

    it.each(Object.keys(grants))("is rejected by an import, or shortened by an import with adopt: %s", async (name) => {
        const grant = await grants[name]?.();
        if (!grant) throw new Error(`no ${name}`);
        const { prolong, end, kind, args } = grant;
        await stack.settle([declare(kind, "grant", { ...args, durationMinutes: 0 })]);
        const id = stack.id("grant");
        await prolong(tenYears);
        anotherStack();
        const program = (options: object) => [
            declare(kind, "grant", { ...args, durationMinutes: 60 }, { import: id, ...options }),
        ];
        expect((await stack.up(program({}))).failures.join()).toContain(": durationMinutes is");
        if (kind === ResourceNonHumanIdentity.kind) {
            // There is no update: only another grant could have another end.
            expect((await stack.up(program({ adopt: true }))).failures.join()).toContain(
                "the API cannot change these properties",
            );
            return;
        }
        expect(await messagesOf(program({ adopt: true }))).toContain("updates: durationMinutes is");
        await stack.settle(program({ adopt: true }));
        expect(minutesLeft(await end())).toBeLessThanOrEqual(60);
        await isSteady(program({ adopt: true }));
    });
});

describe("a condition that was widened outside", () => {
    const selector = (key: string, value: string) => ({ key, value, connectionId: world.appId });
    const rule = (more: object = {}) => [
        declare(AccessRule.kind, "rule", {
            name: "Europeans",
            description: "Whoever works there",
            adminOwnerId: world.ownerId,
            status: "ACTIVE",
            ruleClauses: {
                when: { clauses: [{ selectors: [selector("region", "europe")] }] },
                unless: { clauses: [{ selectors: [selector("region", "america")] }] },
            },
            ...more,
        }),
    ];
    const put = (ruleClauses: object) =>
        world.api("PUT", `/access-rules/${stack.id("rule")}`, {
            name: "Europeans",
            description: "Whoever works there",
            admin_owner_id: world.ownerId,
            status: "ACTIVE",
            ruleClauses,
        });
    const wire = (key: string, value: string) => ({ key, value, connection_id: world.appId });
    const [europe, america, team] = [
        () => wire("region", "europe"),
        () => wire("region", "america"),
        () => wire("team", "platform"),
    ];
    const edits: Record<string, () => object> = {
        "another selector in a clause": () => ({
            when: { clauses: [{ selectors: [europe(), team()] }] },
            unless: { clauses: [{ selectors: [america()] }] },
        }),
        "an attribute selector in addition to the other selectors of a clause": () => ({
            when: {
                clauses: [
                    {
                        selectors: [europe()],
                        attribute_selectors: [{ attribute: "HR_IDP_STATUS", values: ["ACTIVE"] }],
                    },
                ],
            },
            unless: { clauses: [{ selectors: [america()] }] },
        }),
        "another clause in the exception": () => ({
            when: { clauses: [{ selectors: [europe()] }] },
            unless: { clauses: [{ selectors: [america()] }, { selectors: [team()] }] },
        }),
        "a removed exception": () => ({ when: { clauses: [{ selectors: [europe()] }] } }),
    };

    it.each(Object.keys(edits))("is drift of an access rule: %s", async (title) => {
        await stack.settle(rule());
        const live = async () => (await world.api("GET", `/access-rules/${stack.id("rule")}`)).ruleClauses;
        const before = await live();
        await put(edits[title]?.() ?? {});
        expect(await live()).not.toEqual(before);
        expect(await messagesOf(rule())).toContain("drifted: ruleClauses");
        await stack.settle(rule());
        expect(await live()).toEqual(before);
        await isSteady(rule());
    });

    it("is drift of a request configuration", async () => {
        const condition = { groupIds: [String(world.groupIds[0])] };
        const reviewerStages = [{ operator: "OR", ownerIds: [world.ownerId] }];
        const configuration = { allowRequests: true, autoApproval: false, reviewerStages };
        const program = [
            declare(
                Group.kind,
                "team",
                group({
                    requestConfigurations: [
                        { ...configuration, priority: 0 },
                        { ...configuration, priority: 1, condition },
                    ],
                }),
            ),
        ];
        await stack.settle(program);
        const read = async () =>
            (
                await world.api<{ request_configurations: { priority: number; condition?: object }[] }>(
                    "GET",
                    `/groups/${stack.id("team")}`,
                )
            ).request_configurations;
        const conditions = async () =>
            (await read()).map((one) => one.condition ?? null).sort((a, b) => Number(a !== null) - Number(b !== null));
        const before = await conditions();
        const widened = (await read()).map((one) =>
            one.priority === 1 ? { ...one, condition: { ...one.condition, role_remote_ids: ["admin"] } } : one,
        );
        await world.api("PUT", "/groups", {
            groups: [{ group_id: stack.id("team"), request_configurations: widened }],
        });
        expect(await conditions()).not.toEqual(before);
        expect(await messagesOf(program)).toContain("drifted: requestConfigurations");
        await stack.settle(program);
        expect(await conditions()).toEqual(before);
        await isSteady(program);
    });
});

describe("undeclared settings of a request configuration", () => {
    interface Live {
        readonly priority: number;
        readonly condition?: { readonly group_ids?: readonly string[] } | null;
        readonly require_mfa_to_request?: boolean;
        readonly max_duration_minutes?: number | null;
    }
    const reviewerStages = () => [{ operator: "OR", ownerIds: [world.ownerId] }];
    /** Declares the default request configuration and one for each of these groups, in this order. */
    const program = (...groupIds: unknown[]) => [
        declare(
            Group.kind,
            "team",
            group({
                requestConfigurations: [undefined, ...groupIds].map((id, priority) => ({
                    priority,
                    ...(id ? { condition: { groupIds: [id] } } : {}),
                    allowRequests: true,
                    autoApproval: false,
                    reviewerStages: reviewerStages(),
                })),
            }),
        ),
    ];
    const read = async () =>
        (await world.api<{ request_configurations: Live[] }>("GET", `/groups/${stack.id("team")}`))
            .request_configurations;
    const strict = { require_mfa_to_request: true, max_duration_minutes: 45 };
    const restrict = async (groupId: unknown) => {
        const configurations = (await read()).map((one) =>
            one.condition?.group_ids?.includes(String(groupId)) ? { ...one, ...strict } : one,
        );
        await world.api("PUT", "/groups", {
            groups: [{ group_id: stack.id("team"), request_configurations: configurations }],
        });
    };
    const strictOnes = async () =>
        (await read()).filter((one) => one.require_mfa_to_request).flatMap((one) => one.condition?.group_ids ?? []);

    it("stay with their group if another configuration is inserted before", async () => {
        const [everyone, contractors] = world.groupIds;
        await stack.settle(program(everyone));
        await restrict(everyone);
        expect(await messagesOf(program(contractors, everyone))).not.toContain("is lost");
        await stack.settle(program(contractors, everyone));
        expect(await strictOnes()).toEqual([everyone]);
        expect(await read()).toHaveLength(3);
        await isSteady(program(contractors, everyone));
    });

    it("stay with their group if two configurations swap places", async () => {
        const [everyone, contractors] = world.groupIds;
        await stack.settle(program(everyone, contractors));
        await restrict(contractors);
        await stack.settle(program(contractors, everyone));
        expect(await strictOnes()).toEqual([contractors]);
    });

    it("are reported as lost if the configuration is removed", async () => {
        const [everyone, contractors] = world.groupIds;
        await stack.settle(program(everyone, contractors));
        await restrict(contractors);
        const lines = await messagesOf(program(everyone));
        expect(lines).toContain("requireMfaToRequest is true on the service and not declared; it is lost");
        expect(lines).toContain("maxDurationMinutes is 45 on the service and not declared; it is lost");
        await stack.settle(program(everyone));
        expect(await strictOnes()).toEqual([]);
    });

    it.each(["is kept in the element that replaces the current one", "is lost with the element that contains it"])(
        "are reported if one %s because of an adopting import or the first declaration of the list",
        async (fate) => {
            const [everyone, contractors] = world.groupIds;
            await stack.settle(program(everyone));
            await restrict(everyone);
            const id = stack.id("team");
            const wanted = fate.startsWith("is kept") ? [contractors] : [];
            const guard = `requestConfigurations[1].requireMfaToRequest is true on the service and not declared; it ${fate}`;
            const [declared] = program(...wanted);
            const bare = [declare(Group.kind, "team", group())];
            await stack.settle(bare);
            expect(await messagesOf(program(...wanted))).toContain(guard);
            anotherStack();
            const adopted = declared ? [{ ...declared, options: { import: id, adopt: true } }] : [];
            expect(await messagesOf(adopted)).toContain(guard);
            await stack.settle(adopted);
            await isSteady(adopted);
        },
    );

    it("are reported if the configuration is changed to another group", async () => {
        const [everyone, contractors] = world.groupIds;
        await stack.settle(program(everyone));
        await restrict(everyone);
        const lines = await messagesOf(program(contractors));
        expect(lines).toMatch(/requireMfaToRequest is true .* is kept in|requireMfaToRequest is true .* is lost/);
    });
});

describe("a property removed from a list element", () => {
    const configuration = (stage: object | undefined) => ({
        priority: 0,
        allowRequests: true,
        autoApproval: false,
        ...(stage ? { reviewerStages: [stage] } : {}),
    });
    const stages = async () => {
        const { request_configurations } = await world.api<{ request_configurations: { reviewer_stages: object[] }[] }>(
            "GET",
            `/groups/${stack.id("team")}`,
        );
        return request_configurations[0]?.reviewer_stages;
    };
    let later: string;

    beforeEach(async () => {
        later = await world.newOwner("Later");
    });

    const full = () => ({
        operator: "OR",
        ownerIds: [world.ownerId],
        requireManagerApproval: true,
        escalation: { delayMinutes: 30, ownerIds: [later] },
    });
    const removals: Record<string, [string, () => object | undefined]> = {
        "reviewers of a stage": ["ownerIds", () => ({ ...full(), ownerIds: undefined })],
        "escalation of a stage": ["escalation", () => ({ ...full(), escalation: undefined })],
        "reviewers of an escalation": ["escalation.ownerIds", () => ({ ...full(), escalation: { delayMinutes: 30 } })],
        "manager approval": ["requireManagerApproval", () => ({ ...full(), requireManagerApproval: undefined })],
    };

    it.each(Object.keys(removals))("keeps its value and is reported: %s, declared in the group", async (title) => {
        const [path, left] = removals[title] ?? [];
        const program = (stage: object | undefined) => [
            declare(Group.kind, "team", group({ requestConfigurations: [configuration(stage)] })),
        ];
        await stack.settle(program(full()));
        const before = await stages();
        expect(await messagesOf(program(left?.()))).toContain(
            `requestConfigurations[0].reviewerStages[0].${path} is no longer declared; it stays as it is on the service`,
        );
        await stack.settle(program(left?.()));
        expect(await stages()).toEqual(before);
        await isSteady(program(left?.()));
        // Declaring and removing it once more is reported once more.
        await stack.settle(program(full()));
        expect(await messagesOf(program(left?.()))).toContain("is no longer declared");
    });

    it("keeps its value and is reported: all reviewer stages of a configuration", async () => {
        const program = (stage: object | undefined) => [
            declare(Group.kind, "team", group({ requestConfigurations: [configuration(stage)] })),
        ];
        await stack.settle(program(full()));
        const before = await stages();
        expect(await messagesOf(program(undefined))).toContain(
            "requestConfigurations[0].reviewerStages is no longer declared; it stays as it is on the service",
        );
        await stack.settle(program(undefined));
        expect(await stages()).toEqual(before);
    });

    it.each(Object.keys(removals))(
        "keeps its value and is reported: %s, declared in a separate resource",
        async (title) => {
            const [path, left] = removals[title] ?? [];
            const program = (stage: object | undefined) => [
                declare(Group.kind, "team", group()),
                declare(GroupReviewerStages.kind, "stages", (id) => ({ groupId: id("team"), stages: [stage] })),
            ];
            await stack.settle(program(full()));
            const before = await stages();
            expect(await messagesOf(program(left?.()))).toContain(
                `stages[0].${path} is no longer declared; it stays as it is`,
            );
            await stack.settle(program(left?.()));
            expect(await stages()).toEqual(before);
        },
    );
});

describe("a property in ignoreChanges", () => {
    const visibility = () => ({ visibility: "LIMITED", visibilityGroupIds: world.groupIds.slice(0, 1) });
    const limit = (id: string) =>
        world.api("PUT", `/groups/${id}/visibility`, {
            visibility: "LIMITED",
            visibility_group_ids: world.groupIds.slice(0, 1),
        });
    const visible = (id: string) => world.api("GET", `/groups/${id}/visibility`);

    it.each([true, false])("is left unchanged by an import with adopt: %s", async (adopt) => {
        const id = await world.newGroup("Engineers");
        await limit(id);
        const before = await visible(id);
        const options = { import: id, adopt, ignoreChanges: ["visibility"] };
        const program = [declare(Group.kind, "team", group({ visibility: { visibility: "GLOBAL" } }), options)];
        await stack.settle(program);
        expect(await visible(id)).toEqual(before);
        await isSteady(program);
        expect(await stack.refresh()).toEqual([]);
        await stack.settle([declare(Group.kind, "team", group({ visibility: visibility() }), { import: id })]);
        expect(await visible(id)).toEqual(before);
    });

    it("is updated when it is no longer ignored", async () => {
        const id = await world.newGroup("Engineers");
        await limit(id);
        const opened = { visibility: { visibility: "GLOBAL" } };
        const program = (ignoreChanges?: string[]) => [
            declare(Group.kind, "team", group(opened), { import: id, ...(ignoreChanges ? { ignoreChanges } : {}) }),
        ];
        await stack.settle(program(["visibility"]));
        expect((await stack.settle(program())).steps).toEqual(['update Group "team"']);
        expect(await visible(id)).toMatchObject({ visibility: "GLOBAL" });
    });

    it("is left unchanged even if another object now has the declared name", async () => {
        const program = (ignoreChanges: string[]) => [declare(Group.kind, "team", group(), { ignoreChanges })];
        await stack.settle(program([]));
        await world.api("PUT", "/groups", { groups: [{ group_id: stack.id("team"), name: "Renamed" }] });
        await world.newGroup("Engineers");
        await stack.settle(program(["name"]));
        await isSteady(program(["name"]));
        expect(await world.api("GET", `/groups/${stack.id("team")}`)).toMatchObject({ name: "Renamed" });
    });

    it.each([["*"], ["description"]])(
        "is left unchanged by runs and refreshes if %s is added to the option later",
        async (name) => {
            const program = (ignoreChanges: string[], more: object = {}) => [
                declare(Group.kind, "team", group({ description: "declared", ...more }), { ignoreChanges }),
            ];
            await stack.settle(program([]));
            const put = (description: string) =>
                world.api("PUT", "/groups", { groups: [{ group_id: stack.id("team"), description }] });
            await put("by hand");
            expect(await messagesOf(program([name]))).toBe("");
            await stack.settle(program([name]));
            expect(await stack.refresh()).toEqual([]);
            await put("by hand again");
            expect(await stack.refresh()).toEqual([]);
            await isSteady(program([name]));
            expect(await world.api("GET", `/groups/${stack.id("team")}`)).toMatchObject({
                description: "by hand again",
            });
        },
    );
});

describe("an import", () => {
    it("reports undeclared properties that stay unchanged, such as visibility", async () => {
        const id = await world.newGroup("Engineers");
        const named = (more: object = {}) => [declare(Group.kind, "team", group(more), { import: id })];
        const lines = await messagesOf(named());
        expect(lines).toContain("leaves undeclared properties unchanged");
        expect(lines).toMatch(/visibility/);
        expect(lines).toMatch(/requestConfigurations/);
        await stack.settle(named());
        expect(await messagesOf(named({ visibility: { visibility: "GLOBAL" } }))).not.toContain("leaves");
    });

    it("does not report declared properties as unchanged", async () => {
        const id = await world.newGroup("Engineers");
        const lines = await messagesOf([
            declare(Group.kind, "team", group({ visibility: { visibility: "GLOBAL" } }), { import: id, adopt: true }),
        ]);
        const left = lines.split("\n").find((line) => line.includes("leaves undeclared properties"));
        expect(left).toBeDefined();
        expect(left).not.toMatch(/visibility|name/);
    });
});

describe("a secret of an event stream", () => {
    const secret = 's3cr3t/"+Ω value';
    const stream = (more: object = {}) => [
        declare(EventStream.kind, "stream", {
            name: "Audit",
            connectionType: "WEBHOOK",
            webhookUrl: "https://events.example/opal",
            ...more,
        }),
    ];
    const hmac = { authType: "HMAC", hmacCredential1: { secret } };
    const forms = {
        unchanged: secret,
        "as JSON": JSON.stringify(secret).slice(1, -1),
        "as part of a URL": encodeURIComponent(secret),
        "as a form": new URLSearchParams({ secret }).toString().slice("secret=".length),
        "as base64": Buffer.from(secret).toString("base64"),
    };

    it.each(Object.entries(forms))(
        "is removed from an error message of the service that contains it %s",
        async (_, form) => {
            const answer = { status: 400, body: { message: `The key ${form} is not allowed.` } };
            world.service.faults.add({ operation: "createEventStream", answer });
            const { failures, lines } = await stack.up(stream(hmac));
            expect(failures.join()).toContain("is not allowed");
            expect(`${failures.join()} ${lines.join()}`).not.toContain(form);
        },
    );

    it("is removed from the state when it is no longer declared", async () => {
        await stack.settle(stream({ ...hmac, hmacCredential2: { secret: "second-secret" } }));
        await stack.settle(stream(hmac));
        expect(JSON.stringify(stack.entries)).not.toContain("second-secret");
        await stack.settle(stream());
        for (const { inputs, outputs } of stack.entries) {
            expect(JSON.stringify([inputs, outputs])).not.toContain("s3cr3t");
        }
        await stack.refresh();
        expect(JSON.stringify(stack.entries.map(({ outputs }) => outputs))).not.toContain("s3cr3t");
    });
});

describe("an audit channel that is the reviewers' channel of the group's owner", () => {
    const channels = async () => {
        const { channels } = await world.api<{ channels: { message_channel_id: string }[] }>(
            "GET",
            `/groups/${stack.id("team")}/message-channels`,
        );
        return channels.map((channel) => channel.message_channel_id);
    };
    it("is written if the group declares it", async () => {
        const program = [declare(Group.kind, "team", group({ messageChannelIds: [world.channelIds[1]] }))];
        await stack.settle(program);
        expect(world.service.calls.of("setGroupMessageChannels").map(({ body }) => body)).toEqual([
            { message_channel_ids: [world.channelIds[1]] },
        ]);
        expect(await channels()).toEqual([world.channelIds[1]]);
        await isSteady(program);
    });
});

describe("the preview of a replaced group", () => {
    it("lists its members, including undeclared ones", async () => {
        const program = (groupType: string) => [declare(Group.kind, "team", group({ groupType }))];
        await stack.settle(program("SVC_GROUP"));
        const { results: users } = await world.api<{ results: { user_id: string; email: string }[] }>("GET", "/users");
        const [ada] = users;
        await world.api("POST", `/groups/${stack.id("team")}/users/${ada?.user_id}`, { duration_minutes: 0 });
        const lines = await messagesOf(program("CONNECTOR_GROUP"));
        expect(lines).toContain(`Group "team" is replaced: the old one has the members ${JSON.stringify(ada?.email)}`);
        expect(lines).not.toContain("the resources");
    });

    it("prints no message if the group is empty", async () => {
        await stack.settle([declare(Group.kind, "team", group())]);
        expect(await messagesOf([declare(Group.kind, "team", group({ groupType: "CONNECTOR_GROUP" }))])).toBe("");
    });
});

describe("a property that the last run failed to write", () => {
    const [some, more] = [1, 3].map(
        (count) => () => world.userIds.slice(1, 1 + count).map((userId) => ({ userId })),
    ) as [() => { userId: string }[], () => { userId: string }[]];
    const members = (users: readonly { readonly userId: string }[]) => [
        declare(Group.kind, "team", group()),
        declare(GroupUsers.kind, "members", (id) => ({ groupId: id("team"), users })),
    ];

    it.each(["created", "updated"])("is not reported as changed outside if the object was being %s", async (what) => {
        if (what === "updated") await stack.settle(members(some()));
        world.service.faults.add({ operation: "addGroupUser", skip: 1, times: 9, answer: { status: 400 } });
        expect((await stack.up(members(more()))).failures.join()).toContain("does not match its declaration yet");
        const lines = await messagesOf(members(more()));
        expect(lines).toContain("the last run failed before it wrote this property");
        expect(lines).not.toMatch(/drifted|outside/);
        await stack.refresh();
        expect(await messagesOf(members(more()))).not.toMatch(/drifted|outside/);
        world.service.faults.clear();
        await stack.settle(members(more()));
        await isSteady(members(more()));
    });
});
