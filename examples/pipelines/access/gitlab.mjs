// node gitlab.mjs note         writes ACCESS_REPORT to a note on the merge request: one for each stack, updated on later runs
// node gitlab.mjs merged       the same for the merge request that merged the commit, if there is one
// node gitlab.mjs drift CODE   maintains one open issue for each stack with drift or, with ACCESS_DRIFT=accept, a merge request
//                              with the edits of drift.sh. CODE is the exit code of drift.sh: 7 opens or updates it, 0 closes
//                              it, any other changes nothing
// All do nothing unless GITLAB_TOKEN is set to a project access token with the scope api. A job token cannot write notes or issues.
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
        throw new Error(`GitLab returned ${response.status} to ${method} ${new URL(url).pathname}${hint}.`);
    }
    return response;
}

/** Returns the first entry of a paginated list that the token's user wrote and that begins with the marker line. */
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
    else console.log("This commit has no merge request, so the report is only an artifact of the job.");
}

async function drift(report, marker, code) {
    const stack = marker.replace(/^.*?: | -->$/g, "");
    const accepting = process.env.ACCESS_DRIFT === "accept" ? await accept(report, stack, code) : undefined;
    await issue(report, marker, stack, code, accepting);
}

/** Returns the address of the merge request if it is open afterwards. */
async function accept(report, stack, code) {
    const requests = `${project}/merge_requests`;
    const branch = execFileSync(join(import.meta.dirname, "drift-branch.sh"), [stack], { encoding: "utf8" }).trim();
    const query = new URLSearchParams({ state: "opened", source_branch: branch });
    // A fork can have a branch with the same name.
    const opened = await (await call("GET", `${requests}?${query}&per_page=100`)).json();
    const found = opened.find(({ source_project_id: source }) => String(source) === CI_PROJECT_ID);
    if (code !== "7" || git("branch", "--list", branch) === "") {
        const body =
            code === "7" ? "None of the remaining drift can be accepted." : "The service matches the repository again.";
        if (found) await close(`${requests}/${found.iid}`, body, `Merge request !${found.iid}`);
        return undefined;
    }
    const env = { ...process.env, PUSH_TOKEN: GITLAB_TOKEN, KEEP_OTHERS: found ? "yes" : "" };
    const script = join(import.meta.dirname, "push-branch.sh");
    const { status } = spawnSync(script, [`${CI_SERVER_URL}/${CI_PROJECT_PATH}.git`, "oauth2", branch], {
        env,
        stdio: "inherit",
    });
    // The branch has a commit by someone else, so it does not contain the edits that the report describes.
    if (status === 3) return found.web_url;
    if (status !== 0) throw new Error(`Could not push the branch ${branch}.`);
    const title = `Accept drift of access: ${stack}`;
    const given = { title, source_branch: branch, target_branch: CI_DEFAULT_BRANCH, description: report };
    const answer = await (found
        ? call("PUT", `${requests}/${found.iid}`, { description: report })
        : call("POST", requests, given));
    const { iid, web_url: address } = await answer.json();
    console.log(`Merge request !${iid} accepts the drift.`);
    return address;
}

/** @param accepting the address of the merge request that accepts the drift, if any */
async function issue(report, marker, stack, code, accepting) {
    const issues = `${project}/issues`;
    const found = await find(`${issues}?labels=${LABEL}&state=opened`, (entry) => entry.description, marker);
    // A merge request cannot accept what nobody declares.
    const isUndeclared = report.split("\n", 2)[1] === "<!-- access-governance undeclared -->";
    const isOpen = code === "7" && (accepting === undefined || isUndeclared);
    if (isOpen && found) {
        await call("PUT", `${issues}/${found.iid}`, { description: report });
        console.log(`Issue #${found.iid} now shows the current drift.`);
    } else if (isOpen) {
        const title = `Access has drifted: ${stack}`;
        const opened = await (await call("POST", issues, { title, description: report, labels: LABEL })).json();
        console.log(`Issue #${opened.iid} is open and shows the drift.`);
    } else if (found) {
        const because = accepting
            ? `A merge request reports the drift: ${accepting}`
            : `The service matches the repository again. ${CI_JOB_URL}`;
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
    if (!existsSync(file)) return console.log("No report to publish.");
    const report = readFileSync(file, "utf8");
    const [marker] = report.split("\n", 1);
    await { note, merged, drift }[what](report, marker, code);
}

main(...process.argv.slice(2)).catch((error) => {
    console.error(`error: ${error.message}`);
    process.exitCode = 1;
});
