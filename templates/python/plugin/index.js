// `pulumi install` installs the package that contains the plugin, and a compiler for the tsconfig.json of TypeScript programs.
require("./node_modules/pulumi-access-governance/dist/plugin/main.js");
