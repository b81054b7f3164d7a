import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect } from "vitest";
import {
    type Organization,
    type Service,
    type ServiceOptions,
    startService,
} from "../../../../src/local/service/index.js";
import type { Answer } from "../harness.js";
import { type Call, callOf, lineOf, type Step, send } from "./calls.js";
import { answersWithin, goesOn, namesOnlyWhatIsThere, readsBack, rulesAreFilled } from "./laws.js";
import { type PagedList, pagedLists, pagesAreTheList, Reading } from "./lists.js";
import { operations } from "./operations.js";
import { chance } from "./values.js";
import { weightOf } from "./walk-weights.js";
import { type Caller, GIVEN, idsOf, TOKENS, textOf } from "./world.js";

export interface Walk {
    readonly steps: readonly Step[];
    /** Steps for the service and for a second one restarted from its data, while lists are read page by page. */
    readonly tail: readonly Step[];
    /** Whether the organization is stored in a file instead of only in memory. */
    readonly isStored: boolean;
    readonly seed: number;
}

/** Counts of walks, steps and statuses. */
export interface Tally {
    walks: number;
    steps: number;
    readonly statuses: Map<string, Map<number, number>>;
}

export function walks(length: number): fc.Arbitrary<Walk> {
    const seed = fc.noShrink(fc.nat());
    const callers: [Caller, number][] = [
        ["admin", 78],
        ["second", 6],
        ["bruno", 7],
        ["greta", 3],
        ["reader", 3],
        ["expiring", 2],
        ["stranger", 1],
    ];
    const caller = fc.noShrink(fc.oneof(...callers.map(([one, weight]) => ({ weight, arbitrary: fc.constant(one) }))));
    const call = fc.noShrink(
        fc.oneof(...operations.map((one) => ({ weight: weightOf(one), arbitrary: fc.constant(one.operation) }))),
    );
    const wild = fc.noShrink(
        fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
    );
    const step: fc.Arbitrary<Step> = fc.oneof(
        { weight: 20, arbitrary: fc.record({ call, caller, wild, seed }) },
        { weight: 1, arbitrary: fc.record({ minutes: fc.constantFrom(1, 61, 1440, 50_000) }) },
    );
    const list = (maxLength: number) => fc.array(step, { maxLength, minLength: 0, size: "max" });
    const isStored = fc.boolean();
    return fc.record({ steps: list(length), tail: list(Math.ceil(length / 4)), isStored, seed });
}

/** Takes a walk and checks every law. The message of a failure contains the walk. */
export async function take(walk: Walk, start: Organization, tally: Tally): Promise<void> {
    const lines: string[] = [];
    const folder = walk.isStored ? mkdtempSync(join(tmpdir(), "walk-")) : undefined;
    const services: Service[] = [];
    const open = async (options: ServiceOptions) => {
        const service = await startService({ token: TOKENS.admin, ...options });
        services.push(service);
        return service;
    };
    try {
        const data = folder && { data: join(folder, "organization.json") };
        const clock = "2026-03-01T10:00:00.000Z";
        const service = await open({ organization: start, tokens: givenIn(start, true), clock, ...data });
        const walker = new Walker(service, lines, tally);
        for (const step of walk.steps) await walker.take(step);
        lines.push("pages");
        for (const list of someLists(service, walk.seed, "still")) await pagesAreTheList(service, list);
        lines.push("restart");
        const twin = await open({ ...restart(service, folder), clock: service.clock.now() });
        await answerAlike(service, twin, walk.seed);
        lines.push("writes between pages, in both");
        const readings = someLists(service, walk.seed, "read").map(
            (list) => new Reading(service, list, 1 + Math.floor(chance(walk.seed, list.name) * 3)),
        );
        for (const reading of readings) await reading.look();
        for (const step of walk.tail) {
            for (const reading of readings) await reading.goOn();
            const taken = await walker.take(step);
            for (const reading of readings) await reading.look();
            if ("minutes" in step) twin.clock.advance(step.minutes * 60_000);
            else if (taken) {
                const { call, answer } = taken;
                const same = await send(twin, call.caller, call.operation.method, call.url, call.body);
                expect(plain(same), "as before the restart").toEqual(plain(answer));
            }
        }
        for (const reading of readings) while (await reading.goOn());
        await send(twin, "admin", "GET", "/users/whoami");
        expect(twin.snapshot(), "as before the restart").toEqual(service.snapshot());
        tally.walks++;
    } catch (error) {
        if (error instanceof Error) error.message = `${error.message}\n\nThe walk:\n${lines.join("\n")}\n`;
        throw error;
    } finally {
        for (const service of services) await service.close();
        if (folder) rmSync(folder, { recursive: true });
    }
}

class Walker {
    readonly #deleted = new Set<string>();
    #ids: Set<string>;
    #text: string;
    #view: Organization;

