// Runs gitlab-ci-local. Its main file runs when it is loaded and exits the process, so it must be reloaded for each run.
const { join } = require("node:path");
const { pathToFileURL } = require("node:url");

const program = join(__dirname, "../../../node_modules/gitlab-ci-local/src/index.js");
let runs = 0;

exports.main = async (args) => {
    process.argv = [process.execPath, program, ...args];
    runs += 1;
    await import(`${pathToFileURL(program).href}?run=${runs}`);
    return new Promise(() => {});
};
