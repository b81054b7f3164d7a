/** Conversion of Terraform states to programs: the service is not written, every address is accounted for, and previews show no changes. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { candidatesIn } from "../../../../src/adopt/export/terraform/move.js";
import { UsageError } from "../../../../src/common/errors.js";
import { openStack } from "../../../../src/local/engine/open-stack.js";
import type { Service } from "../../../../src/local/service/index.js";
import { kinds } from "../../../../src/resources/kinds.js";
import {
    type Moved,
    move,
    programsFolder,
    removeFolder,
    STATES,
    type StateName,
    stateText,
    strictProject,
} from "./moved.js";

const names = Object.keys(STATES) as StateName[];

/** Addresses that Terraform manages and the program does not declare. */
const LEFT: Readonly<Record<StateName, readonly string[]>> = {
    // Another group has the same name as `minimal`; `terraform_data` belongs to another provider.
    big: ["opal_group.minimal", "terraform_data.note"],
    "terraform-small": [],
    imported: ["opal_group.minimal"],
    adopted: [],
    // `gone` was deleted outside, and `replaced` has a deposed instance.
    odd: ["opal_owner.gone", "opal_tag.replaced"],
    "provider-3.0.0": [],
};

let folder: string;
let moved: Readonly<Record<StateName, Moved>>;

beforeAll(async () => {
    folder = programsFolder();
    const all: Partial<Record<StateName, Moved>> = {};
    for (const name of names) all[name] = await move(name, folder);
    moved = all as Record<StateName, Moved>;
});

afterAll(async () => {
    for (const { service } of Object.values(moved ?? {})) await service.close();
    removeFolder(folder);
});

/** Returns the declaration of an address, or the reason why it is not declared. */
function outcome(name: StateName, address: string) {
    const found = moved[name].outcomes.filter((one) => one.address === address && !one.isDeposed);
    expect(found, address).toHaveLength(1);
    const [one] = found;
    return one && "declaration" in one ? one.declaration : one?.because;
}

describe.each(names)("%s", (name) => {
    test("nothing was written to the service", () => {
        const { service } = moved[name];
        // A query is a POST that reads.
        const writes = service.calls.writes().filter(({ operation }) => operation !== "runQuery");
        expect(service.calls.all().length).toBeGreaterThan(10);
        expect(writes).toEqual([]);
    });

    test("every managed address is declared, or listed with a reason", () => {
        const { outcomes, out, exported } = moved[name];
        const readme = readFileSync(join(out, "README.md"), "utf8");
        const state = JSON.parse(stateText(name));
        const instances = state.resources.flatMap((one: { instances: object[] }) => one.instances);
        expect(outcomes).toHaveLength(instances.length);
        const left = outcomes.filter((one) => one.isManaged && !("declaration" in one));
        expect(left.map(({ address }) => address)).toEqual(LEFT[name]);
        for (const one of outcomes.filter(({ isManaged }) => isManaged)) {
            const [row, ...more] = readme
                .split("\n")
                .filter((line) => line.startsWith(`| \`${one.address}\`${one.isDeposed ? " (deposed)" : " |"}`));
            expect(more, one.address).toEqual([]);
            if (!("declaration" in one)) expect(row, one.address).toContain(one.because);
            else {
                const { kind, name: resource, id, file } = one.declaration;
                expect(row, one.address).toContain(`${kind.name} \`${resource}\``);
                expect(exported.program.files.get(`${file}.ts`)).toContain(`new access.${kind.name}(`);
                expect(Object.values(one.attributes)).toEqual(
                    expect.arrayContaining(id.split("/").map(decodeURIComponent)),
                );
            }
        }
    });

    test("only objects that Terraform manages are declared", () => {
        const { outcomes, exported } = moved[name];
        const ids = outcomes.flatMap((one) => ("declaration" in one ? [one.declaration] : []));
        // A subresource may be declared separately to avoid a cycle.
        const roots = new Set(ids.map(({ kind, id }) => kind.rootOf(id)));
        for (const { kind, id, name: resource } of exported.plan) {
            expect(roots.has(kind.rootOf(id)), `${kind.name} ${resource}`).toBe(true);
        }
    });

    test("a preview with its state shows no change, also after a refresh", async () => {
        const { service, out } = moved[name];
        const stack = await openStack({
            program: out,
            engine: "local",
            // A refresh uses the settings in the state, and there are none before the first `pulumi up`.
            env: { ACCESS_GOVERNANCE_URL: service.url, ACCESS_GOVERNANCE_TOKEN: service.token },
            config: { "access-governance:url": service.url, "access-governance:token": { secret: service.token } },
        });
        try {
            await stack.importState(JSON.parse(readFileSync(join(out, "state/dev.json"), "utf8")));
            for (const refresh of [false, true]) {
                const { output, exitCode, steps } = await stack.preview({ expectNoChanges: true, refresh });
                const changes = steps.filter(({ op }) => !["same", "read", "refresh"].includes(op));
                expect(
                    changes.filter(({ type }) => !type.startsWith("pulumi:providers:")),
                    output,
                ).toEqual([]);
                expect(exitCode, output).toBe(0);
            }
        } finally {
            await stack.close();
        }
        expect(service.calls.writes().filter(({ operation }) => operation !== "runQuery")).toEqual([]);
    });
});

