// node gitlab.mjs note         puts ACCESS_REPORT into a note of the merge request: one for each stack, which is updated
// node gitlab.mjs merged       the same for the merge request that brought the commit, if one did
// node gitlab.mjs drift CODE   keeps one open issue for each stack that has drifted, or, with the edits that drift.sh made
//                              (ACCESS_DRIFT=accept), a merge request; CODE is that of drift.sh: 7 opens or updates it, 0 closes
//                              it, any other leaves all as it is
// They do nothing unless GITLAB_TOKEN is set: a project access token with the scope api, since the token of a job may do neither.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const LABEL = "access-drift";
const {
    GITLAB_TOKEN,
    CI_API_V4_URL,
    CI_PROJECT_ID,
    CI_MERGE_REQUEST_IID,
    CI_COMMIT_SHA,
    CI_DEFAULT_BRANCH,
    CI_JOB_URL = "",
    CI_PROJECT_PATH,
    CI_SERVER_URL,
} = process.env;
const project = `${CI_API_V4_URL}/projects/${CI_PROJECT_ID}`;

async function call(method, url, body) {
    const response = await fetch(url, {
        method,
        headers: { "private-token": GITLAB_TOKEN, "content-type": "application/json" },
        ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) {
        const hint = [401, 403].includes(response.status) ? ": GITLAB_TOKEN must have the scope api" : "";
        throw new Error(`GitLab answered ${response.status} to ${method} ${new URL(url).pathname}${hint}.`);
    }
    return response;
}

/** The first of a list, page by page, that the token's own user wrote under this first line. */
async function find(url, textOf, marker) {
    const me = await (await call("GET", `${CI_API_V4_URL}/user`)).json();
    for (let page = "1"; page; ) {
        const response = await call("GET", `${url}&per_page=100&page=${page}`);
        const found = (await response.json()).find(
            (entry) => entry.author.id === me.id && textOf(entry)?.split(/\r?\n/, 1)[0] === marker,
        );
        if (found) return found;
        page = response.headers.get("x-next-page");
    }
    return undefined;
}

async function note(report, marker, _, iid = CI_MERGE_REQUEST_IID) {
    const notes = `${project}/merge_requests/${iid}/notes`;
    const found = await find(`${notes}?sort=asc`, (entry) => entry.body, marker);
    await (found ? call("PUT", `${notes}/${found.id}`, { body: report }) : call("POST", notes, { body: report }));
}

async function merged(report, marker) {
    const response = await call("GET", `${project}/repository/commits/${CI_COMMIT_SHA}/merge_requests`);
    const request = (await response.json()).find(({ state }) => state === "merged");
    if (request) await note(report, marker, undefined, request.iid);
    else console.log("No merge request brought this commit: the report is an artifact of the job alone.");
}

async function drift(report, marker, code) {
    const stack = marker.replace(/^.*?: | -->$/g, "");
    const accepting = process.env.ACCESS_DRIFT === "accept" ? await accept(report, stack, code) : undefined;
    await issue(report, marker, stack, code, accepting);
}

/** Answers with the address of the merge request, if one is open then. */
async function accept(report, stack, code) {
    const requests = `${project}/merge_requests`;
    const branch = execFileSync(join(import.meta.dirname, "drift-branch.sh"), [stack], { encoding: "utf8" }).trim();
    const query = new URLSearchParams({ state: "opened", source_branch: branch });
    // A fork may have a branch of the same name.
    const opened = await (await call("GET", `${requests}?${query}&per_page=100`)).json();
    const found = opened.find(({ source_project_id: source }) => String(source) === CI_PROJECT_ID);
    if (code !== "7" || git("branch", "--list", branch) === "") {
        const body =
            code === "7"
                ? "Nothing of what differs can be accepted any more."
                : "The service is as the repository says again.";
        if (found) await close(`${requests}/${found.iid}`, body, `Merge request !${found.iid}`);
        return undefined;
    }
    const env = { ...process.env, PUSH_TOKEN: GITLAB_TOKEN, KEEP_OTHERS: found ? "yes" : "" };
    const script = join(import.meta.dirname, "push-branch.sh");
    const { status } = spawnSync(script, [`${CI_SERVER_URL}/${CI_PROJECT_PATH}.git`, "oauth2", branch], {
        env,
        stdio: "inherit",
    });
    // The report is about edits that the branch of a person does not have.
    if (status === 3) return found.web_url;
    if (status !== 0) throw new Error(`The branch ${branch} could not be pushed.`);
    const title = `Accept drift of access: ${stack}`;
    const given = { title, source_branch: branch, target_branch: CI_DEFAULT_BRANCH, description: report };
    const answer = await (found
        ? call("PUT", `${requests}/${found.iid}`, { description: report })
        : call("POST", requests, given));
    const { iid, web_url: address } = await answer.json();
    console.log(`Merge request !${iid} accepts what differs.`);
    return address;
}

/** @param accepting the address of a merge request that says what differs */
async function issue(report, marker, stack, code, accepting) {
    const issues = `${project}/issues`;
    const found = await find(`${issues}?labels=${LABEL}&state=opened`, (entry) => entry.description, marker);
    const isOpen = code === "7" && accepting === undefined;
    if (isOpen && found) {
        await call("PUT", `${issues}/${found.iid}`, { description: report });
        console.log(`Issue #${found.iid} says what differs now.`);
    } else if (isOpen) {
        const title = `Access has drifted: ${stack}`;
        const opened = await (await call("POST", issues, { title, description: report, labels: LABEL })).json();
        console.log(`Issue #${opened.iid} is open and says what differs.`);
    } else if (found) {
        const because = accepting
            ? `A merge request says what differs: ${accepting}`
            : `The service is as the repository says again. ${CI_JOB_URL}`;
        await close(`${issues}/${found.iid}`, because.trim(), `Issue #${found.iid}`);
    }
}

async function close(url, body, what) {
    await call("POST", `${url}/notes`, { body });
    await call("PUT", url, { state_event: "close" });
    console.log(`${what} is closed.`);
}

function git(...args) {
    return execFileSync("git", args, { encoding: "utf8" }).trim();
}

async function main(what, code) {
    const file = process.env.ACCESS_REPORT || "access-report.md";
    if (what === "drift" && code !== "0" && code !== "7") return;
    if (!GITLAB_TOKEN)
        return console.log(`GITLAB_TOKEN is not set: no ${what === "drift" ? "issue" : "note"} is written.`);
    if (!existsSync(file)) return console.log("There is no report to show.");
    const report = readFileSync(file, "utf8");
    const [marker] = report.split("\n", 1);
    await { note, merged, drift }[what](report, marker, code);
}

main(...process.argv.slice(2)).catch((error) => {
    console.error(`error: ${error.message}`);
    process.exitCode = 1;
});
