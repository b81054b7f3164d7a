import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Command, Option } from "commander";
import { clearEnvironment } from "../mcp/environment.js";
import { readerSettings } from "../options/reader-settings.js";

interface Options {
    service?: boolean;
    seed: string;
    names?: boolean;
    state: string[];
}

/** `access-governance mcp`: runs a Model Context Protocol server for agents. */
export function addMcp(program: Command): void {
    program
        .command("mcp")
        .summary("serve read-only tools to an agent (Model Context Protocol)")
        .description(DESCRIPTION)
        .option("--service", "read the organization of ACCESS_GOVERNANCE_URL instead of a local sample organization")
        .addOption(
            new Option("--seed <name>", "sample organization").choices(["small", "medium", "large"]).default("small"),
        )
        .option("--names", "show people's names and addresses to the agent (default: replaced by numbers)")
        .option("--state <files...>", "outputs of `pulumi stack export`, for coverage", [])
        .addHelpText("after", EXAMPLES)
        .action(run);
}

const DESCRIPTION = `Serves tools on standard input and output to an agent that speaks the Model Context Protocol: search the docs, read the organization, ask who can
reach what and why, run access tests, and preview a program with the access that it would grant or revoke.

Every call goes through a local proxy that forwards only reads and adds the token, so neither the agent nor a program
that it previews has the token or can change the organization. A previewed program runs on this machine in a sandbox: it
can read only itself and its packages, and cannot write files or start processes.

By default the organization is a local sample. With --service, address and token come from ACCESS_GOVERNANCE_URL and ACCESS_GOVERNANCE_TOKEN (or OPAL_AUTH_TOKEN).`;

const EXAMPLES = `
Examples:
  $ access-governance mcp
  $ ACCESS_GOVERNANCE_URL=https://api.example.com/v1 ACCESS_GOVERNANCE_TOKEN=… access-governance mcp --service`;

async function run({ service = false, seed, names = false, state }: Options): Promise<void> {
    const settings = service ? readerSettings() : undefined;
    // The local sample can be read much faster, because no other client shares its rate limits.
    const rate = service ? process.env.ACCESS_GOVERNANCE_READS_PER_SECOND : "1000";
    clearEnvironment();
    if (rate !== undefined) process.env.ACCESS_GOVERNANCE_READS_PER_SECOND = rate;
    const [{ serveTools }, { startReadOnlyService }, { startService }] = await Promise.all([
        import("../mcp/server.js"),
        import("../mcp/read-only-service.js"),
        import("../../local/service/index.js"),
    ]);
    const sample = settings ? undefined : await startService({ seed });
    const { url, token } = settings ?? sample ?? {};
    if (url === undefined || token === undefined) return;
    const proxy = await startReadOnlyService(url, token, !names);
    const folder = await mkdtemp(join(tmpdir(), "access-governance-mcp-"));
    const ended = new AbortController();
    try {
        await serveTools({ service: proxy, folder, states: state, ended: ended.signal }, names);
    } finally {
        ended.abort();
        await rm(folder, { recursive: true, force: true });
        await proxy.close();
        await sample?.close();
    }
}
