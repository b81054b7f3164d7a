import { beforeEach, expect, it } from "vitest";
import { Group } from "../../../../src/resources/kinds/groups/group.js";
import { RequestTemplate } from "../../../../src/resources/kinds/templates/request-template.js";
import { eachWorld, world } from "../../../proofs/conformance/each-world.js";
import { Stack } from "../../../proofs/conformance/stack.js";

let stack: Stack;

eachWorld();

beforeEach(() => {
    stack = new Stack(RequestTemplate.kind, world);
});

const callout = (text: string) => ({ type: "CALLOUT", metadata: { calloutData: { severity: "INFO", text } } });
const template = (...customFields: object[]) => ({ name: "Access", customFields });
const questions = async () => {
    const { custom_fields } = await world.api<{
        custom_fields: { name: string; description?: string; type: string }[];
    }>("GET", `/request-templates/${stack.state?.id}`);
    return custom_fields;
};

it("keeps the names that the service assigned to callouts", async () => {
    await stack.up(template(callout("one"), callout("two")));
    const names = (await questions()).map(({ name }) => name);
    const edited = template(callout("one"), callout("three"));
    expect(await stack.up(edited)).toMatchObject({ action: "update", failures: [] });
    expect((await questions()).map(({ name }) => name)).toEqual(names);
    expect(await stack.preview(edited)).toMatchObject({ action: "same", lines: [] });
});

it("keeps undeclared properties of a question when questions are reordered", async () => {
    const [ticket, reason] = [
        { name: "Ticket", type: "SHORT_TEXT" },
        { name: "Reason", type: "LONG_TEXT" },
    ];
    await stack.up(template({ ...ticket, description: "Of the incident" }, reason));
    await stack.up(template(reason, ticket));
    expect(await questions()).toMatchObject([{ name: "Reason" }, { name: "Ticket", description: "Of the incident" }]);
    expect((await questions())[0]).not.toHaveProperty("description");
});

it("does not keep properties of a question whose type changes", async () => {
    const options = { multiChoiceData: { options: ["europe", "americas"] } };
    await stack.up(template({ name: "Region", type: "MULTI_CHOICE", metadata: options }));
    const outcome = await stack.up(template({ name: "Region", type: "SHORT_TEXT" }));
    expect(outcome).toMatchObject({ action: "update", failures: [] });
    expect(await questions()).toEqual([{ name: "Region", type: "SHORT_TEXT", required: false }]);
});

it("can be deleted after null detaches it from a group", async () => {
    await stack.up(template({ name: "Ticket", type: "SHORT_TEXT" }));
    const requestTemplateId = String(stack.state?.id);
    const group = new Stack(Group.kind, world);
    const asking = (template: string | null) => ({
        name: "Fraud analysts",
        appId: world.appId,
        groupType: "SVC_GROUP",
        requestConfigurations: [
            {
                priority: 0,
                allowRequests: true,
                autoApproval: false,
                maxDurationMinutes: 60,
                requestTemplateId: template,
                reviewerStages: [{ operator: "AND", ownerIds: [world.ownerId] }],
            },
        ],
    });
    const asked = async () => {
        const [one] = (await world.api<{ request_configurations: object[] }>("GET", `/groups/${group.state?.id}`))
            .request_configurations;
        return one;
    };
    await group.up(asking(null));
    expect(await asked()).not.toHaveProperty("request_template_id");
    await group.up(asking(requestTemplateId));
    expect(await asked()).toMatchObject({ request_template_id: requestTemplateId });
    expect(await group.up(asking(null))).toMatchObject({ action: "update", failures: [] });
    expect(await asked()).not.toHaveProperty("request_template_id");
    expect(await asked()).toMatchObject({ max_duration_minutes: 60 });
    expect(await group.preview(asking(null))).toMatchObject({ action: "same", lines: [] });
    await stack.destroy();
    expect(world.service.snapshot().requestTemplates).not.toContainEqual(expect.objectContaining({ name: "Access" }));
});
