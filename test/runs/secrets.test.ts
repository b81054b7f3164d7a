/** Secret values stay encrypted in the state, even if the program passes them as plain text or stops declaring them. */
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Run, Stack } from "../../src/local/engine/contract/stack.js";
import { openStack } from "../../src/local/engine/open-stack.js";
import { World } from "../proofs/conformance/world.js";

const KEY = "key-4f1c9b";
const SIGN = "sign-77aa02";
const DESCRIPTION = "the vault is behind the map";

let world: World;
let stack: Stack;

beforeEach(async () => {
    world = await World.start();
    stack = await openStack({
        program: join(__dirname, "../programs/secrets"),
        env: { ACCESS_GOVERNANCE_URL: "", ACCESS_GOVERNANCE_TOKEN: "", OPAL_AUTH_TOKEN: "" },
        config: {
            "access-governance:url": world.service.url,
            "access-governance:token": { secret: world.service.token },
            "secrets:description": { secret: DESCRIPTION },
        },
    });
});

afterEach(async () => {
    await stack?.close();
    await world?.close();
});

async function up(declared: object): Promise<Run> {
    // Stored as a secret, since the state of the default provider contains the whole configuration.
    await stack.setConfig("secrets:declared", JSON.stringify(declared), { secret: true });
    const run = await stack.up();
    expect(run.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    return run;
}

const state = async () => JSON.stringify(await stack.exportState());

const apiKey = { authType: "API_KEY", apiKeyCredentials: [{ name: "x-key", location: "HEADER", value: KEY }] };
const hmac = { authType: "HMAC", hmacCredential1: { secret: SIGN }, hmacCredential2: { secret: `${SIGN}-2` } };

test.each([
    ["apiKeyCredentials", apiKey, KEY],
    ["hmacCredential1 and 2", hmac, SIGN],
])("%s stays encrypted if declared as plain text and after its removal from the program", async (_, stream, secret) => {
    const made = await up({ stream });
    expect(made.output).not.toContain(secret);
    expect(made.steps.filter(({ op }) => op === "create").length).toBeGreaterThan(1);
    expect(await state()).not.toContain(secret);
    // The service received the secret, so the test checks the right value.
    expect(JSON.stringify(world.service.calls.writes())).toContain(secret);
    expect(JSON.stringify(await stack.exportState({ showSecrets: true }))).toContain(secret);

    const taken = await up({ stream: {} });
    expect(taken.steps).toContainEqual(expect.objectContaining({ op: "update", name: "stream" }));
    expect(taken.output).not.toContain(secret);
    expect(await state()).not.toContain(secret);
    await stack.refresh();
    expect(await state()).not.toContain(secret);
});

test("a text marked secret only by the program stays encrypted after its removal from the program", async () => {
    await up({ owner: true });
    expect(await state()).not.toContain(DESCRIPTION);
    await up({});
    expect(await state()).not.toContain(DESCRIPTION);
    await stack.refresh();
    await up({});
    expect(await state()).not.toContain(DESCRIPTION);
    // Unchanged on the service: nothing was written.
    const { results } = await world.api<{ results: object[] }>("GET", "/owners");
    expect(results).toContainEqual(expect.objectContaining({ name: "Vault", description: DESCRIPTION }));
});
