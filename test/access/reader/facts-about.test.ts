/** An answer is the same, whether the whole organization is read or only what the answer depends on. */
import { afterEach, describe, expect, test } from "vitest";
import {
    differenceDocument,
    whatDocument,
    whoDocument,
    whyDocument,
} from "../../../src/access/answers/answer-document.js";
import { differenceOf, whatCan, whoCan, whyCan } from "../../../src/access/answers/questions.js";
import type { Facts, Target } from "../../../src/access/model/facts/facts.js";
import { ASPECTS, type Aspect, targetsOf } from "../../../src/access/model/model.js";
import { readFacts, readFactsAbout } from "../../../src/access/reader/read-facts.js";
import { Client } from "../../../src/api/client.js";
import type { OperationName } from "../../../src/api/generated/operations.gen.js";
import { knowledgeOf } from "../../../src/cli/steps/knowledge.js";
import { type Service, type ServiceOptions, startService } from "../../../src/local/service/index.js";
import { inMemory, type Transport } from "../../support/transport.js";
import { NOW, randomStore } from "../oracle/organizations.js";

const MEMBER = "member-token";
let open: { service: Service; transport: Transport } | undefined;
afterEach(async () => {
    open?.transport.close();
    await open?.service.close();
});

async function started(options: ServiceOptions): Promise<Service> {
    open?.transport.close();
    await open?.service.close();
    const service = await startService(options);
    open = { service, transport: inMemory(service, service.url) };
    return service;
}

/** Starts a service with a random organization, in which a member has a token too. */
function startRandom(seed: number): Promise<Service> {
    const store = randomStore(seed);
    const [, user] = store.users.all();
    const member = { token: MEMBER, email: user?.email ?? "", role: "MEMBER" } as const;
    return started({ organization: store.snapshot(), clock: NOW, tokens: [member] });
}

function clientOf({ url, token: own }: Service, token = own): Client {
    return new Client({ url, token, retries: 0, readsPerSecond: 1_000_000 });
}

const about = (client: Client, target: Target, aspects: readonly Aspect[]) =>
    readFactsAbout(client, { target: () => target, aspects, assuming: (facts) => facts });

/** The answers about a target, as `who` and `why` return them. */
function answersFrom(facts: Facts, target: Target, aspects: readonly Aspect[]) {
    const knowledge = knowledgeOf(facts);
    const people = facts.users.slice(0, 3).map(({ id }) => id);
    const answers = {
        who: aspects.map((aspect) => whoDocument(knowledge, whoCan(knowledge, aspect, target))),
        why:
            aspects.length === ASPECTS.length
                ? people.map((id) => whyDocument(knowledge, whyCan(knowledge, id, target), "has"))
                : [],
    };
    return withoutRequestIds(answers);
}

/** The answers to `what` and `diff-people` about access. */
function accessOfPeople(facts: Facts) {
    const knowledge = knowledgeOf(facts);
    const [first = "", second = ""] = facts.users.map(({ id }) => id);
    return withoutRequestIds({
        what: facts.users.map(({ id }) => whatDocument(knowledge, whatCan(knowledge, "has", id))),
        difference: differenceDocument(knowledge, differenceOf(knowledge, "has", [first, second])),
    });
}

/** Removes the ids of requests, which messages of errors contain. */
function withoutRequestIds<T>(answers: T): T {
    return JSON.parse(JSON.stringify(answers).replaceAll(/\(request [\w-]+\)/g, "")) as T; // the same values with other texts
}

/** Compares both answers for all targets. */
async function compareAll(service: Service, token?: string): Promise<void> {
    const client = clientOf(service, token);
    const whole = await readFacts(client);
    expect(accessOfPeople(await readFacts(client, { onlyHolders: true }))).toEqual(accessOfPeople(whole));
    for (const [place, target] of [...targetsOf(knowledgeOf(whole).model)].entries())
        for (const aspects of [ASPECTS, ASPECTS.filter((_, at) => at === place % ASPECTS.length)]) {
            const answers = answersFrom(await about(client, target, aspects), target, aspects);
            expect(answers, `${target.type} ${target.id}`).toEqual(answersFrom(whole, target, aspects));
        }
}

describe("in random organizations", () => {
    test("the answers are the same, for administrators and for members", async () => {
        // In the last one, memberships in linked groups end at different times.
        for (const seed of [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 52]) {
            const service = await startRandom(seed);
            await compareAll(service);
            await compareAll(service, MEMBER);
        }
    });

    test.each<[OperationName, number]>([
        ["getGroupUsers", 403],
        ["getResourceUsers", 403],
        ["getOwnerUsers", 403],
        ["getBundles", 403],
        ["getGroupBindings", 403],
        ["getDelegations", 403],
        ["runQuery", 403],
        ["runQuery", 501],
        ["getGroupOnCallSchedules", 403],
        ["getResourceNonHumanIdentities", 403],
        ["getResourceScopedRolePermissions", 403],
        ["getAccessRules", 403],
        ["getGroupContainingGroups", 404],
        ["getTags", 403],
    ])("the answers are the same if %s is refused with %i", async (operation, status) => {
        for (let seed = 0; seed < 3; seed += 1) {
            const service = await startRandom(seed);
            service.faults.add({ operation, when: "before", answer: { status }, times: 1_000_000 });
            await compareAll(service);
        }
    });

    test("the answers are the same if objects have fields that this version does not know", async () => {
        for (let seed = 0; seed < 3; seed += 1) {
            const service = await startRandom(seed);
            if (!open) throw new Error("The service is not open.");
            open.transport.between = async ({ url }, pass) => {
                const response = await pass();
                if (!/\/(users|visibility|resources|owners)$/.test(url.split("?")[0] ?? "") || !response.ok)
                    return response;
                const body = (await response.json()) as { results?: object[] }; // a list, or an object
                const [first, ...others] = body.results ?? [];
                const results = first && [{ ...first, hours: 3 }, ...others];
                return Response.json(results ? { ...body, results } : { ...body, hours: 3 });
            };
            await compareAll(service);
        }
    });
});

describe("in an organization of 200 people", () => {
    test("an answer takes a twentieth of the calls on average, and is the same", async () => {
        const service = await started({ seed: "medium" });
        const client = clientOf(service);
        const calls = async <T>(read: () => Promise<T>): Promise<[T, number]> => {
            service.calls.clear();
            return [await read(), service.calls.all().length];
        };
        const [whole, all] = await calls(() => readFacts(client));
        const targets = [...targetsOf(knowledgeOf(whole).model)].filter((_, place) => place % 20 === 0);
        const numbers: number[] = [];
        for (const target of targets) {
            const [facts, few] = await calls(() => about(client, target, ["has"]));
            expect(answersFrom(facts, target, ["has"])).toEqual(answersFrom(whole, target, ["has"]));
            numbers.push(few);
        }
        expect(numbers.reduce((sum, one) => sum + one, 0) / numbers.length).toBeLessThan(all / 20);
        expect(Math.max(...numbers)).toBeLessThan(all / 5);
    });

    test("a target that is not found stops the reading after the lists", async () => {
        const service = await started({ seed: "medium" });
        const target = () => {
            throw new RangeError("no such target");
        };
        const reading = readFactsAbout(clientOf(service), { target, aspects: ["has"], assuming: (facts) => facts });
        await expect(reading).rejects.toThrow("no such target");
        expect(service.calls.all().filter(({ operation }) => operation === "getGroupUsers")).toEqual([]);
    });
});
