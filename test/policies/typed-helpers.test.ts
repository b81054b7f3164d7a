/** Pulumi's typed helpers judge exactly the resources of each class, whether a TypeScript program or the plugin declares them. */
import { join } from "node:path";
import type { Policies } from "@pulumi/policy";
import * as server from "@pulumi/policy/server.js";
import * as messages from "@pulumi/pulumi/proto/analyzer_pb.js";
import { Struct } from "google-protobuf/google/protobuf/struct_pb.js";
import { describe, expect, test } from "vitest";
import { componentType, pluginType, pulumiType } from "../../src/common/pulumi-type.js";
import * as access from "../../src/index.js";
import { openStack } from "../../src/local/engine/open-stack.js";
import { findPulumi } from "../../src/local/engine/pulumi.js";
import { kinds } from "../../src/resources/kinds.js";
import { resourceClasses, typedPolicies } from "../programs/typed-policies/policies.js";
import { World } from "../proofs/conformance/world.js";

const kindNames = kinds.map(({ name }) => name);
const classNames = resourceClasses(access).map(([name]) => name);
const PROVIDERS = ["pulumi:providers:pulumi-nodejs", "pulumi:providers:access-governance"];
const typesOf = (name: string): readonly string[] => {
    if (name === "Provider") return PROVIDERS;
    return kindNames.includes(name) ? [pulumiType(name), pluginType(name)] : [componentType(name)];
};
const OTHER_TYPES = ["pulumi:pulumi:Stack", "pulumi-nodejs:dynamic:Resource", "aws:iam/group:Group", "Group", ""];
const allTypes = [...classNames.flatMap(typesOf), ...OTHER_TYPES];
const resourceHelpers = [
    "validateResourceOfType",
    "validateRemediateResourceOfType",
    "remediateResourceOfType",
    "isType",
    "asType",
];
const stackHelpers = ["validateStackResourcesOfType", "asType-of-a-stack"];

/** What a helper judged: the class of the policy, the helper, and the resource. */
type Judgement = readonly [className: string, helper: string, resource: string];
const sorted = (all: readonly Judgement[]): string[] => all.map((one) => one.join(" ")).sort();

describe("the policy server", () => {
    const judged = async (isForbidden: (props: object) => boolean): Promise<Judgement[]> => {
        const policies = typedPolicies(access, isForbidden) as Policies;
        const found: Judgement[] = [];
        const note = (policy: string, resource: string): void => {
            const [className = "", ...helper] = policy.split("-");
            found.push([className, helper.join("-"), resource]);
        };
        for (const type of allTypes) {
            const request = new messages.AnalyzeRequest();
            const response = await served<messages.AnalyzeResponse>(
                "makeAnalyzeRpcFun",
                policies,
                filled(request, type),
            );
            for (const one of response.getDiagnosticsList()) note(one.getPolicyname(), type);
            const remediated = await served<messages.RemediateResponse>(
                "makeRemediateRpcFun",
                policies,
                filled(new messages.AnalyzeRequest(), type),
            );
            for (const one of remediated.getRemediationsList()) note(one.getPolicyname(), type);
        }
        const stack = new messages.AnalyzeStackRequest();
        stack.setResourcesList(allTypes.map((type) => filled(new messages.AnalyzerResource(), type)));
        const response = await served<messages.AnalyzeResponse>("makeAnalyzeStackRpcFun", policies, stack);
        for (const one of response.getDiagnosticsList()) note(one.getPolicyname(), one.getUrn().slice("urn:".length));
        return found;
    };

    test("gives every helper the resources of its class, and no others", async () => {
        const expected = classNames.flatMap((name) =>
            [...resourceHelpers, ...stackHelpers].flatMap((helper) =>
                typesOf(name).map((type): Judgement => [name, helper, type]),
            ),
        );
        expect(classNames).toEqual(expect.arrayContaining([...kindNames, "AccessTeam", "Provider"]));
        expect(sorted(await judged((props) => "name" in props))).toEqual(sorted(expected));
    });

    test("reports nothing if no resource violates a policy", async () => {
        expect(await judged((props) => "colour" in props)).toEqual([]);
    });
});

