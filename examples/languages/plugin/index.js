// `pulumi install` installs the package that holds the plugin, and a compiler that reads the tsconfig.json of programs in TypeScript.
require("./node_modules/pulumi-access-governance/dist/plugin/main.js");
