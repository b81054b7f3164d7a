import { expect, test } from "vitest";
import { isObject } from "../../../../src/common/properties.js";
import { partsFor } from "../../../api/calls.js";
import { connect } from "../../../api/harness.js";
import { rows } from "../../../api/interface.js";
import { NOW, world } from "../../../api/world.js";
import { open } from "../harness.js";
import { made, openTidewater } from "../tidewater.js";

/** Operations whose body contains a name that may be empty, because it does not identify the object. */
const NAMELESS = ["createUAR", "createPaladinContextSource"];

/** Returns the body with an empty name, and the path of that name. */
function unnamed(body: object, name: string): [body: object, at: string] | undefined {
    if ("name" in body) return [{ ...body, name }, "name"];
    for (const [list, [entry, ...more]] of Object.entries(body).filter(([, value]) => Array.isArray(value)))
        if (isObject(entry) && "name" in entry && list !== "custom_fields")
            return [{ ...body, [list]: [{ ...entry, name }, ...more] }, `${list}[0].name`];
    return undefined;
}

test("an empty name is refused for every kind of object that is found by its name", async () => {
    const refused: string[] = [];
    for (const { operation, method, path: template } of rows) {
        if (!/^(create|update)/.test(operation) || NAMELESS.includes(operation)) continue;
        const { client, service } = await connect({}, { clock: NOW });
        const { path = {}, body } = await partsFor(operation, world(client, service));
        if (!isObject(body)) continue;
        const h = await open({ organization: service.snapshot(), clock: NOW });
        for (const name of ["", " \t"]) {
            const [sent, at] = unnamed(body, name) ?? [];
            if (!sent) continue;
            const url = template.replace(/\{(\w+)\}/g, (_, parameter) => String(path[parameter]));
            const { status, body: answer } = await h.call(method, url, sent);
            expect([operation, status, answer?.message]).toEqual([operation, 400, `${at} must not be empty.`]);
            refused.push(operation);
        }
    }
    expect(new Set(refused).size).toBeGreaterThan(15);
});

test("an omitted name is not changed", async () => {
    const { put, admin, store } = await openTidewater();
    await made(put("/owners", { owners: [{ owner_id: admin, description: "Kept" }] }));
    expect(store.owners.get(admin).name).toBe("Administrators");
});
