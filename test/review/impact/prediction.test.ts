/** The predicted effect of a preview on access equals the actual effect of `pulumi up`. */
import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { impactOf } from "../../../src/access/model/change/impact.js";
import type { Facts } from "../../../src/access/model/facts/facts.js";
import { AccessModel, ASPECTS } from "../../../src/access/model/model.js";
import { readFacts } from "../../../src/access/reader/read-facts.js";
import { Client } from "../../../src/api/client.js";
import { kindNameOf } from "../../../src/common/pulumi-type.js";
import { type Service, seedOrganization, startService } from "../../../src/local/service/index.js";
import { kinds } from "../../../src/resources/kinds.js";
import { accessPlanOf } from "../../../src/review/impact/plan.js";
import { parseDocument } from "../../../src/review/report/document.js";
import { saidBy } from "../../access/oracle/said-by-model.js";

const root = join(__dirname, "../../..");
let folder: string;
let service: Service;
let client: Client;
let env: NodeJS.ProcessEnv;
/** Facts of the service after the last deployment. */
let facts: Facts;

beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "impact-"));
    cpSync(join(__dirname, "program"), join(folder, "program"), { recursive: true });
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
    service = await startService({ organization: seedOrganization("medium"), clock: "2026-03-01T12:00:00Z" });
    client = new Client({ url: service.url, token: service.token, readsPerSecond: 1e6 }, () =>
        service.clock.now().getTime(),
    );
    env = {
        ...process.env,
        PATH: `${join(root, "test/local/engine/bin")}:${process.env.PATH}`,
        PULUMI_HOME: join(folder, "home"),
        PULUMI_BACKEND_URL: `file://${folder}`,
        PULUMI_CONFIG_PASSPHRASE: "impact",
        ACCESS_GOVERNANCE_URL: service.url,
        ACCESS_GOVERNANCE_TOKEN: service.token,
        IDS: JSON.stringify(idsOf(service)),
    };
    await pulumi(1, "stack", "init", "dev");
    await pulumi(1, "up", "--yes", "--skip-preview");
    facts = await readFacts(client);
});

afterAll(async () => {
    await service?.close();
    rmSync(folder, { recursive: true, force: true });
});

test.each([
    ["changes that widen access", 2],
    ["a member who leaves one of several linked groups", 4],
    ["changes that revert the widening", 3],
])("predicts the effect of %s", async (_, step) => {
    await compare(step);
});

test("predicts that `pulumi up` removes a member who was added outside", async () => {
    const group = groupNamed("Impact members");
    const user = service.store.users.all()[50]?.user_id ?? "";
    const grant = { access_level_remote_id: "", expiration_date: null, propagation_status: null };
    service.store.groupUsers.set({ group_id: group, user_id: user, ...grant });
    facts = await readFacts(client);
    const { impact } = await compare(3);
    const [one] = impact.targets.filter(({ target }) => target.id === group);
    const lost = one?.shifts.find(({ aspect, fate }) => aspect === "has" && fate === "lost");
    expect(lost?.people().map(({ id }) => id)).toEqual([user]);
});

/** Previews a step of the program, deploys it, and compares the predicted access with the access afterwards. */
async function compare(step: number) {
    const document = parseDocument(await pulumi(step, "preview", "--refresh", "--json"));
    const plan = accessPlanOf(document, (type) => kinds.find(({ name }) => name === kindNameOf(type)));
    const before = AccessModel.of(facts);
    const predicted = before.with(plan.changes(facts, new Map()));
    await pulumi(step, "up", "--yes", "--skip-preview");
    facts = await readFacts(client);
    const [ours, theirs] = [saidBy(predicted), saidBy(AccessModel.of(facts))];
    const idOf = new Map([...plan.newNames].map(([urn, name]) => [urn, idNamed(facts, name)]));
    const spelled = (sentence: string): string =>
        sentence.includes("urn:")
            ? [...idOf].reduce((text, [urn, id]) => text.replaceAll(urn, id), sentence)
            : sentence;
    for (const aspect of ASPECTS) {
        const [said, done] = [[...(ours.get(aspect) ?? [])].map(spelled), [...(theirs.get(aspect) ?? [])]];
        expect(beside(said, done), `${aspect}: predicted, and not so`).toEqual([]);
        expect(beside(done, said), `${aspect}: so, and not predicted`).toEqual([]);
    }
    const impact = impactOf(before, predicted);
    expect(impact.targets).not.toEqual([]);
    return { impact };
}

function beside(some: readonly string[], others: readonly string[]): string[] {
    const known = new Set(others);
    return some.filter((one) => !known.has(one));
}

async function pulumi(step: number, ...args: string[]): Promise<string> {
    const options = { cwd: join(folder, "program"), env: { ...env, STEP: `${step}` }, maxBuffer: 1e8 };
    const { stdout } = await promisify(execFile)("pulumi", [...args, "--non-interactive"], options).catch(
        (error: Error & { stdout?: string; stderr?: string }) => {
            throw new Error(`${error.message}\n${error.stdout}\n${error.stderr}`);
        },
    );
    return stdout;
}

function idsOf({ store }: Service) {
    const resources = store.resources.all();
    const isPlain = (id: string): boolean => store.resourceAccessLevels.where("resource_id", id).length === 0;
    return {
        users: store.users.all().map(({ user_id }) => user_id),
        production: resources.find(({ name }) => name === "engineering-production")?.resource_id,
        role: resources.find(({ resource_id }) => isPlain(resource_id))?.resource_id,
        team: groupNamed("Checkout team"),
        appId: store.groups.all()[0]?.app_id,
        connectionId: store.apps.all()[0]?.app_id,
    };
}

function groupNamed(wanted: string): string {
    return service.store.groups.all().find(({ name }) => name === wanted)?.group_id ?? "";
}

function idNamed({ groups, resources, owners, bundles }: Facts, wanted: string): string {
    return [...groups, ...resources, ...owners, ...bundles].find(({ name }) => name === wanted)?.id ?? wanted;
}