test("all programs compile as strict TypeScript", () => {
    const compiler = require.resolve("typescript/bin/tsc");
    const run = () => execFileSync(process.execPath, [compiler, "-p", strictProject(folder)], { stdio: "pipe" });
    expect(textOf(run)).toBe("");
});

describe("declarations of Terraform are preserved", () => {
    test("a set is declared as a set even if it is empty, and single members as single members", () => {
        expect(outcome("big", "opal_group_resource_list.none")).toMatchObject({ given: { resources: [] } });
        expect(outcome("big", "opal_group_resource_list.everything")).toMatchObject({
            kind: { name: "GroupResources" },
            given: { resources: [{ accessLevelRemoteId: "write" }, {}] },
        });
        expect(outcome("big", "opal_idp_group_mappings.wiki")).toMatchObject({
            given: { mappings: [{ alias: "engineers", hiddenFromEndUser: true }, {}] },
        });
        expect(outcome("big", "opal_group_catalog_mapping.mail")).toMatchObject({ kind: { name: "IdpGroupMapping" } });
        expect(outcome("big", 'opal_group_user.leaders["elif"]')).toMatchObject({ kind: { name: "GroupUser" } });
        const { plan } = moved.big.exported;
        expect(plan.filter(({ kind }) => kind.name === "GroupUsers")).toEqual([]);
    });

    test("the rules of a configuration template come from the state, because the service does not return them", () => {
        const declared = outcome("big", "opal_configuration_template.production");
        expect(declared).toMatchObject({
            given: {
                requestConfigurations: [
                    { priority: 0, allowRequests: true, autoApproval: false, maxDurationMinutes: 240 },
                ],
            },
        });
        const minimal = outcome("big", "opal_configuration_template.minimal");
        expect(minimal).toHaveProperty("given.name", "Minimal template");
        expect(minimal).not.toHaveProperty("given.requestConfigurations");
    });

    test("the duration of a nested group is not declared", () => {
        const timed = outcome("big", "opal_group_containing_group.timed");
        expect(timed).toHaveProperty("given.groupId");
        expect(timed).not.toHaveProperty("given.durationMinutes");
    });

    test("a mapping of a group is declared although the group itself is not", () => {
        const mapped = outcome("imported", "opal_group_catalog_mapping.mail_default");
        expect(mapped).toMatchObject({ kind: { name: "IdpGroupMapping" } });
        expect(outcome("imported", "opal_group.minimal")).toMatch(/^another group has the same key/);
    });
});

describe("objects in an unusual state", () => {
    test("a deleted object is listed, a tainted one is declared with a note, and a deposed one is not declared", () => {
        expect(outcome("odd", "opal_owner.gone")).toMatch(/deleted outside/);
        expect(outcome("odd", "opal_owner.tainted")).toMatchObject({ kind: { name: "Owner" } });
        expect(outcome("odd", "opal_tag.replaced")).toMatchObject({ given: { key: "replaced-new" } });
        expect(outcome("odd", "opal_owner.drifted")).toMatchObject({ given: { name: "Renamed by hand" } });
        const deposed = moved.odd.outcomes.filter(({ isDeposed }) => isDeposed);
        expect(deposed).toMatchObject([{ because: expect.stringMatching(/deposed/) }]);
        const readme = readFileSync(join(moved.odd.out, "README.md"), "utf8");
        expect(readme).toContain("- `opal_owner.tainted`: it is tainted");
        expect(readme).toContain(
            "- `opal_group.sensitive`: sensitive in Terraform, but in plain text in this program: `custom_request_notification`, `description`",
        );
    });

    test("data sources and resources of other providers are counted in the README", () => {
        const readme = readFileSync(join(moved.big.out, "README.md"), "utf8");
        expect(readme).toMatch(/\| `data\.opal_apps` \| no equivalent here: .* \| 2 \|/);
        expect(readme).toMatch(/\| `terraform_data\.note` \| no equivalent here: another provider manages it \| 1 \|/);
    });

    test("the README contains `terraform state rm` for declared objects only", () => {
        const readme = readFileSync(join(moved["terraform-small"].out, "README.md"), "utf8");
        expect(readme).toContain("terraform state rm \\\n");
        expect(readme).toContain(`  'opal_owner.team["a\\"b\\\\c"]'`);
        expect(readme).toContain(`  'module.service[0].opal_group_user.member["dana o."]'`);
        expect(readFileSync(join(moved.odd.out, "README.md"), "utf8")).not.toContain("'opal_owner.gone'");
    });
});

