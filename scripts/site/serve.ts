/** Serves the built site on loopback: `npm run docs:serve`. VitePress's own preview listens on every address of the machine. */
import { existsSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join, relative } from "node:path";
import { type ServerType, serve } from "@hono/node-server";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";

const built = join(__dirname, "../../site/dist");
const DEFAULT_PORT = 7412;

/** Starts the server. @param port 0 for any free port @throws if the site was not built */
export async function serveSite(port: number): Promise<{ url: string; close: () => void }> {
    if (!existsSync(join(built, "index.html"))) throw new Error("The site is not built. Run `npm run docs` first.");
    const app = new Hono();
    app.use(serveStatic({ root: relative(process.cwd(), built) || "." }));
    const server = await new Promise<ServerType>((resolve) => {
        const started = serve({ fetch: app.fetch, hostname: "127.0.0.1", port }, () => resolve(started));
    });
    // The address is an object, because the server listens on a port.
    const { port: taken } = server.address() as AddressInfo;
    return { url: `http://127.0.0.1:${taken}`, close: () => server.close() };
}

if (require.main === module) {
    serveSite(Number(process.env.PORT ?? DEFAULT_PORT)).then(
        ({ url }) => console.log(`${url}/`),
        (error: unknown) => {
            console.error(error instanceof Error ? error.message : error);
            process.exitCode = 1;
        },
    );
}
