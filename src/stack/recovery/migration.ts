import { UsageError } from "../../common/errors.js";
import { resourceName } from "../../common/names.js";
import type { Properties } from "../../common/properties.js";
import { FORMS, type Form, type FormName, isDefaultProviderUrn } from "../../common/pulumi-type.js";
import { settingNames } from "../../provider/settings.js";
import { handlerOf, type Kind, secretProperties } from "../../provider/shapes/kind.js";
import { type DeploymentDocument, ordered, providerUrn, type StateEntry } from "../deployment.js";

export interface Migration {
    /** The converted document. If there was nothing to change, this is the same object as the input. */
    readonly document: DeploymentDocument;
    /** Number of converted resources. */
    readonly count: number;
}

/**
 * Converts the state of a stack to the other form (dynamic resources or plugin): the same objects, with the types that programs of that
 * form use. Resources of other packages are kept; only their references are renamed.
 * @throws UsageError with the next step if the state contains something that cannot be converted
 */
export function migrated(
    document: DeploymentDocument,
    to: FormName,
    kindOf: (type: string) => Kind | undefined,
): Migration {
    const [from] = formsOf(to);
    const entries = document.deployment.resources ?? [];
    const ours = entries.filter(({ type }) => type.startsWith(from.prefix));
    if (ours.length === 0) return { document, count: 0 };
    assertMovable(document, ours, kindOf);
    const providers = providersOf(entries, ours, to);
    const rename = renaming(to, providers);
    const successors = new Set<string>();
    const moved = entries.flatMap((entry) => {
        const kind = ours.includes(entry) ? kindOf(entry.type) : undefined;
        const provider = providers.get(entry.urn);
        const renamed = renamedEntry(entry, rename);
        if (kind) return [objectEntry(renamed, kind, to, providers)];
        if (!provider) return [renamed];
        const stays = provider.isShared ? [renamed] : [];
        if (successors.has(provider.urn)) return stays;
        successors.add(provider.urn);
        return [...stays, providerEntry(entry, provider, ours, to)];
    });
    const deployment = { ...document.deployment, resources: ordered(moved) };
    return { document: { ...document, deployment }, count: ours.length };
}

function formsOf(to: FormName): readonly [before: Form, after: Form] {
    return to === "plugin" ? [FORMS.dynamic, FORMS.plugin] : [FORMS.plugin, FORMS.dynamic];
}

/** A provider whose resources are converted. */
interface Moving {
    /** URN and id of the provider that serves the resources after the conversion. */
    readonly urn: string;
    readonly id: string;
    /** Whether the provider also serves resources of other packages, so that it must not be removed. */
    readonly isShared: boolean;
}

function assertMovable(
    { deployment }: DeploymentDocument,
    ours: readonly StateEntry[],
    kindOf: (type: string) => Kind | undefined,
): void {
    if ((deployment.pending_operations ?? []).length > 0)
        throw new UsageError(
            "The last run was killed, and the state has pending operations. Run `access-governance recover` or `pulumi up` first.",
        );
    const unknown = ours.find(({ type }) => !kindOf(type));
    if (unknown)
        throw new UsageError(`This version does not support the type ${unknown.type}. Install a version that does.`);
    const left = ours.find((entry) => entry.delete || entry.pendingReplacement);
    if (left) throw new UsageError(`${left.urn} is waiting to be deleted or recreated. Run \`pulumi up\` first.`);
}

function providersOf(entries: readonly StateEntry[], ours: readonly StateEntry[], to: FormName): Map<string, Moving> {
    const [theirs, others] = [ours, entries.filter((entry) => !ours.includes(entry))].map(
        (list) => new Set(list.flatMap(({ provider }) => (provider ? [providerUrn(provider)] : []))),
    );
    const moving = new Map<string, Moving>();
    const moved = new Map<string, string>();
    for (const { urn, id = "" } of entries) {
        if (!theirs?.has(urn)) continue;
        const isShared = others?.has(urn) ?? false;
        if (isShared && !isDefaultProviderUrn(urn))
            throw new UsageError(
                `${urn} also serves resources of other packages. Assign those to a different provider first.`,
            );
        const [stack = "", project = ""] = urn.split("::");
        const successor = [
            stack,
            project,
            FORMS[to].provider,
            isDefaultProviderUrn(urn) ? "default" : resourceName(urn),
        ].join("::");
        moving.set(urn, { urn: successor, id: moved.get(successor) ?? id, isShared });
        moved.set(successor, moved.get(successor) ?? id);
    }
    return moving;
}

