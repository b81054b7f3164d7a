/** The part of GitLab's API that the pipelines use, on loopback: merge requests, issues, and their notes. */
import { type Context, Hono } from "hono";
import { type Loopback, listen } from "./loopback.js";

export interface Note {
    readonly id: number;
    readonly author: { readonly id: number };
    body: string;
}

export interface Issue {
    readonly iid: number;
    readonly author: { readonly id: number };
    readonly labels: readonly string[];
    readonly title: string;
    readonly notes: Note[];
    description: string;
    state: "opened" | "closed";
}

export interface MergeRequest {
    readonly iid: number;
    readonly title: string;
    readonly source_branch: string;
    readonly source_project_id: number;
    readonly target_branch: string;
    readonly web_url: string;
    readonly notes: Note[];
    description: string;
    state: "opened" | "closed";
}

const BOT = { id: 7 };
/** A small page size, so that a client that reads only the first page fails the tests. */
const PAGE = 2;

export class GitLabApi {
    readonly token = "glpat-of-the-project";
    /** Notes of the merge request. */
    readonly notes: Note[] = [];
    readonly issues: Issue[] = [];
    /** Merge requests opened by pipelines. */
    readonly merges: MergeRequest[] = [];
    /** Whether the merge request is merged. */
    isMerged = false;
    #server: Loopback | undefined;

    static async start(): Promise<GitLabApi> {
        const api = new GitLabApi();
        api.#server = await listen(api.#app());
        return api;
    }

    /** The value of CI_API_V4_URL. */
    get url(): string {
        return `${this.#server?.url}/api/v4`;
    }

    /** Adds a note by a person. */
    say(body: string): void {
        this.notes.push({ id: this.notes.length + 1, author: { id: 3 }, body });
    }

    /** Opens a merge request of a fork whose branch has the same name as one of the repository. */
    forkMerge(source_branch: string): void {
        const urls = { target_branch: "main", web_url: "https://gitlab.example/fork" };
        const given = { iid: 900, title: "Fork", source_branch, source_project_id: 99, description: "theirs" };
        this.merges.push({ ...given, ...urls, state: "opened", notes: [] });
    }

    close(): void {
        this.#server?.close();
    }

    #app(): Hono {
        const app = new Hono().basePath("/api/v4");
        const merge = "/projects/42/merge_requests/5";
        app.use(async (c, next) => {
            if (c.req.header("private-token") !== this.token) return c.json({ message: "401 Unauthorized" }, 401);
            return next();
        });
        app.get("/user", (c) => c.json(BOT));
        app.get(`${merge}/notes`, (c) => this.#page(c, this.notes));
        app.post(`${merge}/notes`, async (c) => c.json(this.#note(this.notes, await c.req.json()), 201));
        app.put(`${merge}/notes/:id`, async (c) => {
            const note = this.notes.find(({ id }) => id === Number(c.req.param("id")));
            if (note?.author.id !== BOT.id) return c.json({ message: "403 Forbidden" }, 403);
            note.body = (await c.req.json<{ body: string }>()).body;
            return c.json(note);
        });
        app.get("/projects/42/repository/commits/:sha/merge_requests", (c) =>
            c.json([{ iid: 5, state: this.isMerged ? "merged" : "opened" }]),
        );
        app.get("/projects/42/merge_requests", (c) => {
            const { state, source_branch: branch } = c.req.query();
            return this.#page(
                c,
                this.merges.filter((one) => one.state === state && one.source_branch === branch),
            );
        });
        app.post("/projects/42/merge_requests", async (c) => {
            const iid = this.merges.length + 501;
            const web_url = `https://gitlab.example/acme/access/-/merge_requests/${iid}`;
            const merge: MergeRequest = {
                ...(await c.req.json()),
                source_project_id: 42,
                iid,
                web_url,
                state: "opened",
                notes: [],
            };
            this.merges.push(merge);
            return c.json(merge, 201);
        });
        app.get("/projects/42/issues", (c) => {
            const { labels = "", state } = c.req.query();
            const matching = this.issues.filter((issue) => issue.labels.includes(labels) && issue.state === state);
            return this.#page(c, matching);
        });
        app.post("/projects/42/issues", async (c) => {
            const given = await c.req.json<{ title: string; description: string; labels: string }>();
            const issue: Issue = {
                iid: this.issues.length + 1,
                author: BOT,
                title: given.title,
                description: given.description,
                labels: given.labels.split(","),
                state: "opened",
                notes: [],
            };
            this.issues.push(issue);
            return c.json(issue, 201);
        });
        for (const [path, list] of [
            ["issues", this.issues],
            ["merge_requests", this.merges],
        ] as const) {
            const found = (c: Context) => list.find(({ iid }) => iid === Number(c.req.param("iid")));
            app.put(`/projects/42/${path}/:iid`, async (c) => {
                const one = found(c);
                if (!one) return c.json({ message: "404 Not found" }, 404);
                const { description, state_event } = await c.req.json<{ description?: string; state_event?: string }>();
                if (description !== undefined) one.description = description;
                if (state_event === "close") one.state = "closed";
                return c.json(one);
            });
            app.post(`/projects/42/${path}/:iid/notes`, async (c) => {
                const one = found(c);
                if (!one) return c.json({ message: "404 Not found" }, 404);
                return c.json(this.#note(one.notes, await c.req.json()), 201);
            });
        }
        return app;
    }

    #note(notes: Note[], { body }: { body: string }): Note {
        const note = { id: notes.length + 1, author: BOT, body };
        notes.push(note);
        return note;
    }

    #page(c: Context, all: readonly object[]): Response {
        const page = Number(c.req.query("page") ?? 1);
        const next = all.length > page * PAGE ? String(page + 1) : "";
        return c.json(all.slice((page - 1) * PAGE, page * PAGE), 200, { "x-next-page": next });
    }
}
