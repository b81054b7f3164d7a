import { Client } from "../../../src/api/client.js";
import { kindOfType } from "../../../src/cli/steps/kind-of.js";
import type { ResourceEntry } from "../../../src/local/engine/contract/state.js";
import { StackConfig } from "../../../src/local/engine/run/config.js";
import { fillRules } from "../../../src/local/service/rules/members.js";
import type { Organization } from "../../../src/local/service/storage/organization.js";
import type { Store } from "../../../src/local/service/storage/store.js";
import { giveTokens } from "../../../src/local/service/tokens/credentials.js";
import { impactOfPreview, type PreviewImpact } from "../../../src/review/impact/preview-impact.js";
import { type AccessRules, needsVisibility, tagsIn } from "../../../src/review/impact/rules.js";
import { type PreviewDocument, parseDocument } from "../../../src/review/report/document.js";
import { PreviewRecorder } from "../../local/engine/stand-in/preview-recorder.js";
import type { VirtualTime } from "../../proofs/simulator/clock.js";
import { dynamic } from "../../proofs/simulator/dynamic.js";
import { type Command, type Outcome, operate } from "../../proofs/simulator/engine.js";
import { Network } from "../../proofs/simulator/network.js";
import type { Program } from "../../proofs/simulator/program.js";
import { URL_OF_SERVICE, World } from "../../proofs/simulator/world.js";
import { NOW } from "../oracle/organizations.js";

/** The engine or the provider rejected the edit, so it has no effect. */
export class Refused extends Error {
    override readonly name = "Refused";
}

const TOKEN = "local-token";
const MEMBER_TOKEN = "member-token";
const NONE: AccessRules = { rules: [], waivers: [] };
const LONGEST_MS = 3_600_000;

/**
 * One organization of the local service and one stack, in this process: the steps of the local engine, the real provider and the real client,
 * which call the service as a function. The process uses virtual time until the deployment is closed.
 */
export class Deployment {
    readonly #world: World;
    readonly #network: Network;
    readonly #restore: (() => void)[];
    #states: ResourceEntry[] = [];
    #kept: { readonly organization: Organization; readonly states: ResourceEntry[]; readonly now: number } | undefined;

    constructor(
        organization: Organization,
        private readonly time: VirtualTime,
    ) {
        this.#world = new World(organization, TOKEN, NOW.toISOString());
        this.#network = new Network([this.#world], time);
        this.#restore = [time.install(), this.#network.install()];
    }

    get store(): Store {
        return this.#world.store;
    }

    get now(): Date {
        return new Date(this.time.now);
    }

    /** Id of the object that a deployed resource manages, by the URN of the resource. */
    idOf(urn: string): string | undefined {
        return this.#states.find((state) => state.urn === urn)?.id;
    }

    /** Id of the object that a deployed resource manages, by the name of the resource in the program. */
    idOfName(name: string): string | undefined {
        return this.#states.find((state) => state.urn.endsWith(`::${name}`))?.id;
    }

    /** Restores the real clock and the real network of the process. */
    close(): void {
        for (const restore of this.#restore.reverse()) restore();
    }

    /** Saves the current organization, states and time. `back` restores them. */
    keep(): void {
        this.#kept = { organization: this.store.snapshot(), states: this.#states, now: this.time.now };
    }

    back(): void {
        if (!this.#kept) throw new Error("Nothing was kept.");
        this.store.restore(this.#kept.organization);
        this.#states = this.#kept.states;
        this.time.set(this.#kept.now);
        this.#world.clock.set(new Date(this.#kept.now));
    }

    /** Changes the organization outside of the program. */
    outside(change: (store: Store) => void): void {
        this.store.transaction(() => {
            change(this.store);
            fillRules(this.store);
        });
    }

    /** @throws Refused */
    async up(program: Program): Promise<void> {
        const { states } = await this.#operate({ operation: "up" }, program);
        this.#states = states;
    }

    /** Returns the output of `pulumi preview --refresh --show-sames --json`. @throws Refused */
    async preview(program: Program): Promise<PreviewDocument> {
        const config = new StackConfig({
            "access-governance:url": URL_OF_SERVICE,
            "access-governance:token": { secret: TOKEN },
        });
        const digest = new PreviewRecorder(true, "preview", true, config, () => {});
        await this.#operate({ operation: "preview", refresh: true }, program, digest);
        return parseDocument(JSON.stringify(digest.document()));
    }

    /**
     * Computes how the preview changes access. Reads the data that this needs from the service.
     * @param rules access rules, which may need more data
     * @param reader id of a member whose token is used for reading; default: the administrator's token
     */
    impactOf(document: PreviewDocument, rules: AccessRules = NONE, reader?: string): Promise<PreviewImpact> {
        this.#network.begin({});
        const token = reader === undefined ? TOKEN : this.#tokenOf(reader);
        const client = new Client({ url: URL_OF_SERVICE, token, readsPerSecond: 1e6 }, () => this.time.now);
        const options = { client, tags: tagsIn(rules), isWhole: needsVisibility(rules) };
        return this.time.run(impactOfPreview(document, kindOfType, options), () => this.#network.busy, LONGEST_MS);
    }

    #tokenOf(userId: string): string {
        const { email } = this.store.users.get(userId);
        this.store.transaction(() =>
            giveTokens(this.store, TOKEN, [{ token: MEMBER_TOKEN, email, role: "MEMBER" }], this.now),
        );
        this.#world.guests.add(MEMBER_TOKEN);
        return MEMBER_TOKEN;
    }

    async #operate(command: Command, program: Program, told?: PreviewRecorder): Promise<Outcome> {
        this.time.reset(1);
        this.#network.begin({});
        const never = new Promise<never>(() => {});
        const work = operate(command, command.operation === "preview", this.#states, program, {
            config: { "access-governance:url": URL_OF_SERVICE, "access-governance:token": TOKEN },
            adapter: dynamic,
            now: () => this.time.now,
            death: never,
            resolve: (reference) => reference,
            killed: never,
            ...(told && { told }),
        });
        const outcome = await this.time.run(work, () => this.#network.busy, LONGEST_MS);
        this.time.clear();
        const [crash] = outcome.crashes;
        if (crash) throw crash;
        if (outcome.exitCode === 0) return outcome;
        throw new Refused(outcome.diagnostics.map(({ message }) => message).join("\n"));
    }
}
