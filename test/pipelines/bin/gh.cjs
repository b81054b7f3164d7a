// Stand-in for `gh api` with the features that the pipelines use. It calls the server at GITHUB_API_URL and rejects anything else.
//
// The real command was tested too: gh 2.60.0, built from source, with GH_HOST=github.localhost and HTTP_PROXY set to the
// same server, passed all of github.test.ts with the same results. Set REAL_GH to repeat this (see workflow.ts).
const { readFileSync } = require("node:fs");
const { parseArgs } = require("node:util");
const jq = require("jq-wasm");

const options = {
    method: { type: "string", short: "X" },
    field: { type: "string", short: "F", multiple: true, default: [] },
    "raw-field": { type: "string", short: "f", multiple: true, default: [] },
    jq: { type: "string", short: "q" },
    paginate: { type: "boolean" },
    silent: { type: "boolean" },
};

exports.main = async (args) => {
    try {
        const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
        await call(values, positionals);
        return 0;
    } catch (error) {
        console.error(error.message);
        return 1;
    }
};

async function call(flags, [command, path, ...more]) {
    if (command !== "api" || !path)
        throw new Error(`this stand-in for gh knows \`gh api PATH\`, not \`gh ${[command, path, ...more].join(" ")}\``);
    const body = {};
    for (const field of flags["raw-field"]) give(body, field, (text) => text);
    for (const field of flags.field)
        give(body, field, (text) => (text[0] === "@" ? readFileSync(text.slice(1), "utf8") : JSON.parse(text)));
    const hasBody = Object.keys(body).length > 0;
    let url = `${process.env.GITHUB_API_URL}/${path.replace(/^\//, "")}`;
    while (url) {
        const response = await fetch(url, {
            method: flags.method ?? (hasBody ? "POST" : "GET"),
            headers: { authorization: `token ${process.env.GH_TOKEN ?? ""}` },
            ...(hasBody && { body: JSON.stringify(body) }),
        });
        const text = await response.text();
        if (!response.ok) throw new Error(`gh: ${JSON.parse(text).message} (HTTP ${response.status})`);
        if (!flags.silent) process.stdout.write(flags.jq ? await filtered(text, flags.jq) : text);
        const next = /<([^>]+)>; rel="next"/.exec(response.headers.get("link") ?? "");
        url = flags.paginate && next ? next[1] : undefined;
    }
}

function give(body, field, read) {
    const [, key, list, text] = /^([^=[]+)(\[\])?=(.*)$/s.exec(field);
    const value = read(text);
    body[key] = list ? [...(body[key] ?? []), value] : value;
}

async function filtered(text, filter) {
    const lines = await jq.raw(text, filter, ["-r"]);
    return lines === "" ? "" : `${lines}\n`;
}
