import { ForbiddenError, UnauthorizedError, UnreachableError } from "../../api/errors.js";
import { UnknownKindError, UsageError, WrongOrganizationError } from "../../common/errors.js";
import { type Declarer, declarerKey } from "../../common/names.js";
import { messageLine } from "../../common/printable.js";
import type { Properties } from "../../common/properties.js";
import { pluginType } from "../../common/pulumi-type.js";
import { unknownValue } from "../../common/unknown.js";
import { cleared, UserError, type WriteCaller, wire, withUserErrors } from "../answers.js";
import { type DeclaredResource, EXPLICIT, type KernelState, kindOutputs, parseState, programOf } from "../metadata.js";
import type { Session, Task } from "../run/session.js";
import type { ProviderConfig } from "../settings.js";
import { type Kind, listSource, secretProperties } from "../shapes/kind.js";
import { checkResource } from "../steps/check.js";
import { create } from "../steps/creation.js";
import { remove } from "../steps/deletion.js";
import { type DiffResult, diff } from "../steps/diff.js";
import { importObject } from "../steps/import.js";
import { assertMovable } from "../steps/moving.js";
import { readObject } from "../steps/refresh.js";
import { unknownFieldRecord } from "../steps/unknown-fields.js";
import { changedResults, update } from "../steps/writing.js";
import { received, sent, withNulls, withStandIns } from "./wire.js";
import { EngineRequests, WrongDeclarations } from "./wrong-declarations.js";

/** Result of a check. */
interface CheckedInputs {
    readonly inputs: Properties;
    /** Errors that end the run. */
    readonly failures: readonly string[];
    /** What is wrong with the declaration. The creation or update fails with it. */
    readonly faults: readonly string[];
}

/** An object as stored by the engine. */
export interface EngineObject {
    readonly id: string;
    readonly properties: Properties;
}

/** An object that a program can import. Listed for the engine. */
export interface ImportableObject {
    readonly id: string;
    /** Display name; empty if the object has none. */
    readonly name: string;
}

/** Result of a read. The id is empty if the object does not exist. */
export interface ReadObject extends EngineObject {
    readonly inputs: Properties;
}

/**
 * Serves the kinds as a provider plugin. This is the kernel's second adapter; the first one serves them as dynamic resources. Properties
 * have the form of Pulumi's protocol, with secrets marked. The class of a dynamic resource adds metadata such as its name to the inputs;
 * here, the metadata comes from the URN and the request.
 */
export class KernelPlugin {
    private readonly kinds: ReadonlyMap<string, Kind>;
    private readonly urns = new Map<string, string>();
    /** Resources whose objects the settings of the last `pulumi up` could not read, by identity. */
    private readonly unread = new Set<string>();
    private hasFormerSettings = false;
    private readonly wrong: WrongDeclarations;
    /** The requests of the engine that the plugin answers. */
    readonly requests = new EngineRequests();

    constructor(
        kinds: readonly Kind[],
        private readonly session: Session,
    ) {
        this.kinds = new Map(kinds.map((kind) => [pluginType(kind.name), kind]));
        this.wrong = new WrongDeclarations(this.requests, (message, resource) => session.report(message, resource));
    }

    /** URNs of the resources that the engine has requested in this run, by identity. */
    urnOf(resource: Declarer): string | undefined {
        return this.urns.get(declarerKey(resource));
    }

    /**
     * Stores the settings.
     * @param isFormer whether they are those of the last `pulumi up`, which the program may have changed since
     */
    configure(config: ProviderConfig, isFormer: boolean): void {
        this.hasFormerSettings = isFormer;
        this.session.configure(config);
    }

    /**
     * Whether the engine is to read each object before it runs the program, so that a preview shows drift as a change of the state. Without
     * it, the comparison reads what it needs.
     */
    get refreshesBeforeUpdate(): boolean {
        return !this.session.readsOnlyChanged;
    }

    async check(urn: string, olds: Properties, news: Properties): Promise<CheckedInputs> {
        const task = this.task(urn);
        const program = this.program(task.kind, urn, news);
        const before = programOf(task.kind.name, received(olds).values);
        const caller = callerOf(program);
        const { failures, fault, inputs } = await withUserErrors(task, caller, () =>
            checkResource(task, before, program),
        );
        const clear = cleared(task.kind, caller);
        const reasons = failures.map((reason) => messageLine(clear(reason)));
        const faults = fault ? reasons : [];
        this.wrong.checked(program.resource, faults);
        return { inputs: sent(inputs, program.secrets), failures: fault ? [] : reasons, faults };
    }

