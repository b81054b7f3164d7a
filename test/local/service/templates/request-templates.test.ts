import { describe, expect, test } from "vitest";
import { open } from "../harness.js";

const CALLOUT = { type: "CALLOUT", metadata: { callout_data: { severity: "WARNING", text: "Think first" } } };
const CHOICE = {
    name: "Area",
    type: "MULTI_SELECT",
    metadata: { multi_choice_data: { options: ["b", "a"] } },
};
const TEXT = { name: "Incident", type: "SHORT_TEXT", required: true, description: "Its number" };

async function openWithTemplate() {
    const h = await open();
    const { store } = h.service;
    const create = (...custom_fields: object[]) => h.post("/request-templates", { name: "Questions", custom_fields });
    const { status, body: template } = await create(TEXT, CALLOUT, CHOICE);
    expect(status).toBe(200);
    const update = (more: object) =>
        h.put("/request-templates", { request_template_id: template.request_template_id, ...more });
    return { ...h, store, template, create, update, path: `/request-templates/${template.request_template_id}` };
}

test("questions keep their order; required is false by default", async () => {
    const { template, get, path, store } = await openWithTemplate();
    expect(template.custom_fields).toEqual([
        TEXT,
        { ...CALLOUT, name: expect.stringMatching(/^callout-/), required: false },
        { ...CHOICE, required: false },
    ]);
    expect((await get(path)).body).toEqual(template);
    expect(store.requestTemplates.all()).toEqual([template]);
    expect((await get("/request-templates")).body).toEqual({ next: null, previous: null, results: [template] });
});

test("a CALLOUT gets a generated name if it has none, and its required is ignored", async () => {
    const { create } = await openWithTemplate();
    const { body } = await create({ ...CALLOUT, required: true }, CALLOUT, { ...CALLOUT, name: "note" });
    const [first, second, named] = body.custom_fields;
    expect(first).toMatchObject({ required: false, name: expect.stringMatching(/^callout-/) });
    expect(second.name).not.toBe(first.name);
    expect(named.name).toBe("note");
});

test("an update keeps omitted properties, and replaces all questions if custom_fields is sent", async () => {
    const { template, update, store } = await openWithTemplate();
    expect((await update({ name: "Renamed" })).body).toEqual({ ...template, name: "Renamed" });
    const { body } = await update({ custom_fields: [CHOICE] });
    expect(body).toEqual({ ...template, name: "Renamed", custom_fields: [{ ...CHOICE, required: false }] });
    expect((await update({ custom_fields: [] })).body.custom_fields).toEqual([]);
    expect(store.requestTemplates.get(template.request_template_id).custom_fields).toEqual([]);
});

describe("invalid questions", () => {
    test.each<[string, object, string]>([
        ["a question without a name", { type: "BOOLEAN" }, "[0].name is required unless the type is CALLOUT."],
        ["a CALLOUT without a message", { type: "CALLOUT" }, "[0].metadata.callout_data is required for type CALLOUT."],
        [
            "choices without options",
            { name: "x", type: "MULTI_CHOICE" },
            "[0].metadata.multi_choice_data is required for type MULTI_CHOICE.",
        ],
        [
            "an empty list of choices",
            { name: "x", type: "MULTI_CHOICE", metadata: { multi_choice_data: { options: [] } } },
            "[0].metadata.multi_choice_data.options must contain at least one choice, without duplicates.",
        ],
        [
            "metadata of another type",
            { ...TEXT, metadata: CALLOUT.metadata },
            "[0].metadata.callout_data is not allowed for type SHORT_TEXT.",
        ],
    ])("400 for %s", async (_name, field, message) => {
        const { create, update, template, store } = await openWithTemplate();
        expect(await create(field)).toMatchObject({ status: 400, body: { message: `custom_fields${message}` } });
        expect((await update({ custom_fields: [field] })).status).toBe(400);
        expect(store.requestTemplates.all()).toEqual([template]);
    });

    test("400 for two questions of the same name", async () => {
        const { create } = await openWithTemplate();
        expect((await create(TEXT, TEXT)).body.message).toMatch(/^custom_fields\[1\]\.name\b/);
    });
});

test("409 for deleting a template that a group or a configuration template uses", async () => {
    const { template, named, store, put, post, delete: remove, path } = await openWithTemplate();
    const group = named(store.groups.all(), "Everyone");
    const admin = named(store.owners.all(), "Administrators").owner_id;
    const { request_template_id } = template;
    const [rules] = group.request_configurations ?? [];
    const request_configurations = [{ ...rules, request_template_id }];
    await put("/groups", { groups: [{ group_id: group.group_id, request_configurations }] });
    const { body: governing } = await post("/configuration-templates", {
        name: "Strict",
        admin_owner_id: admin,
        visibility: { visibility: "GLOBAL" },
        require_mfa_to_approve: false,
        require_mfa_to_connect: false,
        request_configurations,
    });
    const refused = await remove(path);
    expect(refused).toMatchObject({ status: 409 });
    expect(refused.body.message).toContain('it is used by the group "Everyone"');
    await put("/groups", { groups: [{ group_id: group.group_id, request_configurations: [rules] }] });
    expect((await remove(path)).body.message).toContain('the configuration template "Strict"');
    await remove(`/configuration-templates/${governing.configuration_template_id}`);
    expect(await remove(path)).toMatchObject({ status: 200, body: undefined });
    expect(store.requestTemplates.size).toBe(0);
});
