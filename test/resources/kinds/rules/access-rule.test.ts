import { beforeEach, expect, it } from "vitest";
import { AccessRule } from "../../../../src/resources/kinds/rules/access-rule.js";
import { eachWorld, world } from "../../../proofs/conformance/each-world.js";
import { Stack } from "../../../proofs/conformance/stack.js";

let stack: Stack;

eachWorld();

beforeEach(() => {
    stack = new Stack(AccessRule.kind, world);
});

const part = (value: string) => ({ clauses: [{ selectors: [{ key: "region", value, connectionId: world.appId }] }] });
const args = () => ({
    name: "Europeans",
    description: "Whoever works there",
    adminOwnerId: world.ownerId,
    status: "ACTIVE",
    ruleClauses: { when: part("europe"), unless: part("america") },
});

it("sends all five fields with every change, with their names in the API", async () => {
    await stack.up(args());
    world.service.calls.clear();
    await stack.up({ ...args(), status: "PAUSED" });
    expect(world.service.calls.of("updateAccessRule").map(({ body }) => body)).toEqual([
        {
            name: "Europeans",
            description: "Whoever works there",
            admin_owner_id: world.ownerId,
            status: "PAUSED",
            ruleClauses: {
                when: { clauses: [{ selectors: [{ key: "region", value: "europe", connection_id: world.appId }] }] },
                unless: { clauses: [{ selectors: [{ key: "region", value: "america", connection_id: world.appId }] }] },
            },
        },
    ]);
});

it("keeps undeclared exclusions until null removes them", async () => {
    const { when } = args().ruleClauses;
    const live = async () => (await world.api("GET", `/access-rules/${stack.state?.id}`)).ruleClauses;
    await stack.up(args());
    await stack.up({ ...args(), name: "All Europeans", ruleClauses: { when } });
    expect(await live()).toHaveProperty("unless.clauses");
    await stack.up({ ...args(), ruleClauses: { when, unless: null } });
    expect(await live()).not.toHaveProperty("unless");
    expect(await stack.preview({ ...args(), ruleClauses: { when, unless: null } })).toMatchObject({ action: "same" });
});

it("is deleted with the operation for groups", async () => {
    await stack.up(args());
    world.service.calls.clear();
    await stack.destroy();
    expect(world.service.calls.writes().map(({ operation }) => operation)).toEqual(["deleteGroup"]);
});
