import { afterEach, describe, expect, it } from "vitest";
import type { Deployment, Run } from "../../src/local/engine/contract/stack.js";
import type { Organization } from "../../src/local/service/index.js";
import { namesOf, type Restored, restore, versions } from "./fixture.js";

const open: Restored[] = [];

afterEach(async () => {
    for (const one of open.splice(0)) await one.close();
});

describe.each(versions())("a stack recorded with version %s", (version) => {
    it.each(namesOf(version))("previews, deploys, refreshes and is destroyed as expected: %s", async (name) => {
        const restored = await restore(version, name);
        open.push(restored);
        const { fixture, service, stack } = restored;
        const { steps, told } = fixture;
        const preview = expectSuccess(await stack.preview({ expectNoChanges: steps.length === 0 }));
        expect(stepsOf(preview)).toEqual(steps);
        expectMessages(
            preview,
            told,
            steps.map((step) => step.split(" ")[1] ?? step),
        );
        expect(service.calls.writes()).toEqual([]);

        const up = expectSuccess(await stack.up());
        expect(stepsOf(up)).toEqual(steps);
        if (steps.length === 0) expect(service.calls.writes()).toEqual([]);
        else expect(service.calls.writes().map(({ status }) => status >= 400)).not.toContain(true);

        service.calls.clear();
        expect(stepsOf(expectSuccess(await stack.refresh()))).toEqual([]);
        const after = expectSuccess(await stack.preview({ expectNoChanges: true }));
        expect(stepsOf(after)).toEqual([]);
        expectMessages(after, told);
        expect(service.calls.writes()).toEqual([]);

        const before = await stack.exportState();
        const destroy = expectSuccess(await stack.destroy());
        const { deployment } = await stack.exportState();
        expect((deployment.resources ?? []).filter(({ id }) => id !== undefined)).toEqual([]);
        expect(remainingEntities(before, service.snapshot(), destroy)).toEqual([]);
    });
});

function expectSuccess(run: Run): Run {
    expect(run.diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message)).toEqual([]);
    expect(run.exitCode).toBe(0);
    return run;
}

/** Planned or completed changes to objects of the service. */
function stepsOf(run: Run): string[] {
    return run.steps
        .filter(
            ({ op, type }) => !["same", "refresh", "read"].includes(op) && type.startsWith("pulumi-nodejs:dynamic/"),
        )
        .map(({ op, name }) => `${op.replace(/-replaced$/, "")} ${name}`)
        .sort();
}

/** Expects a message about each of `names`, and none about other resources except those in `also`. */
function expectMessages(run: Run, names: readonly string[], also: readonly string[] = []): void {
    const lines = run.diagnostics.map(({ message }) => message.trim()).filter((line) => !line.startsWith("In all: "));
    const isAbout = (line: string, name: string): boolean => line.includes(` "${name}"`);
    expect(lines.filter((line) => ![...names, ...also].some((name) => isAbout(line, name)))).toEqual([]);
    expect(names.filter((name) => !lines.some((line) => isAbout(line, name)))).toEqual([]);
}

/** Names of entities that remain on the service although no message announced that. */
function remainingEntities({ deployment }: Deployment, organization: Organization, destroy: Run): string[] {
    const announced = destroy.diagnostics.map(({ message }) => message).join("\n");
    const ids = new Set(
        Object.values(organization).flatMap((records) =>
            // The id is the first property of a record.
            Array.isArray(records) ? records.map((record) => Object.values(record)[0]) : [],
        ),
    );
    return (deployment.resources ?? [])
        .filter(({ custom, external }) => custom === true && external !== true)
        .filter(
            ({ urn, id, type }) =>
                isEntity(String(type)) && ids.has(id) && !announced.includes(`"${nameOf(String(urn))}"`),
        )
        .map(({ urn }) => nameOf(String(urn)));
}

function nameOf(urn: string): string {
    return urn.split("::").at(-1) ?? urn;
}

function isEntity(type: string): boolean {
    return ENTITIES.includes(type.split(":").at(-1) ?? type);
}

/** Kinds whose objects have their own id. */
const ENTITIES = [
    "AccessRule",
    "Bundle",
    "ConfigurationTemplate",
    "Delegation",
    "EventStream",
    "Group",
    "GroupBinding",
    "Owner",
    "Paladin",
    "RequestTemplate",
    "Resource",
    "Tag",
    "User",
];
