// `pulumi install` installs the package that holds the plugin.
require("./node_modules/pulumi-access-governance/dist/plugin/main.js");
