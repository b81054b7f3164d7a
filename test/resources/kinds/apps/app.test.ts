import { beforeEach, expect, it } from "vitest";
import { App } from "../../../../src/resources/kinds/apps/app.js";
import { eachWorld, world } from "../../../proofs/conformance/each-world.js";
import { Stack } from "../../../proofs/conformance/stack.js";

let stack: Stack;

eachWorld();

beforeEach(() => {
    stack = new Stack(App.kind, world);
});

const [first, second] = ["first-secret-aaaa", "second-secret-bbbb"];
const connector = { identifier: "billing", baseUrl: "https://billing.example/c", signingSecret: first };
const plain = () => ({ name: "Billing", description: "Ours", adminOwnerId: world.ownerId, appType: "CUSTOM" });
const connected = () => ({ ...plain(), appType: "CUSTOM_CONNECTOR", customConnector: connector });
const sent = () => world.service.calls.writes().map(({ operation, body }) => ({ operation, body }));
const hash = () => world.service.store.connectorSecrets.all()[0]?.hash;

it("does not send the connector with other changes, because the service would then call it", async () => {
    await stack.up(connected());
    world.service.calls.clear();
    await stack.up({ ...connected(), description: "Ours alone" });
    expect(sent()).toEqual([{ operation: "updateApp", body: { description: "Ours alone" } }]);
});

it("writes a changed secret and shows neither the old nor the new one", async () => {
    await stack.up(connected());
    const before = hash();
    world.service.calls.clear();
    const rotated = { ...connected(), customConnector: { ...connector, signingSecret: second } };
    const { action, lines } = await stack.preview(rotated);
    expect(action).toBe("update");
    expect(lines.join()).not.toMatch(new RegExp(`${first}|${second}`));
    await stack.up(rotated);
    expect(sent().map(({ body }) => body)).toMatchObject([{ custom_connector: { signing_secret: second } }]);
    expect(hash()).not.toBe(before);
    expect(await stack.preview(rotated)).toMatchObject({ action: "same", lines: [] });
});

it("does not detect or overwrite a secret that was changed outside", async () => {
    await stack.up(connected());
    await world.api("PUT", `/apps/${stack.state?.id}`, { custom_connector: { signing_secret: second } });
    const outside = hash();
    expect(await stack.preview(connected())).toMatchObject({ action: "same", lines: [] });
    await stack.up({ ...connected(), name: "Invoices" });
    expect(hash()).toBe(outside);
});

it("writes its secret on adoption, but not on import", async () => {
    await stack.up(connected());
    const id = String(stack.state?.id);
    const before = hash();
    const args = { ...connected(), customConnector: { ...connector, signingSecret: second } };
    const imported = new Stack(App.kind, world);
    expect((await imported.up(args, { import: id })).lines.join()).toContain("customConnector");
    expect(hash()).toBe(before);
    const adopted = new Stack(App.kind, world);
    await adopted.up(args, { import: id, adopt: true });
    expect(hash()).not.toBe(before);
});

it("becomes visible to everybody only if the program declares it, and then without visibility groups", async () => {
    const group = await world.newGroup("Pilots");
    await stack.up({ ...plain(), visibility: "LIMITED", visibilityGroupIds: [group] });
    world.service.calls.clear();
    const { lines } = await stack.up(plain());
    expect(lines.join()).toContain("visibility");
    expect([sent(), world.service.store.apps.get(String(stack.state?.id)).visibility]).toEqual([[], "LIMITED"]);
    await stack.up({ ...plain(), visibility: "GLOBAL" });
    expect(sent()[0]?.body).toEqual({ visibility: "GLOBAL", visibility_group_ids: [] });
});

it("lists the groups and resources that a replacement deletes", async () => {
    await stack.up(plain());
    const app_id = stack.state?.id;
    await world.api("POST", "/groups", { name: "Payers", app_id, group_type: "SVC_GROUP" });
    await world.api("POST", "/resources", { name: "Ledger", app_id, resource_type: "CUSTOM" });
    const { action, lines } = await stack.preview(connected());
    expect(action).toBe("replace");
    expect(lines.join()).toContain("Payers");
    expect(lines.join()).toContain("Ledger");
});

it("rejects the import of an app that was connected in the console", async () => {
    const found = world.service.store.apps.all().find(({ app_type }) => app_type !== "CUSTOM");
    const { failures } = await stack.up({ ...plain(), name: String(found?.name) }, { import: String(found?.app_id) });
    expect(failures.join()).toContain("appType");
    expect(sent()).toEqual([]);
});
