import { describe, expect, it } from "vitest";
import { Group } from "../../../../src/resources/kinds/groups/group.js";
import { Resource } from "../../../../src/resources/kinds/resources/resource.js";
import { eachWorld, world } from "../../../proofs/conformance/each-world.js";
import { Stack } from "../../../proofs/conformance/stack.js";

eachWorld();

describe.each([
    ["group", Group.kind, { groupType: "SVC_GROUP" }],
    ["resource", Resource.kind, { resourceType: "CUSTOM" }],
] as const)("a %s with a configuration template", (noun, kind, type) => {
    const written = () => world.service.calls.writes().map(({ operation, body }) => ({ operation, body }));

    /** Visibility, request configurations and template of the object on the service. */
    async function governed(id: string) {
        const { request_configurations, configuration_template_id } = await world.api("GET", `/${noun}s/${id}`);
        const visibility = await world.api("GET", `/${noun}s/${id}/visibility`);
        return { visibility, request_configurations, configuration_template_id };
    }

    async function attached() {
        const stack = new Stack(kind, world);
        const { configuration_template_id } = await world.api("POST", "/configuration-templates", {
            name: "Strict",
            admin_owner_id: world.ownerId,
            visibility: { visibility: "LIMITED", visibility_group_ids: [world.groupIds[0]] },
            require_mfa_to_approve: false,
            require_mfa_to_connect: false,
        });
        const plain = { name: "Ledger", appId: world.appId, ...type };
        const args = { ...plain, configurationTemplateId: configuration_template_id };
        await stack.up(args);
        const id = String(stack.state?.id);
        const before = await governed(id);
        expect(before).toMatchObject({ configuration_template_id, visibility: { visibility: "LIMITED" } });
        world.service.calls.clear();
        return { stack, plain, args, id, before };
    }

    it("keeps its template if it is no longer declared, as the preview reports", async () => {
        const { stack, plain, id, before } = await attached();
        const { lines } = await stack.up(plain);
        expect(lines.join()).toContain("configurationTemplateId");
        expect(lines.join()).toContain("it stays as it is on the service; set it to null to remove it");
        expect([written(), await governed(id)]).toEqual([[], before]);
        expect(await stack.preview(plain)).toMatchObject({ action: "same" });
    });

    it("keeps its visibility and request configurations when null detaches the template, in one write", async () => {
        const { stack, plain, id, before } = await attached();
        const detached = { ...plain, configurationTemplateId: null };
        await stack.up(detached);
        expect(written()).toEqual([
            {
                operation: noun === "group" ? "updateGroups" : "updateResources",
                body: { [`${noun}s`]: [{ [`${noun}_id`]: id, configuration_template_id: null }] },
            },
        ]);
        const { configuration_template_id, ...kept } = before;
        expect(await governed(id)).toEqual({ ...kept, configuration_template_id: undefined });
        expect(await stack.preview(detached)).toMatchObject({ action: "same", lines: [] });
    });

    it("reports a template that was attached outside as drift", async () => {
        const { stack, plain, args, id } = await attached();
        const detached = { ...plain, configurationTemplateId: null };
        await stack.up(detached);
        const entry = { [`${noun}_id`]: id, configuration_template_id: args.configurationTemplateId };
        await world.api("PUT", `/${noun}s`, { [`${noun}s`]: [entry] });
        const { action, lines } = await stack.preview(detached);
        expect([action, lines.join()]).toEqual(["update", expect.stringContaining("configurationTemplateId")]);
    });
});
