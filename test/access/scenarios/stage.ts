import type { Target } from "../../../src/access/model/facts/facts.js";
import { AccessModel, type Aspect } from "../../../src/access/model/model.js";
import { readFacts } from "../../../src/access/reader/read-facts.js";
import { Client } from "../../../src/api/client.js";
import type { Organization } from "../../../src/local/service/index.js";
import { World } from "../../proofs/conformance/world.js";

/** Users of the small organization with a token of their own. Ada is the administrator. */
export const MEMBERS = ["Bruno", "Chiyo", "Dana", "Elif", "Femi", "Greta", "Hugo"] as const;
export type Member = (typeof MEMBERS)[number];
export type Person = Member | "Ada";

/** Response to an access request or to a decision on one. */
export interface Asked {
    readonly status: number;
    readonly id: string;
}

/** A request configuration reduced to the properties that matter to a scenario. */
const RULES = {
    priority: 0,
    allow_requests: true,
    auto_approval: false,
    require_mfa_to_request: false,
    require_support_ticket: false,
    reason_optional: true,
};

/** The small organization, called over the API as any of its users, and its access model. */
export class Stage {
    private constructor(
        private readonly world: World,
        private readonly organization: Organization,
        /** An owner without users, for targets that no owner's user administers. */
        readonly nobody: string,
    ) {}

    static async open(): Promise<Stage> {
        const tokens = MEMBERS.map((name) => ({
            token: tokenOf(name),
            email: `${name.toLowerCase()}@tidewater.example`,
            role: "MEMBER" as const,
        }));
        const world = await World.start(tokens);
        const nobody = await world.api<{ owner_id: string }>("POST", "/owners", { name: "Nobody", user_ids: [] });
        return new Stage(world, world.service.snapshot(), nobody.owner_id);
    }

    close(): Promise<void> {
        return this.world.close();
    }

    id(person: Person): string {
        const user = this.organization.users.find(({ first_name }) => first_name === person);
        if (!user) throw new Error(`The small organization has no ${person}.`);
        return user.user_id;
    }

    get appId(): string {
        return this.world.appId;
    }

    /** Makes a call as the administrator or as another user. @throws if it is refused */
    call<Body = Record<string, unknown>>(method: string, path: string, body?: unknown, as?: Person): Promise<Body> {
        return this.world.api<Body>(method, path, body, as === undefined || as === "Ada" ? undefined : tokenOf(as));
    }

    /** Makes a call and returns its status. */
    async status(method: string, path: string, body?: unknown, as?: Person): Promise<number> {
        return this.call(method, path, body, as).then(
            () => 200,
            (error: unknown) => Number(/: (\d{3}) /.exec(String(error))?.[1] ?? 0),
        );
    }

