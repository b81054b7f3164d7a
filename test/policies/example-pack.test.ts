/** Runs the policy pack in examples/policies with Pulumi's own policy server and calls it the way the engine does. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import * as grpc from "@grpc/grpc-js";
import { AnalyzerClient } from "@pulumi/pulumi/proto/analyzer_grpc_pb.js";
import * as messages from "@pulumi/pulumi/proto/analyzer_pb.js";
import { Empty } from "google-protobuf/google/protobuf/empty_pb.js";
import { Struct } from "google-protobuf/google/protobuf/struct_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { unknownValue } from "../../src/common/unknown.js";
import { rules } from "../../src/policies/rules/index.js";

const root = join(__dirname, "../..");
const TYPE = "pulumi-nodejs:dynamic/access-governance:Group";

let server: ChildProcess;
let client: AnalyzerClient;

beforeAll(async () => {
    const entry = join(root, "node_modules/@pulumi/pulumi/cmd/run-policy-pack");
    // 127.0.0.1:9 stands for the log server of the engine, which does not exist here.
    server = spawn(process.execPath, [entry, "127.0.0.1:9", join(root, "examples/policies")], {
        cwd: join(root, "examples/policies"),
        env: { ...process.env, PULUMI_NODEJS_TYPESCRIPT: "true" },
        stdio: ["ignore", "pipe", "inherit"],
    });
    if (!server.stdout) throw new Error("the server has no output");
    const [port] = await once(server.stdout, "data");
    client = new AnalyzerClient(`127.0.0.1:${String(port).trim()}`, grpc.credentials.createInsecure());
});

afterAll(() => {
    client?.close();
    server?.kill();
});

test("the pack contains every rule with its enforcement level", async () => {
    const info = await new Promise<messages.AnalyzerInfo>((resolve, reject) =>
        client.getAnalyzerInfo(new Empty(), (error, answer) => (answer ? resolve(answer) : reject(error))),
    );
    const levels = Object.fromEntries(info.getPoliciesList().map((one) => [one.getName(), one.getEnforcementlevel()]));
    expect(Object.keys(levels).sort()).toEqual(rules.map(({ name }) => name).sort());
    // The default level of this rule is advisory; the pack makes it mandatory.
    expect(levels["has-description"]).toBe(messages.EnforcementLevel.MANDATORY);
    expect(levels["owner-has-deputy"]).toBe(messages.EnforcementLevel.ADVISORY);
});

test("the pack judges only declared properties, and unknown values do not make a violation advisory", async () => {
    const given = { name: "Vault", adminOwnerId: unknownValue, description: "", visibility: unknownValue };
    const request = new messages.AnalyzeRequest();
    request.setType(TYPE);
    request.setUrn("urn:prod-vault");
    request.setName("prod-vault");
    request.setProperties(Struct.fromJavaScript(given));
    request.setOptions(options());
    const found = await new Promise<messages.AnalyzeResponse>((resolve, reject) =>
        client.analyze(request, (error, answer) => (answer ? resolve(answer) : reject(error))),
    );
    expect(violationsIn(found)).toEqual(["has-description mandatory"]);

    const resource = new messages.AnalyzerResource();
    resource.setType(TYPE);
    resource.setUrn("urn:prod-vault");
    resource.setName("prod-vault");
    // After an update, a resource has more properties than the program declares.
    resource.setProperties(Struct.fromJavaScript({ ...given, requireMfaToApprove: true }));
    resource.setOptions(options());
    const stack = new messages.AnalyzeStackRequest();
    stack.setResourcesList([resource]);
    const all = await new Promise<messages.AnalyzeResponse>((resolve, reject) =>
        client.analyzeStack(stack, (error, answer) => (answer ? resolve(answer) : reject(error))),
    );
    expect(violationsIn(all)).toEqual(["has-reviewers mandatory", "sensitive-mfa-to-approve mandatory"]);
});

function options(): messages.AnalyzerResourceOptions {
    const options = new messages.AnalyzerResourceOptions();
    options.setCustomtimeouts(new messages.AnalyzerResourceOptions.CustomTimeouts());
    return options;
}

function violationsIn(response: messages.AnalyzeResponse): string[] {
    return response
        .getDiagnosticsList()
        .map((one) => {
            const isMandatory = one.getEnforcementlevel() === messages.EnforcementLevel.MANDATORY;
            return `${one.getPolicyname()} ${isMandatory ? "mandatory" : "advisory"}`;
        })
        .sort();
}
