import { type Command, InvalidArgumentError, Option } from "commander";
import type { GivenToken, Service, ServiceOptions } from "../../local/service/index.js";
import { DEFAULT_TOKEN } from "../../local/service/tokens/default-token.js";
import { wholeNumber } from "../options/option-values.js";

/** The options of the service, some of them renamed. */
interface ServeOptions extends ServiceOptions {
    host: string;
    token: string;
    allowedHost: string[];
    latency: number;
    memberToken: GivenToken[];
    verbose?: boolean;
}

/** `access-governance serve`: runs the local service until it is interrupted. */
export function addServe(program: Command): void {
    program
        .command("serve")
        .summary("run a local imitation of the service, in memory")
        .description(
            "Runs a local imitation of the service with an organization in memory, for demos, tests and dry runs.",
        )
        // A fixed port by default, because a stack records the URL at which its objects were created.
        .option("--port <number>", "port to listen on; 0 for any free port", wholeNumber(0, 65_535), 7411)
        .option(
            "--host <address>",
            "address to listen on; all except loopback allow access from other machines",
            "127.0.0.1",
        )
        .addOption(
            new Option(
                "--allowed-host <name>",
                "additional host name of the service, such as the name of a container; repeatable",
            )
                .argParser((name: string, before: string[]) => [...before, name])
                .default([], "none"),
        )
        .option("--token <token>", "bearer token to accept", DEFAULT_TOKEN)
        .addOption(
            new Option(
                "--member-token <email=token>",
                "additional bearer token, for a user with the role member; repeatable",
            )
                .argParser(memberToken)
                .default([], "none"),
        )
        .option("--data <file>", "file that stores the organization; each change is saved before the response is sent")
        .option("--latency <ms>", "delay of each call in milliseconds", wholeNumber(0), 0)
        .option(
            "--rate-limits",
            "respond with 429 above the rate limits of the real service, 50 or 100 calls per second",
        )
        .option("--faults <file>", "JSON file of faults: delays, errors, dropped connections, stale reads")
        .option(
            "--seed <name>",
            "organization to start with: small, medium, large, other, empty, or a JSON file",
            "small",
        )
        .option("--seed-number <number>", "seed for generating the medium or large organization", wholeNumber(0), 0)
        .option("--public-spelling", "use OPAL_GROUP instead of SVC_GROUP in types of the seed")
        .option("--calls-kept <number>", "number of recent calls to keep", wholeNumber(0), 10_000)
        .option("--clock <date>", "freeze the clock of the service at this ISO 8601 date or date-time")
        .option("--verbose", "print a line for each call")
        .addHelpText("after", EXAMPLES)
        .action(serve);
}

const EXAMPLES = `
Examples:
  $ access-governance serve
  $ access-governance serve --data organization.json --verbose
  $ access-governance serve --port 0 --seed empty --latency 50
  $ access-governance serve --seed large --seed-number 7 --rate-limits --faults faults.json

A file of faults:
  { "seed": 1, "faults": [
    { "answer": { "delayMs": { "lognormal": { "median": 80, "sigma": 0.5 } } } },
    { "operations": ["groups.*"], "rate": 0.05, "answer": { "status": 429, "retryAfterSeconds": 1 } },
    { "operations": ["createOwner"], "skip": 1, "count": 1, "when": "after", "answer": "reset" },
    { "operations": ["getGroup"], "answer": { "staleMs": 2000 } } ] }

While it runs, /control/snapshot (GET, PUT) returns or replaces the organization, /control/clock (GET, PUT) returns or sets the clock, /control/faults
(PUT, DELETE) sets or removes faults, and /control/calls (GET) returns recent calls. They accept the same token as /v1.

Exit codes: 0 after Ctrl-C or SIGTERM, 1 if the service cannot start, 2 for bad usage.`;

async function serve(options: ServeOptions): Promise<void> {
    const { latency: latencyMs, memberToken: tokens, allowedHost: allowedHosts, verbose, ...others } = options;
    const { host, token, data } = others;
    const { startService } = await import("../../local/service/index.js");
    const service = await startService({ ...others, latencyMs, tokens, allowedHosts });
    const stop = () => void service.close();
    process.once("SIGINT", stop);
    process.once("SIGTERM", stop);
    if (verbose) {
        service.calls.onAnswer = ({ method, path, operation, status }, milliseconds) => {
            const outcome = status === 0 ? "cut" : status;
            console.log(`${method} ${path} ${operation ?? "-"} ${outcome} ${milliseconds.toFixed(1)} ms`);
        };
    }
    if (!isLoopback(host)) {
        const who = token === DEFAULT_TOKEN ? "knows the public default token" : "has the token";
        const advice = token === DEFAULT_TOKEN ? " Set another token with --token." : "";
        console.error(
            `warning: listening on ${host}: anyone who can reach this machine and ${who} can use the service.${advice}`,
        );
    }
    console.log(welcome(service, data));
}

function welcome({ url, token }: Service, data: string | undefined): string {
    return `The local service is running at ${url} and accepts the token ${token}.
${data ? `The organization is saved in ${data}.` : "The organization is lost when the service stops. Use --data FILE to keep it."}

To point a program at it:
  export ACCESS_GOVERNANCE_URL=${url}
  export ACCESS_GOVERNANCE_TOKEN=${token}

Press Ctrl-C to stop.`;
}

function isLoopback(host: string): boolean {
    return host === "localhost" || host === "::1" || host.startsWith("127.");
}

function memberToken(text: string, before: GivenToken[]): GivenToken[] {
    const [, email, token] = /^([^=]+)=(.+)$/.exec(text) ?? [];
    if (!email || !token)
        throw new InvalidArgumentError("It must be an email and a token, such as bruno@tidewater.example=secret.");
    return [...before, { token, email, role: "MEMBER" }];
}