describe("edited states on the same service", () => {
    interface Edited {
        resources: { type: string; name: string; instances: { attributes: Record<string, unknown> }[] }[];
    }

    async function edited(
        edit: (state: Edited) => void,
        work: (one: Moved) => void,
        before?: (service: Service) => Promise<void>,
    ) {
        const state: Edited = JSON.parse(stateText("big"));
        edit(state);
        const into = programsFolder();
        const one = await move("big", into, JSON.stringify(state), before);
        await one.service.close();
        removeFolder(into);
        work(one);
    }

    const attributesOf = ({ resources }: Edited, type: string, name: string) =>
        resources.find((one) => one.type === type && one.name === name)?.instances[0]?.attributes ?? {};

    test("if one rule is invalid, all rules of the template are omitted and listed", async () => {
        await edited(
            (state) => {
                const attributes = attributesOf(state, "opal_configuration_template", "production");
                const [rule] = attributes.request_configurations as object[];
                attributes.request_configurations = [{ ...rule, max_duration: -2 }];
            },
            ({ exported }) => {
                const template = exported.plan.find(({ given }) => given.name === "Production");
                expect(template?.given).not.toHaveProperty("requestConfigurations");
                expect(exported.inventory.undeclared).toContainEqual(
                    expect.objectContaining({ id: template?.id, path: "requestConfigurations", isFault: true }),
                );
            },
        );
    });

    test("if the state has a set and one of its members, only the set is declared", async () => {
        await edited(
            (state) => {
                const { app_resource_id } = attributesOf(state, "opal_idp_group_mappings", "wiki");
                Object.assign(attributesOf(state, "opal_group_catalog_mapping", "mail"), { app_resource_id });
            },
            ({ outcomes }) => {
                const [single] = outcomes.filter(({ address }) => address === "opal_group_catalog_mapping.mail");
                expect(single).toHaveProperty("because", "IdpGroupMappings declares it together with all others");
            },
        );
    });

    test("a member of a synced group is declared if Terraform declared it, and an expiring member is not", async () => {
        const state: Edited = JSON.parse(stateText("big"));
        const { id: synced } = attributesOf(state, "opal_group", "okta");
        const { group_id, user_id } = attributesOf(state, "opal_group_user", "explicit");
        await edited(
            (one) => {
                const attributes = attributesOf(one, "opal_group_user", "leaders");
                Object.assign(attributes, { group_id: synced, user_id });
            },
            ({ outcomes }) => {
                const of = (address: string) => outcomes.find((one) => one.address === address);
                expect(of('opal_group_user.leaders["ada"]')).toHaveProperty("declaration.id", `${synced}/${user_id}`);
                expect(of("opal_group_user.explicit")).toHaveProperty(
                    "because",
                    expect.stringMatching(/^it expires on 2026-11-23T/),
                );
            },
            async (service) => {
                await write(service, "POST", `/groups/${synced}/users/${user_id}`, { duration_minutes: 0 });
                await write(service, "PUT", `/groups/${group_id}/users/${user_id}`, { duration_minutes: 60 });
            },
        );
    });

    test("an id that belongs to another kind is listed with that kind", async () => {
        await edited(
            (state) => {
                const { id } = attributesOf(state, "opal_tag", "bare");
                Object.assign(attributesOf(state, "opal_owner", "synced"), { id });
            },
            ({ outcomes }) => {
                const [owner] = outcomes.filter(({ address }) => address === "opal_owner.synced");
                expect(owner).toHaveProperty("because", "the service returns it as Tag");
            },
        );
    });
});

test("a state with nothing to declare is refused", () => {
    expect(() => candidatesIn(stateText("destroyed"), kinds)).toThrow(UsageError);
    expect(() => candidatesIn(stateText("destroyed"), kinds)).toThrow(
        /None of the objects in this state can be declared.*It is empty/,
    );
    const foreign = { mode: "managed", type: "terraform_data", name: "a", instances: [{ attributes: { id: "1" } }] };
    const text = JSON.stringify({ version: 4, resources: [foreign] });
    expect(() => candidatesIn(text, kinds)).toThrow(/None of its types has an equivalent here/);
});

async function write({ url, token, fetch }: Service, method: string, path: string, body: object): Promise<void> {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const answer = await fetch(new Request(url + path, { method, headers, body: JSON.stringify(body) }));
    expect(answer.ok, await answer.text()).toBe(true);
}

/** Returns the output of a failed run, or an empty string on success. */
function textOf(run: () => unknown): string {
    try {
        run();
        return "";
    } catch (error) {
        return String(Object(error).stdout ?? error);
    }
}
