import { join } from "node:path";
import { openStack } from "../../../src/local/engine/open-stack.js";
import { type Organization, startService } from "../../../src/local/service/index.js";

/** The small organization after deploying `examples/organization`. */
export async function exampleOrganization(engine: "local" | "pulumi"): Promise<Organization> {
    const service = await startService({ seed: "small", clock: "2026-05-01T09:00:00Z" });
    const stack = await openStack({
        program: join(__dirname, "../../../examples/organization"),
        engine,
        env: { ACCESS_GOVERNANCE_URL: "", ACCESS_GOVERNANCE_TOKEN: "", OPAL_AUTH_TOKEN: "" },
        config: {
            "access-governance:url": service.url,
            "access-governance:token": { secret: service.token },
            "access-organization:auditSigningSecret": { secret: "a secret" },
        },
    });
    try {
        const { exitCode, output } = await stack.up();
        if (exitCode !== 0) throw new Error(`examples/organization does not come up:\n${output}`);
        return service.snapshot();
    } finally {
        await stack.close();
        await service.close();
    }
}
