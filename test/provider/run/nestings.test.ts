import { expect, it } from "vitest";
import { type NestingEdge, ProgramNestings } from "../../../src/provider/run/nestings.js";

const edge = (text: string): NestingEdge => {
    const [inner = "", outer = ""] = text.split(" in ");
    return { inner, outer, text };
};

const pathOf = async (added: readonly string[], wanted: string, existing: readonly string[] = []) => {
    const nestings = new ProgramNestings();
    for (const one of added) nestings.add("ContainingGroup", edge(one));
    const onService = async (inner: string) => existing.map(edge).filter((one) => one.inner === inner);
    return (await nestings.path("ContainingGroup", edge(wanted), onService)).map(({ text }) => text);
};

it.each([
    ["directly", ["b in a"], []],
    ["through others that the program adds", ["b in c", "c in a"], []],
    ["through others on the service", [], ["b in c", "c in d", "d in a"]],
    ["through both", ["b in c"], ["c in a"]],
])("a nesting closes a circle %s", async (_, added, existing) => {
    expect(await pathOf(added, "a in b", existing)).toEqual([...added, ...existing]);
});

it("an object can be in another in several ways, and in objects that are in a circle on the service", async () => {
    expect(await pathOf(["a in b", "a in c", "c in b"], "a in b")).toEqual([]);
    expect(await pathOf([], "a in b", ["b in c", "c in b"])).toEqual([]);
});

it("kinds of nestings are independent", async () => {
    const nestings = new ProgramNestings();
    nestings.add("Other", edge("b in a"));
    expect(await nestings.path("ContainingGroup", edge("a in b"), async () => [])).toEqual([]);
});
