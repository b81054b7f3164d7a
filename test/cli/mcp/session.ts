import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import type { Service } from "../../../src/local/service/index.js";
import { MAIN } from "../command.js";

/** The result of a tool call. */
export interface ToolResult {
    /** The text, without the envelope of data. */
    readonly text: string;
    readonly notice?: string;
    readonly isError: boolean;
}

/** Makes the server fail if it listens. */
const NO_LISTENER = `import net from "node:net"; net.Server.prototype.listen = () => { process.stderr.write("listens\\n"); process.exit(99); };`;
/** Node's permissions without writing files, and without starting processes and threads. */
const PERMISSIONS = [
    process.allowedNodeEnvironmentFlags.has("--permission") ? "--permission" : "--experimental-permission",
    ...(process.allowedNodeEnvironmentFlags.has("--allow-net") ? ["--allow-net"] : []),
    "--allow-fs-read=*",
    "--no-warnings",
    "--import",
    `data:text/javascript,${encodeURIComponent(NO_LISTENER)}`,
];

/** An agent that connects to the server with the client of the official SDK. */
export class Session {
    /** Every text that the server has sent, except those of the docs, whose examples contain names of the medium organization. */
    readonly received: string[] = [];

    private constructor(private readonly client: Client) {}

    static async open(service: Service, ...options: string[]): Promise<Session> {
        const client = new Client({ name: "test", version: "1" });
        const env = {
            ...Object.fromEntries(Object.entries(process.env).flatMap(([key, value]) => (value ? [[key, value]] : []))),
            ACCESS_GOVERNANCE_URL: service.url,
            ACCESS_GOVERNANCE_TOKEN: service.token,
            ACCESS_GOVERNANCE_READS_PER_SECOND: "1000",
        };
        const args = [...PERMISSIONS, MAIN, "mcp", ...options];
        await client.connect(new StdioClientTransport({ command: process.execPath, args, env, stderr: "inherit" }));
        const session = new Session(client);
        session.received.push(JSON.stringify([client.getInstructions(), client.getServerVersion()]));
        return session;
    }

    async tools() {
        const { tools } = await this.client.listTools();
        this.received.push(JSON.stringify(tools));
        return tools;
    }

    async ask(name: string, given: Readonly<Record<string, string>>): Promise<ToolResult> {
        const { content, isError = false } = await this.client.callTool({ name, arguments: given });
        const text = content.map((one) => (one.type === "text" ? one.text : "")).join("\n");
        if (!text.startsWith("{")) return { text, isError: isError === true };
        this.received.push(text);
        const { lines, notice } = JSON.parse(text) as { lines: string[]; notice: string };
        return { text: lines.join("\n"), notice, isError: isError === true };
    }

    close(): Promise<void> {
        return this.client.close();
    }
}
