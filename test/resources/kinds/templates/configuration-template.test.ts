import { beforeEach, describe, expect, it } from "vitest";
import { ConfigurationTemplate } from "../../../../src/resources/kinds/templates/configuration-template.js";
import { eachWorld, world } from "../../../proofs/conformance/each-world.js";
import { Stack } from "../../../proofs/conformance/stack.js";

let stack: Stack;

eachWorld();

beforeEach(() => {
    stack = new Stack(ConfigurationTemplate.kind, world);
});

const args = (autoApproval: boolean) => ({
    name: "Production",
    adminOwnerId: world.ownerId,
    visibility: { visibility: "GLOBAL" },
    requireMfaToApprove: false,
    requireMfaToConnect: false,
    requestConfigurations: [{ priority: 0, allowRequests: true, autoApproval }],
});

const attached = async () => {
    const { group_id } = await world.api<{ group_id: string }>("GET", `/groups/${await world.newGroup("Engineers")}`);
    await world.api("PUT", "/groups", { groups: [{ group_id, configuration_template_id: stack.state?.id }] });
    const group = await world.api<{ request_configurations: object[] }>("GET", `/groups/${group_id}`);
    return group.request_configurations;
};

it("writes the unreadable request configurations only if the program changes them", async () => {
    await stack.up(args(false));
    world.service.calls.clear();
    await stack.up({ ...args(false), name: "Production 2" });
    expect(world.service.calls.of("updateConfigurationTemplate")[0]?.body).toEqual({
        configuration_template_id: stack.state?.id,
        name: "Production 2",
    });
    expect(await stack.up({ ...args(true), name: "Production 2" })).toMatchObject({ action: "update" });
    expect((await attached())[0]).toMatchObject({ auto_approval: true });
});

it("assumes on import that unreadable properties are as declared, and writes them on adoption", async () => {
    await stack.up(args(false));
    const id = stack.state?.id ?? "";
    const successor = new Stack(ConfigurationTemplate.kind, world);
    const { lines } = await successor.preview(args(true), { import: id });
    expect(lines.join()).toContain(
        "the service does not return requestConfigurations, so the declared value is assumed",
    );
    await successor.up(args(true), { import: id, adopt: true });
    expect((await attached())[0]).toMatchObject({ auto_approval: true });
});

describe("a removed property of the unreadable request configurations", () => {
    const rules = (more: object) => {
        const base = args(false);
        return { ...base, requestConfigurations: base.requestConfigurations.map((one) => ({ ...one, ...more })) };
    };
    const newTemplate = async () => {
        const body = { name: "Ticket", custom_fields: [] };
        return (await world.api<{ request_template_id: string }>("POST", "/request-templates", body))
            .request_template_id;
    };

    it.each(["", "after a refresh, "])(
        "%skeeps its value on the service when another property is written",
        async (before) => {
            await stack.up(rules({ requireMfaToRequest: true }));
            await stack.up(rules({}));
            if (before !== "") await stack.refresh();
            await stack.up(rules({ maxDurationMinutes: 60 }));
            expect((await attached())[0]).toMatchObject({ require_mfa_to_request: true, max_duration_minutes: 60 });
        },
    );

    it("is not stored in the state if it is secret", async () => {
        const secrets = ["requestConfigurations"];
        await stack.up(rules({ requireMfaToRequest: true, maxDurationMinutes: 4711 }), { secrets });
        await stack.up(rules({ requireMfaToRequest: true }), { secrets });
        expect(stack.state?.outputs).not.toHaveProperty("__unread");
        await stack.up(rules({ requireMfaToRequest: true }));
        expect(stack.state?.outputs).not.toHaveProperty("__unread");
    });

    it("can still be removed with null", async () => {
        await stack.up(rules({ requestTemplateId: await newTemplate() }));
        await stack.up(rules({}));
        expect((await attached())[0]).toHaveProperty("request_template_id");
        expect(await stack.up(rules({ requestTemplateId: null }))).toMatchObject({ action: "update" });
        expect((await attached())[0]).not.toHaveProperty("request_template_id");
        expect(await stack.up(rules({ requestTemplateId: null }))).toMatchObject({ action: "same" });
    });
});
