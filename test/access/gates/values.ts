import { z } from "zod";
import { insideOf, marksOf } from "../../../src/provider/schema/fields.js";
import { referredBy } from "../../../src/provider/schema/references.js";
import type { Kind } from "../../../src/provider/shapes/kind.js";
import type { Dice } from "../../proofs/simulator/dice.js";
import type { Value } from "../../proofs/simulator/program.js";
import { LEVELS, TAGS } from "./organization.js";
import type { Args } from "./programs.js";

/** Returns ids or references of the objects of a kind, such as `Group`. */
export type Pools = (source: string) => readonly string[];

/** A change of one property, with the old and new value of the innermost changed field. */
export interface Redrawn {
    readonly value: Value;
    /** Path of the outermost new object or, if there is none, of the innermost changed field. */
    readonly path: string;
    readonly from: Value | undefined;
    readonly to: Value | undefined;
    /** The other fields of the innermost object, before the change. */
    readonly siblings: Args;
}

/** Values of fields whose schema does not specify which values the service accepts. */
const WORDS: Readonly<Record<string, readonly Value[]>> = {
    groupType: ["SVC_GROUP"],
    resourceType: ["CUSTOM"],
    scriptType: ["REQUEST_REVIEW"],
    targetType: ["GROUP"],
    appType: ["CUSTOM"],
    thirdPartyProvider: ["SLACK", "PAGER_DUTY", "NOTION"],
    sourceKind: ["DOCUMENT"],
    authType: ["NONE"],
    timezone: ["Europe/Oslo", "Asia/Tokyo"],
    cronExpression: ["0 9 1 * *", "0 9 2 * *"],
    accessLevelRemoteId: ["", "", "", ...LEVELS],
    enabledConnectors: [["SLACK"], ["SLACK", "JIRA"], []],
    key: TAGS.map(({ key }) => key),
    value: TAGS.map(({ value }) => value),
    query: [{ principalFilter: { entityTypes: ["USER"] }, entitlementFilter: { entityTypes: ["GROUP"] } }],
    attributeSelectors: [[{ attribute: "HR_IDP_STATUS", values: ["ACTIVE"] }], []],
    script: ["def main(request):\n    return request.approve()\n", "def main(request):\n    return request.deny()\n"],
    startTime: ["2026-02-01T00:00:00Z", "2027-02-01T00:00:00Z"],
    endTime: ["2026-12-01T00:00:00Z", "2027-12-01T00:00:00Z"],
    startDate: ["2027-01-01T00:00:00Z"],
    endDate: ["2027-02-01T00:00:00Z"],
    reminderSchedule: [[1], [1, 7]],
    customFields: [
        [{ name: "Ticket", type: "SHORT_TEXT", required: true }],
        [{ name: "Reason", type: "SHORT_TEXT", required: false }],
    ],
    remoteInfo: [{}],
};
/** Kinds that a field refers to, for fields whose name does not show it. */
const SOURCES: Readonly<Record<string, string>> = { serviceUserIds: "Paladin", targetIds: "Group" };
const NUMBERS = [0, 1, 5, 60, 1440, -1];
const ATTEMPTS = 25;

/** Draws random values that fit the schemas of kinds. */
export class Values {
    constructor(
        private readonly dice: Dice,
        private readonly pools: Pools,
    ) {}

    /** Draws valid arguments. Returns undefined if the organization lacks an object that they must refer to. */
    declaration({ fields, schema }: Kind): Args | undefined {
        return this.#valid(schema, () => this.#object(fields));
    }

