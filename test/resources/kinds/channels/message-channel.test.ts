import { describe, expect, it } from "vitest";
import { MessageChannel } from "../../../../src/resources/kinds/channels/message-channel.js";
import { OnCallSchedule } from "../../../../src/resources/kinds/channels/on-call-schedule.js";
import { eachWorld, world } from "../../../proofs/conformance/each-world.js";
import { Stack } from "../../../proofs/conformance/stack.js";

eachWorld();

const written = () => world.service.calls.writes().map(({ operation }) => operation);

// The service responds to a second registration with the existing object, so a plain create would adopt it silently.
describe.each([
    { kind: MessageChannel.kind, args: { thirdPartyProvider: "SLACK", remoteId: "C0AUDIT" }, name: "access-audit" },
    { kind: OnCallSchedule.kind, args: { thirdPartyProvider: "OPSGENIE", remoteId: "ODATA01" }, name: "Data on call" },
])("an existing $kind.name", ({ kind, args, name }) => {
    it("is not adopted without an import", async () => {
        const outcome = await new Stack(kind, world).up(args);
        expect(outcome.action).toBe("failed");
        expect(outcome.failures.join()).toContain("{ import: ");
        expect(written()).toEqual([]);
    });

    it("is imported by its remote id, with its name at the provider", async () => {
        const stack = new Stack(kind, world);
        expect(await stack.up(args, { import: args.remoteId })).toMatchObject({ action: "create", failures: [] });
        expect(stack.state?.outputs.name).toBe(name);
        expect(written()).toEqual([]);
    });

    it("stays on the service after destroy, which reports it, and must be imported again", async () => {
        const stack = new Stack(kind, world);
        await stack.up(args, { import: args.remoteId });
        expect(await stack.destroy()).toEqual([
            `${kind.name} "subject" stays as it is on the service: the API has no operation that deletes ` +
                `${kind.name === "MessageChannel" ? "a message channel" : "an on-call schedule"}`,
        ]);
        expect((await stack.up(args)).failures.join()).toContain("{ import: ");
        expect(written()).toEqual([]);
    });
});
