import { beforeEach, expect, it } from "vitest";
import { EventStream } from "../../../../src/resources/kinds/events/event-stream.js";
import { eachWorld, world } from "../../../proofs/conformance/each-world.js";
import { Stack } from "../../../proofs/conformance/stack.js";

let stack: Stack;

eachWorld();

beforeEach(() => {
    stack = new Stack(EventStream.kind, world);
});

const plain = { name: "Security log", connectionType: "WEBHOOK", webhookUrl: "https://log.example/events" };
const [first, second] = [{ secret: "first-secret-aaaa" }, { secret: "second-secret-bbbb" }];
const signed = { ...plain, authType: "HMAC", hmacCredential1: first };

const sent = () => world.service.calls.writes().map(({ operation, body }) => ({ operation, body }));
const slots = async () => {
    const { event_streams } = await world.api<{
        event_streams: { connection: { credentials: Record<string, { id: string } | null> } }[];
    }>("GET", "/event-streams");
    const { hmac_credential_1, hmac_credential_2 } = event_streams[0]?.connection.credentials ?? {};
    return [hmac_credential_1?.id, hmac_credential_2?.id];
};

it("is disabled by a second write only if enabled is false", async () => {
    await stack.up({ ...plain, enabled: false });
    expect(sent().map(({ operation }) => operation)).toEqual(["createEventStream", "updateEventStream"]);
    expect(sent()[1]?.body).toEqual({ enabled: false });
    await stack.destroy();
    world.service.calls.clear();
    await stack.up({ ...plain, enabled: true });
    expect(sent().map(({ operation }) => operation)).toEqual(["createEventStream"]);
});

it("rotates its signing secrets one at a time, without writing the other one", async () => {
    await stack.up(signed);
    const [id] = await slots();
    world.service.calls.clear();
    await stack.up({ ...signed, hmacCredential2: second });
    expect(sent()).toEqual([
        {
            operation: "updateEventStream",
            body: { credentials: { auth_type: "HMAC", hmac_credential_2: second } },
        },
    ]);
    const [same, other] = await slots();
    expect(same).toBe(id);
    expect(other).toBeDefined();
    world.service.calls.clear();
    await stack.up({ ...plain, authType: "HMAC", hmacCredential1: null, hmacCredential2: second });
    expect(sent()[0]?.body).toEqual({ credentials: { auth_type: "HMAC", hmac_credential_1: null } });
    expect(await slots()).toEqual([undefined, other]);
    const args = { ...plain, authType: "HMAC", hmacCredential1: null, hmacCredential2: second };
    expect(await stack.preview(args)).toMatchObject({ action: "same", lines: [] });
});

it("reports a secret that was removed outside, without showing it", async () => {
    const args = { ...signed, hmacCredential2: second };
    await stack.up(args);
    await world.api("PUT", `/event-streams/${stack.state?.id}`, {
        credentials: { auth_type: "HMAC", hmac_credential_2: null },
    });
    const line = 'EventStream "subject" drifted: hmacCredential2 differs (the value is secret)';
    expect(await stack.preview(args)).toMatchObject({ action: "update", lines: [line] });
    await stack.up(args);
    expect((await slots()).every((id) => id !== undefined)).toBe(true);
});

it("reports a changed authentication type with its value", async () => {
    await stack.up({ ...plain, authType: "NONE" });
    await world.api("PUT", `/event-streams/${stack.state?.id}`, {
        credentials: { auth_type: "HMAC", hmac_credential_1: first },
    });
    expect((await stack.preview({ ...plain, authType: "NONE" })).lines.join()).toContain(
        'authType is "HMAC" on the service, declared "NONE"',
    );
});

it("does not send credentials with a new name or store those in the response", async () => {
    await stack.up(signed);
    world.service.calls.clear();
    await stack.up({ ...signed, name: "Audit log" });
    expect(sent()).toEqual([{ operation: "updateEventStream", body: { name: "Audit log" } }]);
    const { authType, ...unsigned } = stack.state?.outputs ?? {};
    expect(authType).toBe("HMAC");
    expect(unsigned.hmacCredential1).toEqual(first);
    expect(Object.keys(unsigned)).not.toContain("credentials");
});

it("writes its secrets on adoption, but not on import", async () => {
    await stack.up(signed);
    const id = String(stack.state?.id);
    const args = { ...signed, hmacCredential1: second };
    world.service.calls.clear();
    const imported = new Stack(EventStream.kind, world);
    expect((await imported.up(args, { import: id })).lines.join()).toContain("does not return hmacCredential1");
    expect(sent()).toEqual([]);
    const adopted = new Stack(EventStream.kind, world);
    await adopted.up(args, { import: id, adopt: true });
    expect(sent()[0]?.body).toEqual({ credentials: { auth_type: "HMAC", hmac_credential_1: second } });
});
