import { beforeEach, expect, it } from "vitest";
import type { Properties } from "../../../../src/common/properties.js";
import { ResourceNonHumanIdentity } from "../../../../src/resources/kinds/resources/resource-non-human-identity.js";
import { eachWorld, world } from "../../../proofs/conformance/each-world.js";
import { Stack } from "../../../proofs/conformance/stack.js";

let stack: Stack;
let args: Properties;

eachWorld();

beforeEach(async () => {
    stack = new Stack(ResourceNonHumanIdentity.kind, world);
    args = {
        resourceId: await world.newResource("Ledger"),
        nonHumanIdentityId: await world.newResource("Deployer", "AWS_IAM_ROLE"),
    };
});

const path = () => `/resources/${args.resourceId}/non-human-identities/${args.nonHumanIdentityId}`;
const written = () => world.service.calls.writes().map(({ operation }) => operation);

it("is deleted and granted again for another duration", async () => {
    await stack.up({ ...args, durationMinutes: 60 });
    world.service.calls.clear();
    expect(await stack.up({ ...args, durationMinutes: 120 })).toMatchObject({
        action: "replace",
        replaces: ["durationMinutes"],
        deleteBeforeReplace: true,
    });
    expect(written()).toEqual(["deleteResourceNonHumanIdentity", "addResourceNonHumanIdentity"]);
});

it("reports an end that was added outside as drift", async () => {
    await stack.up({ ...args, durationMinutes: 0 });
    await world.api("POST", path(), { duration_minutes: 60 });
    const outcome = await stack.preview({ ...args, durationMinutes: 0 });
    expect(outcome).toMatchObject({ action: "replace", deleteBeforeReplace: true });
    expect(outcome.lines.join()).toContain('drifted: durationMinutes is "until ');
});

it("reports that access is unknown if the list of the API may be incomplete", async () => {
    const entry = { principal_type: "RESOURCE", entity_type: "RESOURCE", has_direct_access: true, num_access_paths: 1 };
    const { resourceId: entity_id, nonHumanIdentityId: principal_id } = args;
    const results = Array.from({ length: 1000 }, () => ({ ...entry, entity_id, principal_id }));
    world.service.faults.add({
        operation: "getResourceNonHumanIdentities",
        when: "before",
        answer: { status: 200, body: { results } },
    });
    expect((await stack.preview(args)).failures.join()).toContain(
        "It is unknown whether an unlisted identity has access",
    );
});