    /** Creates a group without administrators. Without `rules`, it cannot be requested. */
    async group(name: string, settings: object = {}, ...rules: readonly object[]): Promise<Target> {
        const id = await this.world.newGroup(name);
        const update = { group_id: id, admin_owner_id: this.nobody, ...settings, ...this.#rules(rules) };
        await this.call("PUT", "/groups", { groups: [update] });
        return { type: "group", id };
    }

    async resource(name: string, settings: object = {}, ...rules: readonly object[]): Promise<Target> {
        const { resource_type: type = "CUSTOM", ...rest } = settings as { resource_type?: string };
        const id = await this.world.newResource(name, type);
        const update = { resource_id: id, admin_owner_id: this.nobody, ...rest, ...this.#rules(rules) };
        await this.call("PUT", "/resources", { resources: [update] });
        return { type: "resource", id };
    }

    async owner(name: string, ...people: readonly Person[]): Promise<string> {
        const user_ids = people.map((one) => this.id(one));
        return (await this.call<{ owner_id: string }>("POST", "/owners", { name, user_ids })).owner_id;
    }

    async add(target: Target, person: Person, minutes = 0): Promise<void> {
        await this.call("POST", `/${target.type}s/${target.id}/users/${this.id(person)}`, {
            duration_minutes: minutes,
        });
    }

    async limit(target: Target, ...groups: readonly Target[]): Promise<void> {
        const visibility_group_ids = groups.map(({ id }) => id);
        await this.call("PUT", `/${target.type}s/${target.id}/visibility`, {
            visibility: "LIMITED",
            visibility_group_ids,
        });
    }

    /** Adds the resource to the group. */
    async link(group: Target, resource: Target, minutes = 0): Promise<void> {
        await this.call("POST", `/groups/${group.id}/resources/${resource.id}`, { duration_minutes: minutes });
    }

    async nest(group: Target, into: Target): Promise<void> {
        await this.call("POST", `/groups/${group.id}/containing-groups`, {
            containing_group_id: into.id,
            duration_minutes: 0,
        });
    }

    /** Links groups to a source. */
    async bind(source: Target, ...groups: readonly Target[]): Promise<void> {
        await this.call("POST", "/group-bindings", {
            source_group_id: source.id,
            groups: groups.map(({ id }) => ({ group_id: id })),
        });
    }

    /** Gives a user a custom role with these permissions. */
    async role(holder: Person, ...permissions: readonly object[]): Promise<void> {
        const role = await this.resource("Role", { resource_type: "SVC_SCOPED_ROLE" });
        await this.call("PUT", `/resources/${role.id}/scoped-role-permissions`, { permissions });
        await this.add(role, holder);
    }

    async manages(manager: Person, report: Person): Promise<void> {
        await this.call("PATCH", `/users/${this.id(report)}`, { manager_id: this.id(manager) });
    }

    /** First names of the members that the service lists for a group. */
    async members({ id }: Target): Promise<string[]> {
        const { results } = await this.call<{ results: { user_id: string }[] }>("GET", `/groups/${id}/users`);
        return this.#names(results.map(({ user_id }) => user_id));
    }

    /** First names of the holders that the service lists for a resource. A plus sign marks inherited access. */
    async holders({ id }: Target): Promise<string[]> {
        const path = `/resources/${id}/users`;
        const { results } = await this.call<{ results: { user_id: string; has_direct_access: boolean }[] }>(
            "GET",
            path,
        );
        return results
            .map(({ user_id, has_direct_access }) => `${this.#nameOf(user_id)}${has_direct_access ? "" : "+"}`)
            .sort();
    }

    /** Access status of one user and one resource in the service. */
    async accessOf(person: Person, { id }: Target): Promise<string> {
        const path = `/resource-user-access-status/${id}/${this.id(person)}`;
        return (await this.call<{ status: string }>("GET", path)).status;
    }

    /** Whether a user can read a target. */
    async sees(person: Person, { type, id }: Target): Promise<boolean> {
        return (await this.status("GET", `/${type}s/${id}`, undefined, person)) === 200;
    }

    /** Requests a target for the caller or for another user. */
    async ask(person: Person, { type, id }: Target, forWhom?: Person, minutes = 60): Promise<Asked> {
        const body = {
            groups: type === "group" ? [{ id }] : [],
            resources: type === "resource" ? [{ id }] : [],
            reason: "It is needed",
            duration_minutes: minutes,
            ...(forWhom && { target_user_id: this.id(forWhom) }),
        };
        try {
            return { status: 200, id: (await this.call<{ id: string }>("POST", "/requests", body, person)).id };
        } catch (error) {
            return { status: Number(/: (\d{3}) /.exec(String(error))?.[1] ?? 0), id: "" };
        }
    }

    /** Approves a request as a user. Returns the state of the request, or the status of a refusal. */
    async approve(person: Person, { id }: Asked, level: "REGULAR" | "ADMIN" = "REGULAR"): Promise<string> {
        const status = await this.status("POST", `/requests/${id}/approve`, { level }, person);
        return status === 200 ? this.stateOf({ id }) : String(status);
    }

    /** Approves a request as the service user of a script. Returns the state of the request, or the status of a refusal. */
    async approveByScript(scriptId: string, { id }: Asked): Promise<string> {
        const [reviewer] = this.world.service.store.scriptReviewers.where("opal_script_id", scriptId);
        const body = { token_label: "script", access_level: "FULL_ACCESS", user_id: reviewer?.user_id };
        const { token, signed_token } = await this.call<{ token: { token_id: string }; signed_token: string }>(
            "POST",
            "/tokens",
            body,
        );
        const path = `/requests/${id}/approve`;
        const refused = await this.world.api("POST", path, { level: "REGULAR" }, signed_token).then(
            () => undefined,
            (error: unknown) => String(/: (\d{3}) /.exec(String(error))?.[1] ?? error),
        );
        await this.call("DELETE", `/tokens/${token.token_id}`);
        return refused ?? this.stateOf({ id });
    }

    /** Creates a Paladin and returns its id. */
    async paladin(name: string, monitor_mode: boolean): Promise<string> {
        const body = { name, monitor_mode, instructions: "Decide", owner_id: this.nobody };
        return (await this.call<{ paladin_id: string }>("POST", "/paladin", body)).paladin_id;
    }

    async stateOf({ id }: Pick<Asked, "id">): Promise<string> {
        return (await this.call<{ status: string }>("GET", `/requests/${id}`)).status;
    }

    /** Makes a user's token read-only. */
    readOnly(person: Member): void {
        const { store } = this.world.service;
        const token = store.tokens.all().find(({ user_id }) => user_id === this.id(person));
        if (token) store.tokens.change(token.token_id, { access_level: "READ_ONLY" });
    }

    pass(minutes: number): void {
        this.world.service.clock.advance(minutes * 60_000);
    }

    /** Reads the model from the service as any client does, with default assumptions. */
    async model(): Promise<AccessModel> {
        const { url, token } = this.world.service;
        const client = new Client({ url, token, retries: 0, readsPerSecond: 10_000 });
        return AccessModel.of(await readFacts(client));
    }

    /** First names of the people who can do something according to the model. */
    async modelPeople(aspect: Aspect, target: Target): Promise<string[]> {
        const model = await this.model();
        const { members } = model.who(aspect, target);
        return this.#names([...members].map((number) => model.records.principals.id(number)));
    }

    /** First names of the people whose requests machines alone may decide according to the model. */
    async decidedByMachines(target: Target): Promise<string[]> {
        const model = await this.model();
        return this.#names(
            [...model.decidedByMachines(target).members].map((number) => model.records.principals.id(number)),
        );
    }

    /** Reasons why the model cannot exclude further people. */
    async unknown(aspect: Aspect, target: Target): Promise<string[]> {
        return [...(await this.model()).who(aspect, target).unknowns].map(({ because }) => because);
    }

    /** Builds request configurations. The first is the default; each without stages gets a stage whose owner has no users. */
    #rules(rules: readonly object[]): object {
        const reviewer_stages = [{ operator: "OR", owner_ids: [this.nobody], require_manager_approval: false }];
        const all = rules.length === 0 ? [{ allow_requests: false }] : rules;
        return {
            request_configurations: all.map((rule, priority) => ({ ...RULES, reviewer_stages, priority, ...rule })),
        };
    }

    #names(ids: readonly string[]): string[] {
        return ids.map((id) => this.#nameOf(id)).sort();
    }

    #nameOf(id: string): string {
        return this.organization.users.find(({ user_id }) => user_id === id)?.first_name ?? id;
    }
}

function tokenOf(name: string): string {
    return `a-token-of-${name.toLowerCase()}-that-is-long-enough`;
}
