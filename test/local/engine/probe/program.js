// Declares the resources that PROBE_FOLDER/program.json lists. It is JavaScript because a scenario of four
// commands would otherwise spend most of its time in the TypeScript compiler.

const fs = require("node:fs");
const path = require("node:path");
const pulumi = require("@pulumi/pulumi");

const {
    resources,
    exports: exported = {},
    prints = {},
} = JSON.parse(fs.readFileSync(path.join(process.env.PROBE_FOLDER, "program.json"), "utf8"));
if (prints.out) console.log(prints.out);
if (prints.err) console.error(prints.err);

const config = new pulumi.Config("probe");
const made = new Map();

class Declared extends pulumi.CustomResource {
    constructor(kind, name, args, options) {
        super(
            `pulumi-nodejs:dynamic/probe:${kind}`,
            name,
            { ...args, __named: name, __provider: `exports.handler = () => require("./provider.js").kind("${kind}")` },
            options,
        );
        this.kind = kind;
    }
}

class Folder extends pulumi.ComponentResource {
    constructor(name, options) {
        super("probe:index:Folder", name, {}, options);
        this.registerOutputs({});
    }
}

class Provider extends pulumi.ProviderResource {
    constructor(name, args, options) {
        super("pulumi-nodejs", name, args, options);
    }
}

// {$from: reference, output: "size"} is an output of another stack,
// {$ref: name, output: "size"} is another resource's output ("id" and "urn" too), {$config: key}, {$secretConfig: key}.
function value(from) {
    if (Array.isArray(from)) return from.map(value);
    if (from === null || typeof from !== "object") return from;
    if ("$ref" in from) return find(from.$ref)[from.output ?? "id"];
    if ("$from" in from) return find(from.$from).getOutput(from.output);
    if ("$config" in from) return config.require(from.$config);
    if ("$secretConfig" in from) return config.requireSecret(from.$secretConfig);
    if ("$secret" in from) return pulumi.secret(value(from.$secret));
    if ("$apply" in from) return pulumi.output(value(from.$apply)).apply((text) => `${from.prefix ?? ""}${text}`);
    return Object.fromEntries(Object.entries(from).map(([key, inner]) => [key, value(inner)]));
}

function find(name) {
    const resource = made.get(name);
    // A RunError is printed without its stack; on Node 20.20.2 printing a stack through node_modules never ends.
    if (!resource) throw new pulumi.RunError(`no resource ${name} before this one`);
    return resource;
}

function options({ parent, provider, dependsOn, deletedWith, aliases, ...rest }) {
    return {
        ...rest,
        ...(parent && { parent: find(parent) }),
        ...(provider && { provider: find(provider) }),
        ...(deletedWith && { deletedWith: find(deletedWith) }),
        ...(dependsOn && { dependsOn: dependsOn.map(find) }),
        ...(aliases && { aliases: aliases.map((name) => ({ name })) }),
    };
}

for (const { kind, name, args = {}, outputs = [], options: given = {} } of resources) {
    const opts = options(given);
    if (kind === "Folder") made.set(name, new Folder(name, opts));
    else if (kind === "Reference") made.set(name, new pulumi.StackReference(name));
    else if (kind === "Provider") made.set(name, new Provider(name, value(args), opts));
    else
        made.set(
            name,
            new Declared(
                kind,
                name,
                { ...Object.fromEntries(outputs.map((o) => [o, undefined])), ...value(args) },
                opts,
            ),
        );
}

module.exports = value(exported);
