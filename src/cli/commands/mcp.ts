import type { Command } from "commander";
import { readerSettings } from "../options/reader-settings.js";

interface Options {
    names?: boolean;
    state: string[];
}

/** `access-governance mcp`: runs a Model Context Protocol server for agents. */
export function addMcp(program: Command): void {
    program
        .command("mcp")
        .summary("serve read-only tools to an agent (Model Context Protocol)")
        .description(DESCRIPTION)
        .option("--names", "show people's names and addresses to the agent (default: replaced by numbers)")
        .option("--state <files...>", "outputs of `pulumi stack export`, for coverage", [])
        .addHelpText("after", EXAMPLES)
        .action(run);
}

const DESCRIPTION = `Serves tools on standard input and output to an agent that speaks the Model Context Protocol: search the docs, read the organization, ask who can
reach what and why, and run access tests.

The server only reads. It sends no other requests to the service, writes no files, starts no processes and opens no ports. The agent does not get
the token, and of the address of a webhook only the host. The agent can preview a program only in its own shell, if it has one.

The address and the token come from ACCESS_GOVERNANCE_URL and ACCESS_GOVERNANCE_TOKEN (or OPAL_AUTH_TOKEN).`;

const EXAMPLES = `
Examples:
  $ ACCESS_GOVERNANCE_URL=https://api.example.com/v1 ACCESS_GOVERNANCE_TOKEN=… access-governance mcp
  $ access-governance mcp --state prod.json`;

async function run({ names = false, state }: Options): Promise<void> {
    const settings = readerSettings();
    const [{ serveTools }, { ReadOnlyClient }] = await Promise.all([
        import("../mcp/server.js"),
        import("../mcp/read-only-client.js"),
    ]);
    await serveTools(new ReadOnlyClient(settings, names), state, names);
    // Nobody waits for the answers of calls that are still in progress.
    process.exit();
}
