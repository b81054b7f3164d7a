// gitlab-ci-local itself. Its first file runs when it is loaded, and ends the process: so it is loaded anew each time.
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