    async diff(
        urn: string,
        id: string,
        olds: Properties,
        news: Properties,
        ignored: readonly string[] = [],
    ): Promise<DiffResult> {
        const task = this.task(urn);
        const program = this.program(task.kind, urn, news, ignored);
        if (this.wrong.has(program.resource))
            return { changes: true, replaces: [], deleteBeforeReplace: false, paths: [] };
        // After a read, the engine also compares its result with the state. An object that was not read may differ: otherwise
        // `pulumi refresh --expect-no-changes` would succeed.
        if (this.unread.has(declarerKey(program.resource)) && !this.session.ownership.isDeclared(program.resource))
            return { changes: true, replaces: [], deleteBeforeReplace: false, paths: [] };
        return withUserErrors(task, callerOf(program), () => diff(task, id, this.state(task.kind, olds), program));
    }

    /** In a preview, values that the service would return are unknown. */
    async create(urn: string, news: Properties, isPreview = false): Promise<EngineObject> {
        const task = this.task(urn);
        const program = this.program(task.kind, urn, news);
        const { kind } = task;
        await this.wrong.refuse(program.resource, isPreview);
        if (isPreview) {
            const unknown = [...Object.keys(kind.fields), ...kind.results].map((name) => [name, unknownValue]);
            return { id: "", properties: sent({ ...Object.fromEntries(unknown), ...program.given }, program.secrets) };
        }
        const { id, outputs } = await this.written(task, program, () => create(task, program));
        return { id, properties: sent(wire(outputs), program.secrets) };
    }

    async update(
        urn: string,
        id: string,
        olds: Properties,
        news: Properties,
        ignored: readonly string[] = [],
        isPreview = false,
    ): Promise<Properties> {
        const task = this.task(urn);
        const program = this.program(task.kind, urn, news, ignored);
        await this.wrong.refuse(program.resource, isPreview);
        if (isPreview && this.wrong.has(program.resource))
            return sent({ ...received(olds).values, ...program.given }, program.secrets);
        if (isPreview) {
            const unknown = await withUserErrors(task, callerOf(program), async () => {
                await assertMovable(task, id);
                return changedResults(task, id, this.state(task.kind, olds), program);
            });
            const values = Object.fromEntries(unknown.map((name) => [name, unknownValue]));
            return sent({ ...received(olds).values, ...program.given, ...values }, program.secrets);
        }
        const work = () => update(task, id, this.state(task.kind, olds), program);
        return sent(wire(await this.written(task, program, work)), program.secrets);
    }

    /**
     * Reads an object. If `properties` is not empty, this is a refresh, and `last` contains the inputs from the state. Otherwise, it is an
     * import or a lookup, and the returned inputs contain everything that a program can declare.
     */
    async read(urn: string, id: string, properties: Properties, last: Properties = {}): Promise<ReadObject> {
        const task = this.task(urn);
        const { kind } = task;
        if (Object.keys(properties).length > 0) {
            const state = this.state(kind, properties);
            const caller = { ...state, properties: received(properties).values };
            const found = await withUserErrors(task, caller, () => this.readUnlessFormer(task, id, state));
            if (found === UNREAD) return { id, properties, inputs: last };
            if (!found) return GONE;
            const inputs = declarable(kind, wire(found.inputs), received(last).values);
            return {
                id: found.id,
                properties: sent(wire(found.outputs), state.secrets),
                inputs: sent(inputs, state.secrets),
            };
        }
        const program = this.program(kind, urn, {});
        const found = await withUserErrors(task, callerOf(program), () => importObject(task, id));
        if (!found) return GONE;
        const outputs = kindOutputs(kind.fields, kind.results, {
            declared: found.declared,
            live: found.live,
            metadata: program.metadata,
            url: this.session.url,
            unknownFields: await unknownFieldRecord(task, found.id, found.declared),
        });
        return {
            id: found.id,
            properties: sent(wire(outputs), program.secrets),
            inputs: sent(withStandIns(kind.fields, wire(found.declared)), program.secrets),
        };
    }

    /**
     * Returns all objects of a kind that a program can declare.
     * @throws UsageError if the API cannot list the objects of this kind
     */
    async list(type: string): Promise<readonly ImportableObject[]> {
        const kind = this.kindOf(type);
        const source = listSource(kind);
        if (!source)
            throw new UsageError(
                `The API cannot list all objects of the kind ${kind.name}. Find them with \`access-governance export\`.`,
            );
        const { id, called = "name" } = source;
        const all = (await this.session.scope.live.all(source)) ?? [];
        return all
            .filter((live) => kind.undeclarable?.(live) === undefined)
            .map((live) => ({ id: String(live[id]), name: typeof live[called] === "string" ? live[called] : "" }));
    }

