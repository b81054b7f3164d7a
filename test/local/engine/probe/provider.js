// A provider that returns results from PROBE_FOLDER/world.json and writes each call with its result to PROBE_FOLDER/calls.jsonl.
// A scenario changes the world between commands, outside the program, or puts a prepared answer in `answers`.

const { randomUUID } = require("node:crypto");
const fs = require("node:fs");
const path = require("node:path");

const folder = process.env.PROBE_FOLDER;
const worldFile = path.join(folder, "world.json");
const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

const readWorld = () => JSON.parse(fs.readFileSync(worldFile, "utf8"));
// Two processes of a scenario may use the file at the same time, so it is never half written.
const writeWorld = (world) => {
    fs.writeFileSync(`${worldFile}.${process.pid}`, JSON.stringify(world, null, 2));
    fs.renameSync(`${worldFile}.${process.pid}`, worldFile);
};
// The local engine runs one provider after the other in one process.
const pid = randomUUID();
const log = (line) => fs.appendFileSync(path.join(folder, "calls.jsonl"), `${JSON.stringify({ pid, ...line })}\n`);

// For each kind: the property with its name, the other properties that are compared, and those that only the service sets.
const KINDS = {
    Entity: {
        key: ["name"],
        fields: ["title", "colour", "secretNote", "list"],
        computed: (given) => ({ size: String(given.title ?? "").length }),
    },
    Facet: { key: ["entity"], fields: ["text"], computed: () => ({}) },
    Edge: { key: ["from", "to"], fields: ["level"], computed: () => ({}) },
};

const same = (a, b) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
const pick = (from, keys) =>
    Object.fromEntries(keys.filter((key) => from[key] !== undefined).map((key) => [key, from[key]]));

function behaviour(kindName) {
    const { key, fields, computed } = KINDS[kindName];
    const all = [...key, ...fields];
    const idOf = (given) => `${kindName}:${key.map((k) => given[k]).join("+")}`;
    const outputs = (object) => ({ ...object, ...computed(object) });
    const hidden = (given) =>
        Object.fromEntries(Object.entries(given).filter(([k]) => k.startsWith("__") && k !== "__provider"));
    return {
        configure() {},
        check(_olds, news) {
            return { inputs: news };
        },
        diff(id, olds, news) {
            const live = readWorld().objects[id];
            if (!live) {
                console.error(`${id} is gone`);
                return { changes: true, replaces: [key[0]], deleteBeforeReplace: true };
            }
            for (const field of all.filter((k) => news[k] !== undefined && !same(live[k], olds[k])))
                console.error(`${id} ${field} was changed outside`);
            const replaces = key.filter((k) => !same(live[k], news[k]));
            const changed = fields.filter((k) => news[k] !== undefined && !same(live[k], news[k]));
            return {
                changes: replaces.length + changed.length > 0,
                replaces,
                deleteBeforeReplace: news.deleteFirst === true,
            };
        },
        create(given) {
            const world = readWorld();
            const base = idOf(given);
            world.made[base] = (world.made[base] ?? 0) + 1;
            const id = world.made[base] === 1 ? base : `${base}#${world.made[base]}`;
            world.objects[id] = pick(given, all);
            writeWorld(world);
            return { id, outs: { ...outputs(world.objects[id]), ...hidden(given) } };
        },
        read(id, props) {
            const live = readWorld().objects[id];
            if (!live) return { id: "", props: {} };
            return {
                id,
                props: { ...outputs(live), ...hidden(props) },
                inputs: {
                    ...pick(
                        live,
                        all.filter((k) => props[k] !== undefined),
                    ),
                    ...hidden(props),
                },
            };
        },
        update(id, _olds, news) {
            const world = readWorld();
            world.objects[id] = { ...world.objects[id], ...pick(news, all) };
            writeWorld(world);
            return { outs: { ...outputs(world.objects[id]), ...hidden(news) } };
        },
        delete(id) {
            const world = readWorld();
            delete world.objects[id];
            writeWorld(world);
        },
    };
}

// An answer of the scenario: {kind, method, name?, waitMs?, isHeld?, throw?, returns?, apply?}. `apply` performs the normal operation first.
// The engine ends a provider with SIGINT. In the process of the local engine, the next provider runs afterwards.
const { last } = readWorld();
if (last) {
    if (!process.argv[2]?.startsWith("dns:")) process.once("SIGINT", () => process.exit());
    process.once("exit", () => console.error(last));
}

function scripted(kindName, method, given) {
    return (readWorld().answers ?? []).find(
        (answer) =>
            answer.method === method &&
            (answer.kind ?? kindName) === kindName &&
            (answer.name === undefined || given.findLast((g) => g && typeof g === "object")?.__named === answer.name),
    );
}

// The log omits __provider from props and results, because it is always the same constant.
const shown = (thing) =>
    JSON.parse(
        JSON.stringify(thing ?? null, (k, v) => (k === "__provider" ? "(provider)" : v === UNKNOWN ? "(unknown)" : v)),
    );

const seen = (config) =>
    Object.fromEntries(["probe:region", "probe:token", "region", "other:key"].map((key) => [key, config.get(key)]));

// JSON does not have undefined, so a scenario writes "(undefined)".
const withUndefined = (value) => {
    if (value === "(undefined)") return undefined;
    if (value === null || typeof value !== "object" || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withUndefined(inner)]));
};

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

// Creates a file to show that a call is running, and waits for the file that lets the call continue.
async function release() {
    fs.writeFileSync(path.join(folder, "held"), "");
    while (!fs.existsSync(path.join(folder, "released"))) await wait(20);
}

class Thrown extends Error {
    constructor(fields) {
        super(fields.message);
        Object.assign(this, fields);
        this.stack = "";
    }
}

exports.kind = (kindName) => {
    const methods = behaviour(kindName);
    const provider = {};
    for (const method of Object.keys(methods)) {
        provider[method] = async (...given) => {
            const named =
                method === "configure"
                    ? { config: seen(given[0].config) }
                    : method === "check"
                      ? { olds: given[0], news: given[1] }
                      : method === "create"
                        ? { props: given[0] }
                        : method === "read" || method === "delete"
                          ? { id: given[0], props: given[1] }
                          : { id: given[0], olds: given[1], news: given[2] };
            // The arguments before the call, because the SDK writes __provider into the result of check.
            const name = (named.news ?? named.props)?.__named;
            const entry = { kind: kindName, name, method, args: shown(named) };
            const answer = scripted(kindName, method, given);
            if (answer?.waitMs) await wait(answer.waitMs);
            if (answer?.isHeld) await release();
            try {
                const acts = !answer || answer.apply || !("returns" in answer || "throw" in answer);
                const normal = acts ? methods[method](...given) : undefined;
                const result = answer && "returns" in answer ? withUndefined(answer.returns) : normal;
                if (answer?.throw) {
                    const properties = answer.throw.id && {
                        ...answer.throw.properties,
                        __provider: given.at(-1)?.__provider,
                    };
                    throw new Thrown({ ...answer.throw, ...(properties && { properties }) });
                }
                log({ ...entry, result: shown(result) });
                return result;
            } catch (error) {
                log({
                    ...entry,
                    throws: shown({
                        message: error.message,
                        id: error.id,
                        properties: error.properties,
                        reasons: error.reasons,
                    }),
                });
                throw error;
            }
        };
    }
    return provider;
};
