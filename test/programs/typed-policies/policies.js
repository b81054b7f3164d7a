const policy = require("@pulumi/policy");
const pulumi = require("@pulumi/pulumi");

/** Returns the resource classes of the package, by name. */
function resourceClasses(access) {
    return Object.entries(access).filter(([, one]) => Object.prototype.isPrototypeOf.call(pulumi.Resource, one));
}

/** Returns a policy for each class and each of Pulumi's typed helpers, which reports or remediates what `isForbidden` says. */
function typedPolicies(access, isForbidden) {
    return resourceClasses(access).flatMap(([name, one]) => {
        const judge = (props, _, report) => (isForbidden(props) ? report("forbidden") : undefined);
        const common = { description: `Judges every ${name}.`, enforcementLevel: "mandatory" };
        const helpers = {
            validateResourceOfType: { validateResource: policy.validateResourceOfType(one, judge) },
            validateRemediateResourceOfType: policy.validateRemediateResourceOfType(one, judge),
            remediateResourceOfType: {
                enforcementLevel: "remediate",
                remediateResource: policy.remediateResourceOfType(one, (props) =>
                    isForbidden(props) ? props : undefined,
                ),
            },
            isType: {
                validateResource: (args, report) => (args.isType(one) ? judge(args.props, args, report) : undefined),
            },
            asType: {
                validateResource: (args, report) => {
                    const props = args.asType(one);
                    if (props) judge(props, args, report);
                },
            },
            validateStackResourcesOfType: {
                validateStack: policy.validateStackResourcesOfType(one, (all, { resources }, report) => {
                    for (const [index, props] of all.entries())
                        judge(props, undefined, (message) => report(message, resources[index].urn));
                }),
            },
            "asType of a stack": {
                validateStack: ({ resources }, report) => {
                    for (const resource of resources) {
                        const props = resource.asType(one);
                        if (props) judge(props, undefined, (message) => report(message, resource.urn));
                    }
                },
            },
        };
        return Object.entries(helpers).map(([helper, parts]) => ({
            ...common,
            ...parts,
            name: `${name}-${helper.replaceAll(" ", "-")}`,
        }));
    });
}

module.exports = { resourceClasses, typedPolicies };