    async delete(urn: string, id: string, properties: Properties): Promise<void> {
        const task = this.task(urn);
        const state = this.state(task.kind, properties);
        await withUserErrors(task, { ...state, properties: received(properties).values }, () =>
            remove(task, id, state),
        );
    }

    /**
     * Reads an object of the state. Before the program runs, the engine reads with the settings of the last `pulumi up`, even if the program
     * has others now, because their token was revoked. If the service refuses those, the object stays in the state as it is; the comparison
     * with the program reads it with the program's settings.
     */
    private async readUnlessFormer(task: Task, id: string, state: KernelState) {
        try {
            return await readObject(task, id, state);
        } catch (error) {
            const isRefusal = REFUSALS.some((refusal) => error instanceof refusal);
            if (!this.hasFormerSettings || !isRefusal) throw error;
            this.unread.add(declarerKey(state.resource));
            const why = error instanceof WrongOrganizationError ? "belong to another organization" : "are refused";
            this.session.warn(
                `Objects were not read and stay in the state as they are, because the settings that the last \`pulumi up\` used at ${this.session.url} ${why}. ` +
                    "`pulumi preview` and `pulumi up` compare them with the program's settings. Add `--run-program` to `pulumi refresh` and `pulumi destroy`.",
            );
            return UNREAD;
        }
    }

    /** Runs a write. If it fails in part, its secrets stay secret in the state that the error contains. */
    private async written<T>(task: Task, program: DeclaredResource, work: () => Promise<T>): Promise<T> {
        try {
            return await withUserErrors(task, callerOf(program), work);
        } catch (error) {
            if (!(error instanceof UserError) || !error.unfinished) throw error;
            const { id, outputs } = error.unfinished;
            throw new UserError(error.message, error.resource, { id, outputs: sent(outputs, program.secrets) });
        }
    }

    private task(urn: string): Task {
        const { type, name, parent } = urnParts(urn);
        const kind = this.kindOf(type);
        this.urns.set(declarerKey({ kind: kind.name, name, parent }), urn);
        return { session: this.session, kind: kind.boundTo?.(urn) ?? kind };
    }

    private kindOf(type: string): Kind {
        const kind = this.kinds.get(type);
        if (kind) return kind;
        throw new UnknownKindError(
            `This version of access-governance does not support the resource type ${JSON.stringify(type)}. Install a version that does.`,
        );
    }

    private program(kind: Kind, urn: string, news: Properties, ignored: readonly string[] = []): DeclaredResource {
        const { values: sentValues, secrets } = received(news);
        const values = withNulls(kind.fields, sentValues);
        const { name, parent } = urnParts(urn);
        return programOf(kind.name, {
            ...values,
            __label: name,
            ...(parent ? { __parent: parent } : {}),
            __secrets: [...new Set([...secretProperties(kind), ...secrets])],
            ...(ignored.length > 0 ? { __ignored: ignored } : {}),
        });
    }

    private state(kind: Kind, properties: Properties) {
        return parseState(kind.name, received(properties).values);
    }
}

/**
 * Replaces inputs that a program could not declare, such as an expiration later than the maximum duration, with the last input, if there is
 * one. Otherwise the next check could fail, because the engine passes it the properties in `ignoreChanges` as if the program had declared
 * them.
 */
function declarable({ fields }: Kind, inputs: Properties, last: Properties): Properties {
    const entries = Object.entries(inputs).flatMap(([name, value]) => {
        if (name.startsWith("__")) return name === EXPLICIT ? [[name, value]] : [];
        const isGiven = value === null || fields[name]?.safeParse(value).success;
        return isGiven || !(name in last) ? [[name, value]] : [[name, last[name]]];
    });
    return Object.fromEntries(entries);
}

/** Errors of a read that other settings may avoid. */
const REFUSALS = [UnauthorizedError, ForbiddenError, UnreachableError, WrongOrganizationError];

const UNREAD = "unread";

const GONE: ReadObject = { id: "", properties: {}, inputs: {} };

function callerOf(program: DeclaredResource): WriteCaller {
    return { resource: program.resource, secrets: program.secrets, properties: program.given };
}

/** Returns the type, the name, and the URN of the enclosing component without the component's name (empty if there is none). */
function urnParts(urn: string): { type: string; name: string; parent: string } {
    const [stack = "", project = "", types = "", ...name] = urn.split("::");
    const [type = "", ...parents] = types.split("$").reverse();
    const parent = parents.length > 0 ? [stack, project, parents.reverse().join("$")].join("::") : "";
    return { type, name: name.join("::"), parent };
}
