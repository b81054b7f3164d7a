exports.main = require("../../../dist/cli/command-line.js").run;
