import { rmSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Knowledge } from "../../../../src/access/answers/questions.js";
import type { Target } from "../../../../src/access/model/facts/facts.js";
import { AccessModel, ASPECTS, type Aspect } from "../../../../src/access/model/model.js";
import { readFacts } from "../../../../src/access/reader/read-facts.js";
import { Client } from "../../../../src/api/client.js";
import { kindOfType } from "../../../../src/cli/steps/kind-of.js";
import { startService } from "../../../../src/local/service/index.js";
import { stateKnowledge } from "../../../../src/review/impact/state/state-knowledge.js";
import { exported, newFolder, readingOf, stateIn } from "../../../adopt/export/organization.js";
import { inMemory } from "../../../support/transport.js";

const folder = newFolder();
let service: AccessModel;
let state: Knowledge;

/** Reads the same organization from the service and from the state of a program that declares it. */
beforeAll(async () => {
    const running = await startService({ seed: "medium" });
    const transport = inMemory(running, running.url);
    service = AccessModel.of(await readFacts(new Client(readingOf(running).settings)));
    await exported(running, folder);
    transport.close();
    await running.close();
    state = stateKnowledge(stateIn(folder), kindOfType, new Date());
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(ASPECTS)("the state lists only people whom the service also lists: %s", (aspect) => {
    let count = 0;
    for (const target of targets()) {
        const [said, known] = [idsIn(state.model, aspect, target), idsIn(service, aspect, target)];
        expect(known).toEqual(expect.arrayContaining(said));
        count += said.length;
        // If nothing is unknown, both lists are equal. `has` is excluded because not every membership is declared.
        if (state.model.who(aspect, target).unknowns.size === 0 && aspect !== "has") expect(said).toEqual(known);
    }
    expect(count).toBeGreaterThan(0);
});

test("computed outputs in the state, such as createdAt, are not reported as limits", () => {
    const limits = state.limits?.map((limit) => limit.toString()) ?? [];
    expect(limits.length).toBeGreaterThan(0);
    expect(limits.filter((limit) => /createdAt|updatedAt|userCreatorId/.test(limit))).toEqual([]);
});

function targets(): Target[] {
    const { groups, resources, bundles } = service.records;
    return [
        ...[...groups.keys()].map((id): Target => ({ type: "group", id })),
        ...[...resources.keys()].map((id): Target => ({ type: "resource", id })),
        ...[...bundles.keys()].map((id): Target => ({ type: "bundle", id })),
    ];
}

function idsIn(model: AccessModel, aspect: Aspect, target: Target): string[] {
    return [...model.who(aspect, target).members].map((number) => model.records.principals.id(number)).sort();
}
