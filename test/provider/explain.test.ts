import { expect, it } from "vitest";
import { ConflictError } from "../../src/api/errors.js";
import { Owner } from "../../src/resources/kinds/owners/owner.js";
import { eachWorld, world } from "../proofs/conformance/each-world.js";
import { Stack } from "../proofs/conformance/stack.js";

eachWorld();

const kind = {
    ...Owner.kind,
    explain: (error: Error) => (error instanceof ConflictError ? "Somebody else keeps this owner." : undefined),
};

it("uses the kind's own explanation of an error, and leaves other errors unchanged", async () => {
    const stack = new Stack(kind, world);
    world.service.faults.add({ operation: "createOwner", when: "before", answer: { status: 409 } });
    expect((await stack.up({ name: "Platform" })).failures).toEqual([
        "Somebody else keeps this owner. Help: npx --no-install access-governance explain ConflictError",
    ]);
    world.service.faults.clear();
    world.service.faults.add({ operation: "createOwner", when: "before", answer: { status: 403 } });
    expect((await stack.up({ name: "Platform" })).failures.join()).toContain("403");
    world.service.faults.clear();
});

it("uses the kind's own explanation for a partial update too", async () => {
    const stack = new Stack(kind, world);
    await stack.up({ name: "Platform" });
    world.service.faults.add({ operation: "updateOwners", when: "before", answer: { status: 409 } });
    const { failures } = await stack.up({ name: "Platform team" });
    expect(failures.join()).toContain(
        "does not match its declaration yet. Somebody else keeps this owner. The next `pulumi up`",
    );
});