    /** Draws another value at a path such as `requestConfigurations.autoApproval`. */
    change({ fields, schema }: Kind, args: Args, path: string): Redrawn | undefined {
        const [name = "", ...steps] = path.split(".");
        for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
            const drawn = this.#redrawn(args[name], fields[name], name, steps, args, name);
            if (drawn === undefined || JSON.stringify(drawn.from ?? null) === JSON.stringify(drawn.to ?? null))
                continue;
            if (isAccepted(schema, { ...args, [name]: drawn.value })) return drawn;
        }
        return undefined;
    }

    #redrawn(
        value: Value | undefined,
        schema: z.ZodType | undefined,
        name: string,
        steps: readonly string[],
        siblings: Args,
        path: string,
    ): Redrawn | undefined {
        const [step, ...rest] = steps;
        const { shape, element } = insideOf(schema);
        if (step === undefined) {
            const drawn = this.#draw(schema, name);
            // Two lists usually differ in one element.
            const isPart = isList(value) && isList(drawn) && this.dice.chance(0.5);
            const to = isPart ? [...new Set([...value, ...drawn])] : drawn;
            return to === undefined ? undefined : { value: to, path, from: value, to, siblings };
        }
        if (value === undefined || value === null || (isList(value) && value.length === 0)) {
            const to = this.#draw(schema, name);
            return to === undefined ? undefined : { value: to, path, from: undefined, to, siblings };
        }
        if (element !== undefined) {
            if (!isList(value)) return undefined;
            const place = this.dice.below(value.length);
            const inner = this.#redrawn(value[place], element, name, steps, {}, path);
            return inner && { ...inner, value: value.with(place, inner.value) };
        }
        if (!isArgs(value)) return undefined;
        const inner = this.#redrawn(value[step], shape?.[step], step, rest, value, `${path}.${step}`);
        return inner && { ...inner, value: { ...value, [step]: inner.value } };
    }

    /** Draws an object that a schema accepts: the required fields and some optional ones. */
    #object(shape: Readonly<Record<string, z.ZodType>>): Args {
        const entries = Object.entries(shape).flatMap(([name, schema]): [string, Value][] => {
            if (schema.safeParse(undefined).success && this.dice.chance(0.7)) return [];
            const value = this.#draw(schema, name);
            return value === undefined ? [] : [[name, value]];
        });
        return Object.fromEntries(entries);
    }

    #draw(schema: z.ZodType | undefined, name: string): Value | undefined {
        const words = WORDS[name]?.filter((word) => schema?.safeParse(word).success);
        if (words && words.length > 0) return this.dice.pick(words);
        const { shape, element } = insideOf(schema);
        if (shape) return this.#valid(schema, () => this.#object(shape));
        if (element)
            return this.#valid(schema, () => {
                const items = Array.from({ length: this.dice.below(3) }, () => this.#draw(element, name));
                return ranked([...new Map(items.map((item) => [JSON.stringify(item), item ?? null])).values()]);
            });
        const plain = unwrapped(schema);
        if (plain instanceof z.ZodGUID)
            return this.dice.maybe(this.pools(SOURCES[name] ?? referredBy(schema) ?? "App"));
        if (plain instanceof z.ZodBoolean) return this.dice.chance(0.5);
        if (plain instanceof z.ZodEnum) return String(this.dice.pick(plain.options));
        const drawn = `${this.dice.below(1000)}`;
        const others = [`${name} ${drawn}`, `https://${drawn}.example/`, `u${drawn}@tidewater.example`];
        const candidates: Value[] = plain instanceof z.ZodNumber ? NUMBERS : others;
        const accepted = candidates.filter((one) => schema?.safeParse(one).success);
        return plain instanceof z.ZodNumber ? this.dice.maybe(accepted) : accepted[0];
    }

    #valid<T extends Value>(schema: z.ZodType | undefined, draw: () => T): T | undefined {
        for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
            const drawn = draw();
            if (schema && isAccepted(schema, drawn)) return drawn;
        }
        return undefined;
    }
}

/** Paths of the innermost fields that declare their relevance to access, such as `requestConfigurations.autoApproval`. */
export function pathsOf({ fields }: Pick<Kind, "fields">): string[] {
    return Object.entries(fields).flatMap(([name, schema]) => pathsIn(schema, name));
}

function pathsIn(schema: z.ZodType | undefined, path: string): string[] {
    const { shape = {}, element } = insideOf(schema);
    const isWhole = marksOf(schema).access?.relevance === "irrelevant" || !hasStatements(schema);
    if (isWhole) return [path];
    if (element) return pathsIn(element, path);
    return Object.entries(shape).flatMap(([name, inner]) => pathsIn(inner, `${path}.${name}`));
}

/** Returns whether a nested field declares its relevance to access. */
function hasStatements(schema: z.ZodType | undefined): boolean {
    const { shape = {}, element } = insideOf(schema);
    const inside = [...Object.values(shape), ...(element ? [element] : [])];
    return inside.some((inner) => marksOf(inner).access !== undefined || hasStatements(inner));
}

/** Returns whether a schema accepts the value after each reference is replaced by an id. */
function isAccepted(schema: z.ZodType, value: Value): boolean {
    const ids = new Map<string, string>();
    const idOf = (reference: string): string => {
        const id = ids.get(reference) ?? `"00000000-0000-4000-8000-${`${ids.size}`.padStart(12, "0")}"`;
        ids.set(reference, id);
        return id;
    };
    return schema.safeParse(JSON.parse(JSON.stringify(value).replaceAll(/"@[=~][^"]*"/g, idOf))).success;
}

/** Numbers the priorities of request configurations from 0. All but the first must have a condition. */
function ranked(items: Value[]): Value[] {
    const isRanked = items.some((item) => isArgs(item) && "priority" in item);
    if (!isRanked) return items;
    const rules = items.filter(isArgs);
    const others = rules.slice(1).filter(({ condition }) => condition);
    return [...rules.slice(0, 1).map(({ condition: _, ...rule }) => rule), ...others].map((one, priority) => ({
        ...one,
        priority,
    }));
}

function unwrapped(schema: z.ZodType | undefined): unknown {
    return schema instanceof z.ZodOptional || schema instanceof z.ZodNullable
        ? // The wrapped schema of a `z` schema is a `z` schema.
          unwrapped(schema.unwrap() as z.ZodType)
        : schema;
}

function isList(value: Value | undefined): value is readonly Value[] {
    return Array.isArray(value);
}

function isArgs(value: Value | undefined): value is Args {
    return typeof value === "object" && value !== null && !Array.isArray(value);
}