    constructor(
        private readonly service: Service,
        private readonly lines: string[],
        private readonly tally: Tally,
    ) {
        this.#view = service.store.view();
        this.#ids = idsOf(this.#view);
        this.#text = textOf(service);
    }

    /** Returns undefined if no call was made. */
    async take(step: Step): Promise<{ call: Call; answer: Answer } | undefined> {
        const { service, lines, tally } = this;
        tally.steps++;
        if ("minutes" in step) {
            lines.push(`${step.minutes} minutes pass`);
            service.clock.advance(step.minutes * 60_000);
            // Changes by time take effect at the next call.
            await send(service, "admin", "GET", "/users/whoami");
            this.look(undefined);
            return undefined;
        }
        const call = callOf(step, service, [...this.#deleted]);
        const { operation: one } = call;
        // The token that checks everything must stay valid.
        if (one.operation === "deleteToken" && this.isOwn(call.path.token_id)) return undefined;
        const answer = await send(service, call.caller, one.method, call.url, call.body);
        lines.push(lineOf(call, answer));
        const counts = tally.statuses.get(one.operation) ?? new Map<number, number>();
        tally.statuses.set(one.operation, counts.set(answer.status, (counts.get(answer.status) ?? 0) + 1));
        answersWithin(call, answer);
        if (answer.status >= 400 || one.reads) {
            if (textOf(service) !== this.#text)
                expect(service.store.view(), "nothing is changed").toEqual(JSON.parse(this.#text));
            return { call, answer };
        }
        this.look(one.operation);
        await readsBack(service, call, answer);
        expect(textOf(service) === this.#text, "reading changes nothing").toBe(true);
        return { call, answer };
    }

    private look(by: string | undefined): void {
        const view = this.service.store.view();
        namesOnlyWhatIsThere(view);
        goesOn(this.#view, view, by);
        rulesAreFilled(this.service);
        const ids = idsOf(view);
        for (const id of this.#ids) if (!ids.has(id)) this.#deleted.add(id);
        for (const id of ids) expect(this.#deleted.has(id), `${id} is given again`).toBe(false);
        this.#ids = ids;
        this.#view = view;
        this.#text = textOf(this.service);
    }

    private isOwn(tokenId: string | undefined): boolean {
        const { store } = this.service;
        return store.tokens.find(tokenId ?? "")?.user_id === store.currentUserId;
    }
}

/** The tokens given at the start; after a restart, only those that were not deleted. */
function givenIn({ users, tokens }: Organization, anew: boolean) {
    return GIVEN.flatMap(({ caller, first, role }) => {
        const user = users.find((one) => one.email === `${first.toLowerCase()}@tidewater.example`);
        const given = anew || tokens.some((token) => token.user_id === user?.user_id);
        return user && given ? [{ token: TOKENS[caller], email: user.email, role }] : [];
    });
}

function restart(service: Service, folder: string | undefined): ServiceOptions {
    const organization: Organization = JSON.parse(JSON.stringify(service.snapshot()));
    const tokens = givenIn(organization, false);
    if (folder === undefined) return { organization, tokens };
    const [file, copy] = ["organization.json", "copy.json"].map((name) => join(folder, name)) as [string, string];
    // The file as it would be if the service ended now.
    copyFileSync(file, copy);
    return { data: copy, tokens };
}

/** A random selection of the lists, so that a walk does not read all of them. */
function someLists(service: Service, seed: number, what: string): PagedList[] {
    return pagedLists(service, seed).filter(({ name }) => chance(seed, `${what} ${name}`) < 0.25);
}

/** Checks that both services return the same for every read of an object or a list, to an administrator or a member. */
async function answerAlike(service: Service, twin: Service, seed: number): Promise<void> {
    expect(twin.snapshot(), "after a restart").toEqual(service.snapshot());
    for (const { operation: name, reads } of operations) {
        if (!reads) continue;
        const caller = chance(seed, name) < 0.7 ? "admin" : "bruno";
        const { url, operation: one, body } = callOf({ call: name, caller, wild: false, seed }, service, []);
        const before = await send(service, caller, one.method, url, body);
        const after = await send(twin, caller, one.method, url, body);
        expect(plain(after), `${url} after a restart`).toEqual(plain(before));
    }
}

/** The response without the request id of a refusal and without cursors, which differ in each run of the service. */
function plain({ status, body }: Answer) {
    const withoutCursor = (name: string, value: unknown) =>
        CURSOR.test(name) && typeof value === "string" ? "a cursor" : value;
    const { request_id, ...rest } = Object(body);
    const text = JSON.stringify(status >= 400 ? rest : body, withoutCursor);
    return { status, body: text && JSON.parse(text) };
}

const CURSOR = /^(cursor|next|previous|startCursor|endCursor)$/;
