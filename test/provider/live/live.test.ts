import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Client } from "../../../src/api/client.js";
import { type Service, startService } from "../../../src/local/service/index.js";
import { Live } from "../../../src/provider/live/live.js";
import { GroupVisibility } from "../../../src/resources/kinds/groups/group-visibility.js";
import {
    accessRuleSource,
    configurationTemplateSource,
    groupSource,
    ownerSource,
    paladinSource,
    resourceSource,
} from "../../../src/resources/sources.js";
import { eachWorld, world } from "../../proofs/conformance/each-world.js";

let live: Live;

eachWorld();

beforeEach(() => {
    live = new Live(new Client({ url: world.service.url, token: world.service.token }));
    world.service.calls.clear();
});

const called = () => world.service.calls.all().map(({ operation }) => operation);

describe("live state", () => {
    it("reads three objects one by one, then one list for all the others", async () => {
        const ids = await Promise.all(Array.from({ length: 20 }, (_, index) => world.newOwner(`Owner ${index}`)));
        world.service.calls.clear();
        for (const id of ids) expect(await live.object(ownerSource, id)).toMatchObject({ ownerId: id });
        expect(called()).toEqual(["getOwner", "getOwner", "getOwner", "getOwners"]);
        expect(world.service.calls.of("getOwners")[0]?.query).toMatchObject({ page_size: "1000" });
    });

    it("reads one list for many objects that are requested at the same time", async () => {
        const ids = await Promise.all(Array.from({ length: 20 }, (_, index) => world.newGroup(`Group ${index}`)));
        world.service.calls.clear();
        await Promise.all(ids.map((id) => live.object(groupSource, id)));
        expect(called().filter((name) => name === "getGroups")).toHaveLength(1);
        expect(called()).toHaveLength(4);
    });

    it("reads an object by its id before reporting it as deleted", async () => {
        const [id] = world.groupIds;
        for (const other of world.groupIds) await live.object(groupSource, other);
        await live.object(groupSource, await world.newGroup("After the list"));
        expect(id).toBeDefined();
        const late = await world.newGroup("Later still");
        expect(await live.object(groupSource, late)).toMatchObject({ groupId: late });
        await world.api("DELETE", `/groups/${late}`);
        live.wrote("Group", late);
        expect(await live.object(groupSource, late)).toBeUndefined();
    });

    it("reads an object again after a write, but not the other objects", async () => {
        const [first = "", second = ""] = world.groupIds;
        await live.object(groupSource, first);
        await live.object(groupSource, second);
        await world.api("PUT", "/groups", { groups: [{ group_id: first, name: "Renamed" }] });
        live.wrote("Group", first);
        world.service.calls.clear();
        expect(await live.object(groupSource, first)).toMatchObject({ name: "Renamed" });
        await live.object(groupSource, second);
        expect(called()).toEqual(["getGroup"]);
    });

    it("reads a written object by its id even if an earlier list contains it", async () => {
        const ids = await Promise.all(Array.from({ length: 5 }, (_, index) => world.newOwner(`Owner ${index}`)));
        for (const id of ids) await live.object(ownerSource, id);
        const [written = ""] = ids.slice(-1);
        await world.api("PUT", "/owners", { owners: [{ owner_id: written, name: "Renamed" }] });
        live.wrote("Owner", written);
        world.service.calls.clear();
        expect(await live.object(ownerSource, written)).toMatchObject({ name: "Renamed" });
        for (const id of ids.slice(3, 4)) await live.object(ownerSource, id);
        expect(called()).toEqual(["getOwner"]);
    });

    it("compares whole names, because the name filter of the service also matches parts of names", async () => {
        await world.newOwner("Platform");
        await world.newOwner("Platform team");
        world.service.calls.clear();
        expect(await live.named(ownerSource, { name: "Platform" })).toHaveLength(1);
        expect(called()).toEqual(["getOwners"]);
        for (const number of [1, 2, 3, 4, 5]) await live.named(ownerSource, { name: `Owner ${number}` });
        const filtered = world.service.calls.of("getOwners").filter(({ query }) => "name" in query);
        expect(filtered).toHaveLength(3);
        expect(world.service.calls.of("getOwners")).toHaveLength(4);
    });

    it("looks up a name again without reading the whole list again", async () => {
        for (const number of [1, 2, 3, 4]) await live.named(ownerSource, { name: `Owner ${number}` });
        await world.newOwner("Late");
        world.service.calls.clear();
        expect(await live.named(ownerSource, { name: "Late" }, "fresh")).toHaveLength(1);
        await live.named(ownerSource, { name: "Owner 5" });
        expect(world.service.calls.all().map(({ query }) => query)).toEqual([
            expect.objectContaining({ name: "Late" }),
        ]);
    });

    describe("with a long list", () => {
        let service: Service;
        let ids: string[];

        beforeEach(async () => {
            service = await startService({ seed: "large" });
            live = new Live(new Client({ url: service.url, token: service.token }));
            ids = service.store.resources.all().map(({ resource_id }) => resource_id);
        });

        afterEach(() => service.close());

        const reads = () => {
            const [pages, single] = (["getResources", "getResource"] as const).map(
                (name) => service.calls.of(name).length,
            );
            return { pages, single };
        };

        it("reads further pages only as more objects are requested", async () => {
            expect(ids.length).toBeGreaterThan(2_000);
            for (const id of ids.slice(-4))
                expect(await live.object(resourceSource, id)).toMatchObject({ resourceId: id });
            expect(reads()).toEqual({ pages: 1, single: 4 });
            for (const id of ids.slice(-12, -4)) await live.object(resourceSource, id);
            expect(reads()).toEqual({ pages: 3, single: 8 });
            for (const id of ids.slice(0, 500)) await live.object(resourceSource, id);
            expect(reads()).toEqual({ pages: 3, single: 8 });
        });

        it("reads the list first if many objects are expected, and stops when all are found", async () => {
            for (const _ of ids.slice(0, 100)) live.expect("Resource");
            for (const id of ids.slice(0, 100)) await live.object(resourceSource, id);
            expect(reads()).toEqual({ pages: 1, single: 0 });
        });

        it("looks up names one by one if that takes fewer calls", async () => {
            const names = service.store.resources.all().map(({ name }) => name);
            for (const name of names.slice(-4)) {
                const found = await live.named(resourceSource, { name });
                expect(found.map((one) => one.name)).toContain(name);
            }
            const withNames = service.calls.of("getResources").filter(({ query }) => "resource_name" in query);
            expect(withNames).toHaveLength(4);
            expect(reads().pages).toBe(5);
        });
    });

    it("finds a written object by its new name although an earlier list contains the old one", async () => {
        for (let number = 0; number < 4; number += 1) await live.named(ownerSource, { name: `Owner ${number}` });
        await world.api("PUT", "/owners", { owners: [{ owner_id: world.ownerId, name: "Renamed" }] });
        live.wrote("Owner", world.ownerId);
        live.wrote("Owner", await world.newOwner("Late"));
        world.service.calls.clear();
        expect(await live.named(ownerSource, { name: "Renamed" })).toMatchObject([{ ownerId: world.ownerId }]);
        expect(called()).toEqual(["getOwner"]);
        expect(await live.named(ownerSource, { name: "Renamed" }, "listed")).toEqual([]);
        expect(called()).toHaveLength(1);
    });

    it("reads the list once for several fresh lookups by name, if the API has no name filter", async () => {
        const names = Array.from({ length: 10 }, (_, number) => `Rule ${number}`);
        const found = await Promise.all(names.map((name) => live.named(accessRuleSource, { name }, "fresh")));
        expect(found.flat()).toEqual([]);
        expect(called()).toEqual(["getAccessRules"]);
        await live.named(accessRuleSource, { name: "Rule 0" }, "fresh");
        expect(called()).toHaveLength(2);
    });

    it("reads a part once, and again only after a failed read", async () => {
        const [id = ""] = world.groupIds;
        const read = () => GroupVisibility.kind.value(live, id);
        world.service.faults.add({ operation: "getGroupVisibility", when: "before", answer: { status: 403 } });
        await expect(read()).rejects.toThrow("403");
        await Promise.all([read(), read()]);
        await read();
        expect(world.service.calls.of("getGroupVisibility")).toHaveLength(2);
    });

    it("looks in the whole list if the API has no read by id, and reads the list again after a write", async () => {
        const make = (name: string) =>
            world.api<{ configuration_template_id: string }>("POST", "/configuration-templates", {
                name,
                admin_owner_id: world.ownerId,
                visibility: { visibility: "GLOBAL" },
                require_mfa_to_approve: false,
                require_mfa_to_connect: false,
            });
        const { configuration_template_id: id } = await make("One");
        world.service.calls.clear();
        expect(await live.object(configurationTemplateSource, id)).toMatchObject({ name: "One" });
        expect(await live.object(configurationTemplateSource, world.ownerId)).toBeUndefined();
        // An object that is missing from the list causes a second read.
        expect(called()).toEqual(["getConfigurationTemplates", "getConfigurationTemplates"]);
        await world.api("DELETE", `/configuration-templates/${id}`);
        live.wrote("ConfigurationTemplate", id);
        expect(await live.object(configurationTemplateSource, id)).toBeUndefined();
        const { configuration_template_id: late } = await make("Two");
        live.wrote("ConfigurationTemplate", late);
        expect(await live.object(configurationTemplateSource, late)).toMatchObject({ name: "Two" });
        expect(called().filter((name) => name === "getConfigurationTemplates")).toHaveLength(5);
    });

    it("finds any number of objects by name if the API has no list", async () => {
        for (const name of ["One", "Two", "Three", "Four", "Five"]) {
            await world.api("POST", "/paladin", { name, owner_id: world.ownerId });
            expect(await live.named(paladinSource, { name, ownerId: world.ownerId })).toHaveLength(1);
            expect(await live.named(paladinSource, { name, ownerId: world.groupIds[0] })).toEqual([]);
        }
    });
});
