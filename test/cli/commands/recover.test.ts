import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { parseDeployment } from "../../../src/stack/deployment.js";
import { World } from "../../proofs/conformance/world.js";
import { runCommand } from "../command.js";

/** Output of `pulumi stack export` (3.260, development build) after `kill -9`, reduced to two groups and one pending creation. */
const RECORDED = readFileSync(join(__dirname, "../../stack/recovery/documents/killed.json"), "utf8");

const folder = mkdtempSync(join(tmpdir(), "recover-"));
let world: World;
let before: ReturnType<World["service"]["snapshot"]>;

beforeAll(async () => {
    world = await World.start();
    before = world.service.snapshot();
});
afterEach(() => {
    world.service.store.restore(before);
});
afterAll(async () => {
    await world.close();
    rmSync(folder, { recursive: true });
});

/** Runs the command in this process on a file with this text. */
async function recover(text: string, token: string | undefined = world.service.token, ...args: string[]) {
    const file = join(folder, "export.json");
    writeFileSync(file, text);
    return runCommand(["recover", ...args, file], { url: world.service.url, token });
}

/** The recorded deployment with the address of this service. */
const recorded = () => RECORDED.replaceAll("http://127.0.0.1:4000/v1", world.service.url);

async function createPendingGroup(description = "number 10"): Promise<string> {
    const body = { name: "G10", description, group_type: "SVC_GROUP", app_id: world.appId };
    return (await world.api<{ group_id: string }>("POST", "/groups", body)).group_id;
}

describe("access-governance recover", () => {
    test("adds a pending object that exists to the state, in the same form as the Pulumi CLI", async () => {
        const id = await createPendingGroup();
        const { stdout, stderr, code } = await recover(recorded());
        expect(code).toBe(0);
        expect(stderr).toContain(`Group "G10"  taken over  ${id}`);
        expect(stderr).toContain("`pulumi stack import`, then run `pulumi up`");
        const { deployment } = parseDeployment(stdout);
        expect(deployment).not.toHaveProperty("pending_operations");
        const [kept, taken] = ["::G9", "::G10"].map((name) =>
            deployment.resources?.find(({ urn }) => urn.endsWith(name)),
        );
        expect(Object.keys(taken ?? {}).sort()).toEqual(Object.keys(kept ?? {}).sort());
        const { name, description, __label, ...outputs } = taken?.outputs ?? {};
        expect([taken?.id, name, description, __label]).toEqual([id, "G10", "number 10", "G10"]);
        // The recording is older than these fields.
        const form = { ...kept?.outputs, users: null, resources: null, nestedGroups: null };
        expect({ ...form, ...outputs }).toEqual(form);
        expect(Object.keys(taken?.outputs ?? {}).sort()).toEqual(Object.keys(form).sort());
        // A second run changes nothing.
        const again = await recover(stdout);
        expect(again.stdout).toBe(stdout);
        expect(again.stderr).toBe("No creation is pending. The deployment is unchanged.\n");
    });

    test("removes a pending creation that did not happen, and writes nothing to the service", async () => {
        const writes = world.service.calls.writes();
        const { stdout, stderr } = await recover(recorded());
        expect(stderr).toContain('Group "G10"  to be made');
        expect(parseDeployment(stdout).deployment.resources).toEqual(parseDeployment(recorded()).deployment.resources);
        expect(world.service.calls.writes()).toEqual(writes);
    });

    test("prints the unchanged deployment and the reason if a creation stays pending, and exits with 7", async () => {
        const id = await createPendingGroup("of somebody else");
        const { stdout, stderr, code } = await recover(recorded());
        expect([stdout, code]).toEqual([recorded(), 7]);
        expect(stderr).toContain(
            `Group "G10" is left pending: the service has a different group with the same key (${id}): description is`,
        );
        expect(stderr).toContain("drops creations that are left pending");
    });

    test("writes a file that only its owner can read, and refuses to write plaintext secrets", async () => {
        const out = join(folder, "recovered.json");
        const { stdout } = await recover(recorded(), world.service.token, "--out", out);
        expect([stdout, statSync(out).mode & 0o777]).toEqual(["", 0o600]);
        expect(parseDeployment(readFileSync(out, "utf8")).deployment).not.toHaveProperty("pending_operations");
        const mark = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", plaintext: '"hush"' };
        const clear = recorded().replaceAll('"number 10"', JSON.stringify(mark));
        const refusal = await recover(clear, world.service.token, "--out", out);
        expect(refusal.code).toBe(2);
        expect(refusal.stderr).toMatch(/secrets in plain text.*Omit --out/);
    });

    test.each([
        ["input that is not JSON", "hush: a secret", "it is not JSON."],
        ["empty input", "", "find FOLDER/.pulumi -name '*.attrs' -empty -delete"],
        ["another JSON document", '{"version":3}', "Not a deployment: deployment: "],
    ])("refuses %s without repeating it, with exit code 2", async (_, text, sentence) => {
        const { code, stdout, stderr } = await recover(text);
        expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
        expect(stderr).toContain(sentence);
        expect(stderr).toContain("Pass the output of `pulumi stack export`.");
        expect(stderr).not.toContain("hush");
    });

    test("does not send the token of the environment to the address in the deployment", async () => {
        const file = join(folder, "export.json");
        writeFileSync(file, recorded());
        world.service.calls.clear();
        for (const url of [undefined, "https://other.example/v1"]) {
            const { code, stdout } = await runCommand(["recover", file], { url, token: world.service.token });
            expect(code).not.toBe(0);
            expect(stdout).toBe("");
        }
        expect(world.service.calls.all()).toEqual([]);
    });

    test("names the missing setting", async () => {
        const { code, stderr } = await recover(recorded(), "");
        expect([code, stderr]).toEqual([2, expect.stringContaining("ACCESS_GOVERNANCE_TOKEN")]);
    });
});
