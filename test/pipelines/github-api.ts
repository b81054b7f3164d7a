/** The part of GitHub's API that the pipelines use, on loopback: issues, pull requests, comments, labels and branch heads. */
import { type Context, Hono } from "hono";
import { type Loopback, listen } from "./loopback.js";

interface User {
    readonly login: string;
    readonly type: "Bot" | "User";
}

export interface Comment {
    readonly id: number;
    readonly issue: number;
    readonly user: User;
    body: string;
}

export interface Issue {
    readonly number: number;
    readonly user: User;
    readonly labels: readonly string[];
    title: string;
    body: string | null;
    state: "open" | "closed";
}

export interface PullRequest {
    readonly number: number;
    readonly title: string;
    readonly head: string;
    readonly base: string;
    body: string;
    state: "open" | "closed";
}

/** Permissions of a job's token, from the `permissions` of the job. */
export type Permissions = Readonly<Record<string, string>>;

const BOT: User = { login: "github-actions[bot]", type: "Bot" };
/** A small page size, so that a client that reads only the first page fails the tests. */
const PAGE = 2;

export class GitHubApi {
    readonly comments: Comment[] = [];
    readonly issues: Issue[] = [];
    readonly pulls: PullRequest[] = [];
    readonly labels: string[] = [];
    /** Write requests, in the form "POST /issues". */
    readonly writes: string[] = [];
    readonly branches = new Map<string, string>();
    /** The pull request that each commit was merged with. */
    readonly merged = new Map<string, number>();
    readonly #tokens = new Map<string, Permissions>();
    #server: Loopback | undefined;

    static async start(): Promise<GitHubApi> {
        const api = new GitHubApi();
        api.#server = await listen(api.#app());
        return api;
    }

    get url(): string {
        return this.#server?.url ?? "";
    }

    /** Creates a token for a job. */
    tokenFor(permissions: Permissions): string {
        const token = `ghs_${this.#tokens.size}`;
        this.#tokens.set(token, permissions);
        return token;
    }

    /** Adds a comment by a person. */
    comment(issue: number, body: string): void {
        this.comments.push({ id: this.comments.length + 1, issue, user: { login: "someone", type: "User" }, body });
    }

    close(): void {
        this.#server?.close();
    }

    #app(): Hono {
        const app = new Hono();
        const repo = "/repos/acme/access";
        app.get(`${repo}/issues/:number/comments`, (c) => {
            const number = Number(c.req.param("number"));
            return this.#page(
                c,
                this.comments.filter((comment) => comment.issue === number),
            );
        });
        app.post(`${repo}/issues/:number/comments`, async (c) => {
            const refused = this.#write(c, "issues", "pull-requests");
            if (refused) return refused;
            const { body } = await c.req.json<{ body: string }>();
            const comment = { id: this.comments.length + 1, issue: Number(c.req.param("number")), user: BOT, body };
            this.comments.push(comment);
            return c.json(comment, 201);
        });
        app.patch(`${repo}/issues/comments/:id`, async (c) => {
            const refused = this.#write(c, "issues", "pull-requests");
            if (refused) return refused;
            const comment = this.comments.find(({ id }) => id === Number(c.req.param("id")));
            if (!comment) return c.json({ message: "Not Found" }, 404);
            comment.body = (await c.req.json<{ body: string }>()).body;
            return c.json(comment);
        });
        app.get(`${repo}/commits/:sha/pulls`, (c) => {
            if (!this.#permissions(c)?.["pull-requests"])
                return c.json({ message: "Resource not accessible by integration" }, 403);
            const number = this.merged.get(c.req.param("sha"));
            return c.json(number === undefined ? [] : [{ number, merged_at: "2026-03-01T00:00:00Z" }]);
        });
        app.get(`${repo}/issues`, (c) => {
            const { labels = "", state } = c.req.query();
            const matching = this.issues.filter((issue) => issue.labels.includes(labels) && issue.state === state);
            return this.#page(c, matching);
        });
        app.post(`${repo}/issues`, async (c) => {
            const refused = this.#write(c, "issues");
            if (refused) return refused;
            const { title, body, labels } = await c.req.json<{ title: string; body: string; labels: string[] }>();
            const known = labels.filter((label) => this.labels.includes(label));
            const number = this.issues.length + 101;
            const issue: Issue = { number, user: BOT, title, body, labels: known, state: "open" };
            this.issues.push(issue);
            return c.json(issue, 201);
        });
        for (const [path, area, list] of [
            ["issues", "issues", this.issues],
            ["pulls", "pull-requests", this.pulls],
        ] as const)
            app.patch(`${repo}/${path}/:number`, async (c) => {
                const refused = this.#write(c, area);
                if (refused) return refused;
                const one = list.find(({ number }) => number === Number(c.req.param("number")));
                if (!one) return c.json({ message: "Not Found" }, 404);
                return c.json(Object.assign(one, await c.req.json<object>()));
            });
        app.get(`${repo}/pulls`, (c) => {
            const { head = "", state } = c.req.query();
            return this.#page(
                c,
                this.pulls.filter((pull) => `acme:${pull.head}` === head && pull.state === state),
            );
        });
        app.post(`${repo}/pulls`, async (c) => {
            const refused = this.#write(c, "pull-requests");
            if (refused) return refused;
            const { title, body, head, base } = await c.req.json<PullRequest>();
            const pull: PullRequest = { number: this.pulls.length + 501, title, body, head, base, state: "open" };
            this.pulls.push(pull);
            return c.json(pull, 201);
        });
        app.get(`${repo}/labels/:name`, (c) => {
            const name = c.req.param("name");
            return this.labels.includes(name) ? c.json({ name }) : c.json({ message: "Not Found" }, 404);
        });
        app.post(`${repo}/labels`, async (c) => {
            const refused = this.#write(c, "issues");
            if (refused) return refused;
            const { name } = await c.req.json<{ name: string }>();
            this.labels.push(name);
            return c.json({ name }, 201);
        });
        app.get(`${repo}/commits/heads/:branch`, (c) => {
            const sha = this.branches.get(c.req.param("branch"));
            if (!this.#permissions(c)?.contents)
                return c.json({ message: "Resource not accessible by integration" }, 403);
            return sha ? c.json({ sha }) : c.json({ message: "Not Found" }, 404);
        });
        return app;
    }

    #permissions(c: Context): Permissions | undefined {
        return this.#tokens.get(c.req.header("authorization")?.replace("token ", "") ?? "");
    }

    /** An error response unless the token may write one of these areas. */
    #write(c: Context, ...areas: string[]): Response | undefined {
        const permissions = this.#permissions(c);
        if (!permissions) return c.json({ message: "Bad credentials" }, 401);
        if (!areas.some((area) => permissions[area] === "write")) {
            return c.json({ message: "Resource not accessible by integration" }, 403);
        }
        this.writes.push(`${c.req.method} ${new URL(c.req.url).pathname.replace("/repos/acme/access", "")}`);
        return undefined;
    }

    #page(c: Context, all: readonly object[]): Response {
        if (!this.#permissions(c)) return c.json({ message: "Bad credentials" }, 401);
        const page = Number(c.req.query("page") ?? 1);
        const url = new URL(c.req.url);
        url.searchParams.set("page", String(page + 1));
        const headers = all.length > page * PAGE ? { link: `<${url.href}>; rel="next"` } : undefined;
        return c.json(all.slice((page - 1) * PAGE, page * PAGE), 200, headers);
    }
}
