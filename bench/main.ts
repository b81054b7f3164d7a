/**
 * `npm run bench -- [calls|service] [options]`: `calls`, the default, counts the calls that a program costs; `service` measures how fast
 * the local service answers.
 */
// Loaded by require: an import of this kind would not find a .ts file by the name of its .js.
const BENCHES = {
    calls: () => require("./calls.js"),
    service: () => require("./service.js"),
};

const [name = ""] = process.argv.slice(2);
const named = isBench(name);
if (!named && name !== "" && !name.startsWith("-")) {
    console.error(`There is no bench ${name}: it must be ${Object.keys(BENCHES).join(" or ")}.`);
    process.exitCode = 2;
} else {
    // What is left are the options of the bench.
    if (named) process.argv.splice(2, 1);
    BENCHES[named ? name : "calls"]();
}

function isBench(text: string): text is keyof typeof BENCHES {
    return Object.hasOwn(BENCHES, text);
}
