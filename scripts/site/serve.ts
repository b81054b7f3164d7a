/** Serves the built site on loopback: `npm run docs:serve`. VitePress's own preview listens on every address of the machine. */
import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import { serve } from "@hono/node-server";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";

const built = join(__dirname, "../../site/dist");
const port = Number(process.env.PORT ?? 7412);

if (!existsSync(join(built, "index.html"))) {
    console.error("There is no site yet. Run npm run docs first.");
    process.exit(1);
}
const app = new Hono();
app.use(serveStatic({ root: relative(process.cwd(), built) || "." }));
serve({ fetch: app.fetch, hostname: "127.0.0.1", port }, () => console.log(`http://127.0.0.1:${port}/`));