/** Returns a function that maps each URN to its new URN. */
function renaming(to: FormName, providers: ReadonlyMap<string, Moving>) {
    const [before, after] = formsOf(to);
    return (urn: string): string => {
        const moving = providers.get(urn);
        if (moving && !moving.isShared) return moving.urn;
        const [stack = "", project = "", types = "", ...name] = urn.split("::");
        const renamed = types
            .split("$")
            .map((type) =>
                type.startsWith(before.prefix) ? `${after.prefix}${type.slice(before.prefix.length)}` : type,
            );
        return [stack, project, renamed.join("$"), ...name].join("::");
    };
}

type Rename = ReturnType<typeof renaming>;

function renamedEntry(entry: StateEntry, rename: Rename): StateEntry {
    const list = (urns: readonly string[]): string[] => urns.map((urn) => rename(urn));
    const { aliases, dependencies, propertyDependencies: byProperty } = entry;
    const isList = (value: unknown): value is string[] =>
        Array.isArray(value) && value.every((one) => typeof one === "string");
    return {
        ...entry,
        urn: rename(entry.urn),
        ...(entry.parent !== undefined && { parent: rename(entry.parent) }),
        ...(dependencies && { dependencies: list(dependencies) }),
        ...(byProperty && {
            propertyDependencies: Object.fromEntries(
                Object.entries(byProperty).map(([name, urns]) => [name, urns && list(urns)]),
            ),
        }),
        ...(entry.deletedWith !== undefined && { deletedWith: rename(entry.deletedWith) }),
        ...(isList(aliases) && { aliases: list(aliases) }),
        outputs: entry.outputs && withParent(entry.outputs, rename),
    };
}

function withParent(properties: Properties, rename: Rename): Properties {
    const { __parent: parent } = properties;
    return typeof parent === "string" ? { ...properties, __parent: rename(parent) } : properties;
}

/** Metadata of dynamic resources that the plugin does not use. */
const DYNAMIC_ONLY: ReadonlySet<string> = new Set([
    "__provider",
    "__import",
    "__adopt",
    "__ids",
    "__replacing",
    "__fault",
]);

function objectEntry(entry: StateEntry, kind: Kind, to: FormName, providers: ReadonlyMap<string, Moving>): StateEntry {
    const { inputs = {}, outputs = {}, provider, refreshBeforeUpdate: _, ...rest } = entry;
    const without = (properties: Properties, isLeft: (name: string) => boolean): Properties =>
        Object.fromEntries(Object.entries(properties).filter(([name]) => !isLeft(name)));
    const server = provider === undefined ? undefined : providers.get(providerUrn(provider));
    const base = {
        ...rest,
        type: `${FORMS[to].prefix}${kind.name}`,
        ...(server && { provider: `${server.urn}::${server.id}` }),
    };
    if (to === "plugin")
        return {
            ...base,
            inputs: without(inputs, (name) => name.startsWith("__")),
            outputs: without(outputs, (name) => DYNAMIC_ONLY.has(name)),
        };
    const { __parent, __ignored, __secrets = secretProperties(kind) } = outputs;
    const metadata = {
        __provider: handlerOf(kind.name),
        __label: resourceName(entry.urn),
        __secrets,
        ...(__parent !== undefined && { __parent }),
        ...(__ignored !== undefined && { __ignored }),
    };
    return { ...base, inputs: { ...inputs, ...metadata }, outputs: { ...outputs, ...metadata } };
}

/**
 * Returns the provider of the other form, with the settings of `entry`. If the settings do not contain a URL, uses the URL at which its
 * objects were created.
 */
function providerEntry(
    entry: StateEntry,
    { urn, id, isShared }: Moving,
    ours: readonly StateEntry[],
    to: FormName,
): StateEntry {
    const [before, after] = formsOf(to);
    const served = ours.find(({ provider }) => provider !== undefined && providerUrn(provider) === entry.urn);
    const address = served?.outputs?.__url;
    const settings = (properties: Properties = {}): Properties => {
        // Copy only the settings: the properties of a provider also contain other values, such as a version.
        const own = settingNames.filter((name) => `${before.settings}${name}` in properties);
        const kept = own.map((name) => [`${after.settings}${name}`, properties[`${before.settings}${name}`]]);
        return { ...(address === undefined ? {} : { [`${after.settings}url`]: address }), ...Object.fromEntries(kept) };
    };
    const { inputs, outputs } = entry;
    return {
        ...entry,
        urn,
        id,
        type: after.provider,
        inputs: isShared ? settings() : settings(inputs),
        outputs: isShared ? settings() : settings(outputs),
    };
}
