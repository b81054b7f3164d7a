// node gitlab.mjs note         puts ACCESS_REPORT into a note of the merge request: one for each stack, which is updated
// node gitlab.mjs merged       the same for the merge request that brought the commit, if one did
// node gitlab.mjs issue CODE   keeps one open issue for each stack that has drifted; CODE is that of drift.sh: 7 opens or updates
//                              it, 0 closes it, any other leaves all as it is
// They do nothing unless GITLAB_TOKEN is set: a project access token with the scope api, since the token of a job may do neither.
import { existsSync, readFileSync } from "node:fs";

const LABEL = "access-drift";
const {
    GITLAB_TOKEN,
    CI_API_V4_URL,
    CI_PROJECT_ID,
    CI_MERGE_REQUEST_IID,
    CI_COMMIT_SHA,
    CI_JOB_URL = "",
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

async function issue(report, marker, code) {
    const issues = `${project}/issues`;
    const found = await find(`${issues}?labels=${LABEL}&state=opened`, (entry) => entry.description, marker);
    if (code === "7" && found) {
        await call("PUT", `${issues}/${found.iid}`, { description: report });
        console.log(`Issue #${found.iid} says what differs now.`);
    } else if (code === "7") {
        const stack = marker.replace(/^.*?: | -->$/g, "");
        const title = `Access has drifted: ${stack}`;
        const opened = await (await call("POST", issues, { title, description: report, labels: LABEL })).json();
        console.log(`Issue #${opened.iid} is open and says what differs.`);
    } else if (found) {
        const body = `The service is as the repository says again. ${CI_JOB_URL}`.trim();
        await call("POST", `${issues}/${found.iid}/notes`, { body });
        await call("PUT", `${issues}/${found.iid}`, { state_event: "close" });
        console.log(`Issue #${found.iid} is closed.`);
    }
}

async function main(what, code) {
    const file = process.env.ACCESS_REPORT || "access-report.md";
    if (what === "issue" && code !== "0" && code !== "7") return;
    if (!GITLAB_TOKEN)
        return console.log(`GITLAB_TOKEN is not set: no ${what === "issue" ? what : "note"} is written.`);
    if (!existsSync(file)) return console.log("There is no report to show.");
    const report = readFileSync(file, "utf8");
    const [marker] = report.split("\n", 1);
    await { note, merged, issue }[what](report, marker, code);
}

main(...process.argv.slice(2)).catch((error) => {
    console.error(`error: ${error.message}`);
    process.exitCode = 1;
});