test.each(resourceClasses(access))("%s recognizes the resources of its own type", (name, one) => {
    const isInstance: unknown = Reflect.get(one, "isInstance");
    if (typeof isInstance !== "function") throw new Error(`${name} has no isInstance`);
    const accepted = allTypes.filter((__pulumiType) => isInstance({ __pulumiType }));
    expect(accepted).toEqual(typesOf(name));
    for (const other of [undefined, null, "Group", {}, { __pulumiType: 1 }, { __pulumiCustomResource: true }])
        expect(isInstance(other)).toBe(false);
});

// Only the Pulumi CLI runs policy packs.
describe.skipIf(!findPulumi(false)).each(["dynamic", "plugin"])(
    "a preview of the %s form",
    { timeout: 300_000 },
    (form) => {
        test("is judged by every typed helper for every class", async () => {
            const world = await World.start();
            const preview = async (forbidden: readonly string[]) => {
                const stack = await openStack({
                    program: join(__dirname, "../programs/every-class"),
                    engine: "pulumi",
                    config: {
                        "access-governance:url": world.service.url,
                        "access-governance:token": { secret: world.service.token },
                        "all-kinds:channel": world.channelIds[0] ?? "",
                        "all-kinds:schedule": world.scheduleIds[0] ?? "",
                        "every-class:app": world.appId,
                        "every-class:user": world.userIds[0] ?? "",
                        "every-class:case": "examples",
                        "every-class:form": form,
                    },
                    env: {
                        PULUMI_OPTION_POLICY_PACK: join(__dirname, "../programs/typed-policies"),
                        FORBIDDEN_PROPERTIES: forbidden.join(),
                        ACCESS_GOVERNANCE_URL: world.service.url,
                        ACCESS_GOVERNANCE_TOKEN: world.service.token,
                        OPAL_AUTH_TOKEN: "",
                    },
                });
                const run = await stack.preview();
                await stack.close();
                return run;
            };
            try {
                const complying = await preview(["colour"]);
                expect(complying.exitCode, complying.output).toBe(0);
                expect(judgedIn(complying.output)).toEqual([]);

                const settings = ["url", "access-governance:url"];
                const outputs = ["ownerId", "groupId", "bundleId", "campaignId"];
                const run = await preview([
                    ...kinds.flatMap(({ fields }) => Object.keys(fields)),
                    ...settings,
                    ...outputs,
                ]);
                expect(run.exitCode, run.output).not.toBe(0);
                const resources = [...new Set(run.steps.map(({ type, name }) => `${type}: ${name}`))];
                const expected = classNames.flatMap((className) => {
                    const own = resources.filter((one) =>
                        typesOf(className).some((type) => one.startsWith(`${type}: `)),
                    );
                    expect(own, className).not.toEqual([]);
                    const helpers = [...resourceHelpers, ...stackHelpers].filter((one) => !one.startsWith("remediate"));
                    return helpers.flatMap((helper) => own.map((one): Judgement => [className, helper, one]));
                });
                expect(sorted(judgedIn(run.output))).toEqual(sorted(expected));
                const remediated = [...run.output.matchAll(/\[remediate\] +(\w+)-/g)].map(([, name = ""]) => name);
                expect(remediated.sort()).toEqual([...classNames].sort());
            } finally {
                await world.close();
            }
        });
    },
);

/** Returns what the CLI reports. */
function judgedIn(output: string): Judgement[] {
    return [...output.matchAll(/\[mandatory\] +(\w+)-([\w-]+) +\((.+)\)$/gm)].map(
        ([, className = "", helper = "", resource = ""]): Judgement => [className, helper, resource],
    );
}

/** Fills a resource of the policy protocol with a name and a type. */
function filled<Message extends messages.AnalyzeRequest | messages.AnalyzerResource>(message: Message, type: string) {
    const options = new messages.AnalyzerResourceOptions();
    options.setCustomtimeouts(new messages.AnalyzerResourceOptions.CustomTimeouts());
    message.setType(type);
    message.setName("one");
    message.setUrn(`urn:${type}`);
    message.setProperties(Struct.fromJavaScript({ name: "One" }));
    message.setOptions(options);
    return message;
}

/** Calls a function of Pulumi's policy server. The type declarations of the package omit these functions. */
function served<Response>(make: string, policies: Policies, request: object): Promise<Response> {
    const handler = Reflect.get(server, make)("pack", "0.1.0", "mandatory", policies);
    return new Promise((resolve, reject) =>
        handler({ request }, (error: Error | null, response: Response) => (error ? reject(error) : resolve(response))),
    );
}
