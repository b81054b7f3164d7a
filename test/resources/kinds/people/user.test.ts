import { beforeEach, expect, it } from "vitest";
import { User } from "../../../../src/resources/kinds/people/user.js";
import { eachWorld, world } from "../../../proofs/conformance/each-world.js";
import { Stack } from "../../../proofs/conformance/stack.js";

let stack: Stack;

eachWorld();

beforeEach(() => {
    stack = new Stack(User.kind, world);
});

const args = { email: "noa@tidewater.example", firstName: "Noa", lastName: "Berg", role: "MEMBER" };
const sent = () => world.service.calls.writes().map(({ operation, body }) => ({ operation, body }));
const manage = () => {
    const facts = world.service.store.userFacts.get(String(stack.state?.id));
    world.service.store.userFacts.set({ ...facts, idp_managed: true });
};

it.each([
    ["email", "noa.berg@tidewater.example"],
    ["firstName", "Nora"],
    ["lastName", "Bergen"],
    ["role", "ADMIN"],
])("rejects a change of %s instead of inviting another user", async (name, value) => {
    await stack.up(args);
    world.service.calls.clear();
    const outcome = await stack.up({ ...args, [name]: value });
    expect(outcome.action).toBe("failed");
    expect(outcome.failures.join()).toContain(`${name} cannot be changed: the API cannot change it`);
    expect(sent()).toEqual([]);
});

it("reports a name that was changed outside, but does not revert it", async () => {
    await stack.up({ ...args, position: "Dispatcher" });
    const user = world.service.store.users.get(String(stack.state?.id));
    world.service.store.users.set({ ...user, last_name: "Lind" });
    world.service.calls.clear();
    const outcome = await stack.up({ ...args, position: "Head of dispatch" });
    expect(outcome.action).toBe("update");
    expect(outcome.lines).toHaveLength(1);
    expect(outcome.lines[0]).toContain(
        'lastName is "Lind" on the service, declared "Berg"; it cannot be changed: the API',
    );
    expect(sent()).toEqual([{ operation: "updateUser", body: { position: "Head of dispatch" } }]);
    const again = await stack.preview({ ...args, position: "Head of dispatch" });
    expect(again).toMatchObject({ action: "same", lines: outcome.lines });
});

it("compares email addresses without regard to case", async () => {
    await stack.up(args);
    const id = String(stack.state?.id);
    const taken = await new Stack(User.kind, world).preview({ ...args, email: "Noa@Tidewater.example" });
    expect(taken.failures.join()).toContain(id);
});

it("writes position and manager right after the invitation", async () => {
    const [managerId] = world.userIds;
    await stack.up({ ...args, position: "Dispatcher", managerId });
    expect(sent().map(({ operation }) => operation)).toEqual(["inviteUser", "updateUser"]);
    expect(sent()[1]?.body).toEqual({ position: "Dispatcher", manager_id: managerId });
    world.service.calls.clear();
    await stack.up({ ...args, position: "Dispatcher", managerId: null });
    expect(sent()).toEqual([{ operation: "updateUser", body: { manager_id: null } }]);
});

it.each([
    ["another manager", 1],
    ["no manager", undefined],
])("finds %s that was set outside, and repairs it", async (_, other) => {
    const [managerId] = world.userIds;
    await stack.up({ ...args, managerId });
    const id = String(stack.state?.id);
    const facts = world.service.store.userFacts.get(id);
    const outside = other === undefined ? null : (world.userIds[other] ?? null);
    world.service.store.userFacts.set({ ...facts, manager_id: outside });
    expect((await stack.preview({ ...args, managerId })).action).toBe("update");
    await stack.up({ ...args, managerId });
    expect(world.service.store.userFacts.get(id).manager_id).toBe(managerId);
});

it("compares the manager with the last declared one if an older service does not return it", async () => {
    world.between = async (_, pass) => {
        const response = await pass();
        const text = (await response.text()).replace(/,?"manager_id":("[^"]*"|null)/g, "");
        return new Response(response.status === 204 ? null : text, response);
    };
    const [managerId, other] = world.userIds;
    await stack.up({ ...args, managerId });
    expect((await stack.preview({ ...args, managerId })).action).toBe("same");
    await stack.refresh();
    expect((await stack.preview({ ...args, managerId })).action).toBe("same");
    expect((await stack.preview({ ...args, managerId: null })).action).toBe("update");
    await stack.up({ ...args, managerId: other });
    expect(world.service.store.userFacts.get(String(stack.state?.id)).manager_id).toBe(other);
});

it("reports that an identity provider manages the user", async () => {
    await stack.up(args);
    manage();
    const outcome = await stack.up({ ...args, position: "Dispatcher" });
    expect(outcome.failures.join()).toContain("The position and manager of this user cannot be changed here");
    expect(outcome.failures.join()).toContain("remove position and managerId from the program");
    await stack.up(args);
    await expect(stack.destroy()).rejects.toThrow("retainOnDelete");
});

it("reports that the user belongs to another organization", async () => {
    const refused = { status: 409, body: { message: "another organization" } };
    world.service.faults.add({ operation: "inviteUser", when: "before", answer: refused });
    expect((await stack.up(args)).failures.join()).toContain("This user cannot be invited (another organization)");
});

it("does not adopt a user with a different name", async () => {
    await stack.up(args);
    const outcome = await new Stack(User.kind, world).preview(
        { ...args, lastName: "Bergen" },
        { import: String(stack.state?.id), adopt: true },
    );
    expect(outcome.failures.join("\n")).toContain(': lastName is "Berg" on the service');
    expect(outcome.failures.join("\n")).toContain("the API cannot change these properties");
});
