import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import type { Service } from "../../../src/local/service/index.js";

const main = join(__dirname, "../../../dist/cli/main.js");

/** The result of a tool call. */
export interface ToolResult {
    readonly text: string;
    readonly isError: boolean;
}

/** An agent that connects to the server with the client of the official SDK. */
export class Session {
    /** Every text that the server has sent. */
    readonly received: string[] = [];

    private constructor(private readonly client: Client) {}

    static async open(service: Service, ...options: string[]): Promise<Session> {
        const client = new Client({ name: "test", version: "1" });
        const env = {
            ...Object.fromEntries(Object.entries(process.env).flatMap(([key, value]) => (value ? [[key, value]] : []))),
            ACCESS_GOVERNANCE_URL: service.url,
            ACCESS_GOVERNANCE_TOKEN: service.token,
            ACCESS_GOVERNANCE_READS_PER_SECOND: "1000",
            SECRET_OF_SOMEBODY: "wren-and-heron",
        };
        const args = [main, "mcp", "--service", ...options];
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
        this.received.push(text);
        return { text, isError: isError === true };
    }

    close(): Promise<void> {
        return this.client.close();
    }
}
