// The operations that an engine must perform, as data. Each scenario starts from an empty stack and an empty world.

import type { RefreshOptions, UpdateOptions } from "../../../src/local/engine/contract/stack.js";

/** A value of the program: JSON, or one of {$ref, output?}, {$from, output}, {$config}, {$secretConfig}, {$secret}, {$apply, prefix?}. */
export type Value = unknown;

export interface Declaration {
    kind: "Entity" | "Facet" | "Edge" | "Folder" | "Provider" | "Reference";
    name: string;
    args?: Record<string, Value>;
    /** Output properties the class declares and the program does not set. */
    outputs?: string[];
    options?: {
        parent?: string;
        provider?: string;
        deletedWith?: string;
        dependsOn?: string[];
        aliases?: string[];
        [option: string]: unknown;
    };
}

export interface Program {
    /** Lines on stdout and stderr. */
    prints?: { out?: string; err?: string };
    resources: Declaration[];
    exports?: Record<string, Value>;
}

/** A prepared answer of the provider; see probe/provider.js. */
export interface Answer {
    kind?: string;
    name?: string;
    method: string;
    waitMs?: number;
    /** Writes a file "held", and waits for a file "released". */
    isHeld?: boolean;
    returns?: unknown;
    throw?: { message: string; id?: string; properties?: object; reasons?: string[] };
    /** Performs the normal operation before throwing. */
    apply?: boolean;
}

export interface World {
    objects: Record<string, Record<string, unknown>>;
    made: Record<string, number>;
    answers: Answer[];
    /** What a provider prints when the engine stops it. */
    last?: string;
}

export interface ScenarioStep {
    run: "preview" | "up" | "refresh" | "destroy";
    /** Default: "dev". All stacks of a scenario share a backend. Each stack keeps the last program that it was given. */
    stack?: string;
    /** Options of the operation, with names of entities without a parent instead of URNs. */
    options?: UpdateOptions & RefreshOptions;
    /** The program from this step on. */
    program?: Program;
    /** Changes to the world outside the program. Answers apply only to this step. */
    outside?: {
        gone?: string[];
        changed?: Record<string, Record<string, unknown>>;
        answers?: Answer[];
        /** Stacks whose state is removed from the backend. */
        removedStacks?: string[];
        /** What a provider prints when the engine stops it. */
        last?: string;
    };
    /** Stack configuration to set before the step. */
    config?: Record<string, string>;
    note?: string;
}

export interface Scenario {
    name: string;
    about: string;
    config?: Record<string, string | { secret: string }>;
    env?: Record<string, string>;
    steps: ScenarioStep[];
}

const entity = (args: Record<string, Value> = {}, options?: Declaration["options"], name = "a"): Declaration => ({
    kind: "Entity",
    name,
    args: { name, title: "One", ...args },
    outputs: ["size"],
    ...(options && { options }),
});
/** An entity with an object and a list of objects. */
const nested = (ignoreChanges: string[], shape: Value, parts: Value): Declaration =>
    entity({ shape, parts }, { ignoreChanges });
const paths = ["shape.color", 'parts[0]["value"]', "shape.none"];
const facet = (args: Record<string, Value> = {}, options?: Declaration["options"], name = "f"): Declaration => ({
    kind: "Facet",
    name,
    args: { entity: { $ref: "a" }, text: "hello", ...args },
    ...(options && { options }),
});
const edge = (args: Record<string, Value> = {}, options?: Declaration["options"], name = "e"): Declaration => ({
    kind: "Edge",
    name,
    args: { from: { $ref: "a" }, to: { $ref: "b" }, level: "read", ...args },
    ...(options && { options }),
});
const b = (args: Record<string, Value> = {}, options?: Declaration["options"]) => entity(args, options, "b");
const got: Declaration = {
    kind: "Entity",
    name: "got",
    outputs: ["name", "title", "size"],
    options: { id: "Entity:a" },
};
const program = (...resources: Declaration[]): Program => ({ resources });
const throws = (method: string, name: string, message: string, rest: Partial<Answer> = {}): Answer => ({
    method,
    name,
    throw: { message },
    ...rest,
});

const basic: Program = {
    resources: [entity(), b(), facet(), edge()],
    exports: { size: { $ref: "a", output: "size" }, edge: { $ref: "e" } },
};

const basics: Scenario[] = [
    {
        name: "create",
        about: "Everything is made, nothing changes afterwards, everything is deleted.",
        steps: [
            { run: "preview", program: basic },
            { run: "preview", options: { expectNoChanges: true } },
            { run: "up" },
            { run: "preview", options: { expectNoChanges: true } },
            { run: "preview", options: { refresh: true, expectNoChanges: true } },
            { run: "up", options: { expectNoChanges: true } },
            { run: "refresh", options: { expectNoChanges: true } },
            { run: "refresh", options: { previewOnly: true, expectNoChanges: true } },
            { run: "destroy" },
            { run: "destroy", note: "of an empty stack" },
            { run: "refresh", note: "of an empty stack" },
        ],
    },
    {
        name: "preview-first",
        about: "up with its preview: who is asked twice, and by which process.",
        steps: [
            { run: "up", options: { previewFirst: true }, program: basic },
            { run: "up", options: { previewFirst: true }, program: program(entity({ title: "Two" }), b()) },
        ],
    },
    {
        name: "update",
        about: "A property that is updated in place, with dependents on its id and on an output.",
        steps: [
            {
                run: "up",
                program: program(
                    entity(),
                    facet({ text: { $ref: "a", output: "size" } }),
                    facet({ entity: "x" }, { dependsOn: ["a"] }, "g"),
                ),
            },
            {
                run: "preview",
                program: program(
                    entity({ title: "Second" }),
                    facet({ text: { $ref: "a", output: "size" } }),
                    facet({ entity: "x" }, { dependsOn: ["a"] }, "g"),
                ),
            },
            { run: "up" },
            { run: "preview", options: { expectNoChanges: true } },
        ],
    },
    {
        name: "parallel-diff",
        about: "The same with PULUMI_PARALLEL_DIFF=true.",
        steps: [
            { run: "up", program: basic },
            { run: "preview", options: { parallelDiff: true } },
            {
                run: "up",
                options: { parallelDiff: true },
                program: {
                    ...basic,
                    resources: [entity({ title: "Two" }), b(), facet(), edge({ level: "write" })],
                },
            },
        ],
    },
    {
        name: "replace",
        about: "A key changes: the new one is made first, dependents follow, the old one is deleted last.",
        steps: [
            { run: "up", program: program(entity(), facet(), b()) },
            { run: "preview", program: program(entity({ name: "aa" }), facet(), b()) },
            { run: "up" },
            { run: "preview", options: { expectNoChanges: true } },
        ],
    },
    {
        name: "replace-delete-first",
        about: "A key changes and diff answers deleteBeforeReplace: dependents are deleted first where they must be replaced too.",
        steps: [
            {
                run: "up",
                program: program(
                    entity({ deleteFirst: true }),
                    facet(),
                    b(),
                    facet({ entity: "x" }, { dependsOn: ["a"] }, "g"),
                ),
            },
            {
                run: "preview",
                program: program(
                    entity({ deleteFirst: true, name: "aa" }),
                    facet(),
                    b(),
                    facet({ entity: "x" }, { dependsOn: ["a"] }, "g"),
                ),
            },
            { run: "up" },
            { run: "preview", options: { expectNoChanges: true } },
        ],
    },
    {
        name: "replace-same-key",
        about: "A replacement that keeps its key, made first and deleted after: the delete gets the old id.",
        steps: [
            { run: "up", program: program(edge({ from: "x", to: "y" })) },
            {
                run: "up",
                outside: { answers: [{ method: "diff", returns: { changes: true, replaces: ["level"] } }] },
                program: program(edge({ from: "x", to: "y", level: "write" })),
            },
        ],
    },
];

const outside: Scenario[] = [
    {
        name: "drift",
        about: "A declared property is changed outside: plain preview, up.",
        steps: [
            { run: "up", program: basic },
            { run: "preview", outside: { changed: { "Entity:a": { title: "Outside" } } } },
            { run: "preview", options: { expectNoChanges: true } },
            { run: "up" },
            { run: "preview", options: { expectNoChanges: true } },
        ],
    },
    {
        name: "drift-refresh",
        about: "The same with a refresh: what preview --refresh, refresh --preview-only and refresh do with what read returns.",
        steps: [
            { run: "up", program: basic },
            { run: "preview", options: { refresh: true }, outside: { changed: { "Entity:a": { title: "Outside" } } } },
            { run: "preview", options: { refresh: true, expectNoChanges: true } },
            { run: "refresh", options: { previewOnly: true } },
            { run: "refresh", options: { previewOnly: true, expectNoChanges: true } },
            { run: "refresh", options: { expectNoChanges: true } },
            { run: "refresh", note: "again" },
            { run: "preview" },
            { run: "up", options: { refresh: true } },
            { run: "preview", options: { expectNoChanges: true } },
        ],
    },
    {
        name: "drift-diff-says-no",
        about: "read returns something else, and diff says no change.",
        steps: [
            { run: "up", program: program(entity()) },
            {
                run: "refresh",
                options: { previewOnly: true, expectNoChanges: true },
                outside: {
                    changed: { "Entity:a": { title: "Outside" } },
                    answers: [{ method: "diff", returns: { changes: false } }],
                },
            },
            { run: "refresh", outside: { answers: [{ method: "diff", returns: { changes: false } }] } },
            { run: "preview", outside: { answers: [{ method: "diff", returns: { changes: false } }] } },
        ],
    },
    {
        name: "read-without-inputs",
        about: "read returns only props: what becomes of the inputs.",
        steps: [
            { run: "up", program: program(entity()) },
            {
                run: "refresh",
                outside: {
                    answers: [
                        { method: "read", returns: { id: "Entity:a", props: { name: "a", title: "Live", size: 4 } } },
                    ],
                },
            },
            { run: "preview" },
        ],
    },
    {
        name: "gone",
        about: "An object is gone outside, and others depend on it: plain preview and up.",
        steps: [
            { run: "up", program: basic },
            { run: "preview", outside: { gone: ["Entity:a"] } },
            { run: "up" },
            { run: "preview", options: { expectNoChanges: true } },
        ],
    },
    {
        name: "gone-refresh",
        about: "The same with a refresh.",
        steps: [
            { run: "up", program: basic },
            { run: "preview", options: { refresh: true }, outside: { gone: ["Entity:a"] } },
            { run: "refresh", options: { previewOnly: true, expectNoChanges: true } },
            { run: "up", options: { refresh: true } },
            { run: "preview", options: { expectNoChanges: true } },
        ],
    },
    {
        name: "gone-refreshed",
        about: "A refresh that takes a gone object out of the state while others depend on it, then up.",
        steps: [
            { run: "up", program: basic },
            { run: "refresh", outside: { gone: ["Entity:a"] } },
            { run: "refresh", note: "again" },
            { run: "up" },
        ],
    },
    {
        name: "gone-protected",
        about: "Gone and protected.",
        steps: [
            { run: "up", program: program(entity({}, { protect: true }), facet()) },
            { run: "preview", outside: { gone: ["Entity:a"] } },
            { run: "up" },
            { run: "preview", options: { refresh: true } },
            { run: "up", options: { refresh: true } },
        ],
    },
    {
        name: "gone-dependent-protected",
        about: "Gone, and a dependent is protected.",
        steps: [
            { run: "up", program: program(entity(), facet({}, { protect: true })) },
            { run: "preview", outside: { gone: ["Entity:a"] } },
            { run: "preview", options: { refresh: true } },
        ],
    },
    {
        name: "read-fails",
        about: "read throws.",
        steps: [
            { run: "up", program: program(entity(), b()) },
            { run: "refresh", outside: { answers: [throws("read", "a", "no answer from the service")] } },
            {
                run: "preview",
                options: { refresh: true },
                outside: { answers: [throws("read", "a", "no answer from the service")] },
            },
        ],
    },
];

const names: Scenario[] = [
    {
        name: "rename",
        about: "Another name in the program, without an alias: the new one is made before the old one is deleted.",
        steps: [
            { run: "up", program: program(entity({}, undefined, "a"), facet()) },
            {
                run: "preview",
                program: {
                    resources: [{ ...entity(), name: "renamed" }, facet({ entity: { $ref: "renamed" } })],
                },
            },
            { run: "up" },
        ],
    },
    {
        name: "rename-alias",
        about: "Another name with an alias.",
        steps: [
            { run: "up", program: program(entity(), facet()) },
            {
                run: "preview",
                program: {
                    resources: [
                        { ...entity({}, { aliases: ["a"] }), name: "renamed" },
                        facet({ entity: { $ref: "renamed" } }),
                    ],
                },
            },
            { run: "up" },
            {
                run: "up",
                program: {
                    resources: [{ ...entity(), name: "renamed" }, facet({ entity: { $ref: "renamed" } })],
                },
                note: "the alias is taken out again",
            },
            { run: "destroy" },
        ],
    },
    {
        name: "rename-fails-elsewhere",
        about: "Another name in an up in which something else fails: the old one is deleted by the next up, in which the new one is the same.",
        steps: [
            { run: "up", program: program(entity({}, undefined, "a"), facet()) },
            {
                run: "up",
                program: {
                    resources: [
                        { ...entity(), name: "renamed" },
                        facet({ entity: { $ref: "renamed" } }),
                        facet({ entity: "x" }, { dependsOn: ["f"] }, "g"),
                    ],
                },
                outside: { answers: [throws("create", "g", "the service said 500")] },
            },
            { run: "preview" },
            { run: "up" },
        ],
    },
    {
        name: "component-fails-elsewhere",
        about: "Into a component under the same name, in an up in which something else fails.",
        steps: [
            { run: "up", program: program(facet({ entity: "x" })) },
            {
                run: "up",
                program: program(
                    { kind: "Folder", name: "box" },
                    facet({ entity: "x" }, { parent: "box" }),
                    facet({ entity: "y" }, { dependsOn: ["f"] }, "g"),
                ),
                outside: { answers: [throws("create", "g", "the service said 500")] },
            },
            { run: "up" },
        ],
    },
    {
        name: "target",
        about: "Only some resources are touched: the provider hears of no other, be it new, changed or no longer declared.",
        steps: [
            { run: "up", program: program(entity(), b(), entity({}, undefined, "d"), facet()) },
            {
                run: "preview",
                options: { targets: ["a"] },
                program: program(entity({ title: "Two" }), b({ title: "Two" }), entity({}, undefined, "new"), facet()),
            },
            { run: "up", options: { targets: ["a"] } },
            { run: "up", options: { targets: ["d"] }, note: "what is no longer declared" },
            { run: "up" },
            {
                run: "refresh",
                options: { targets: ["b"] },
                outside: { changed: { "Entity:a": { title: "Outside" }, "Entity:b": { title: "Outside" } } },
            },
            { run: "refresh", options: { targets: ["nobody"] }, note: "what no stack has: nothing is read" },
            {
                run: "up",
                options: { targets: ["renamed"] },
                program: program(b({ title: "Two" }), { ...entity({}), name: "renamed" }),
                note: "a new name for a, whose old entry stays",
            },
            { run: "up" },
        ],
    },
    {
        name: "replace-asked",
        about: "--replace: a check with empty olds and no diff, as if it were new.",
        steps: [
            { run: "up", program: program(entity(), b(), facet()) },
            { run: "preview", options: { replace: ["a"] } },
            { run: "up", options: { replace: ["a"] } },
            {
                run: "up",
                options: { replace: ["b"] },
                program: program(entity(), b({}, { deleteBeforeReplace: true }), facet()),
            },
        ],
    },
    {
        name: "removed",
        about: "Taken out of the program, dependents first.",
        steps: [
            { run: "up", program: basic },
            { run: "preview", program: program(b()) },
            { run: "up" },
            { run: "up", program: program() },
        ],
    },
    {
        name: "same-urn",
        about: "The same name twice.",
        steps: [
            { run: "preview", program: program(entity(), entity({ name: "other" }, { dependsOn: ["a"] })) },
            { run: "up" },
        ],
    },
];

const half: Answer["throw"] = {
    message: "the second call failed",
    id: "Entity:a",
    properties: { name: "a", title: "One", size: 3, __named: "a" },
    reasons: ["colour was not set: 500", "list was not set: 500"],
};
const halfProgram = program(entity({ colour: "red" }), facet());

const failures: Scenario[] = [
    {
        name: "create-partial",
        about: "create throws {message, id, properties, reasons}: preview and up after it.",
        steps: [
            {
                run: "up",
                program: halfProgram,
                outside: { answers: [{ method: "create", name: "a", apply: true, throw: half }] },
            },
            { run: "preview" },
            {
                run: "preview",
                outside: { answers: [{ method: "diff", returns: { changes: false } }] },
                note: "diff says no change",
            },
            {
                run: "up",
                outside: { answers: [{ method: "diff", returns: { changes: false } }] },
                note: "diff says no change",
            },
            { run: "preview", options: { expectNoChanges: true } },
        ],
    },
    {
        name: "create-partial-refresh",
        about: "The same, then refresh and destroy.",
        steps: [
            {
                run: "up",
                program: halfProgram,
                outside: { answers: [{ method: "create", name: "a", apply: true, throw: half }] },
            },
            { run: "refresh" },
            {
                run: "preview",
                options: { refresh: true },
                outside: { answers: [{ method: "diff", returns: { changes: false } }] },
            },
            { run: "destroy" },
        ],
    },
    {
        name: "create-partial-destroy",
        about: "The same, then destroy at once.",
        steps: [
            {
                run: "up",
                program: halfProgram,
                outside: { answers: [{ method: "create", name: "a", apply: true, throw: half }] },
            },
            { run: "destroy" },
        ],
    },
    {
        name: "update-partial",
        about: "update throws {message, id, properties, reasons}.",
        steps: [
            { run: "up", program: halfProgram },
            {
                run: "up",
                program: program(entity({ colour: "red", title: "Two" }), facet()),
                outside: {
                    answers: [
                        {
                            method: "update",
                            name: "a",
                            throw: {
                                ...half,
                                properties: { name: "a", title: "Two", colour: "red", size: 3, __named: "a" },
                            },
                        },
                    ],
                },
            },
            { run: "preview", outside: { answers: [{ method: "diff", returns: { changes: false } }] } },
            { run: "up", outside: { answers: [{ method: "diff", returns: { changes: false } }] } },
        ],
    },
    {
        name: "update-fails",
        about: "update throws a plain error: what the state says, and what is run again.",
        steps: [
            { run: "up", program: halfProgram },
            {
                run: "up",
                program: program(entity({ colour: "red", title: "Two" }), facet()),
                outside: { answers: [throws("update", "a", "the service said 500")] },
            },
            { run: "up" },
        ],
    },
    {
        name: "check-fails",
        about: "check answers failures, with and without a property; it throws; a secret is in the property.",
        steps: [
            {
                run: "preview",
                program: program(entity({ secretNote: { $secretConfig: "token" } })),
                outside: {
                    answers: [
                        {
                            method: "check",
                            name: "a",
                            returns: {
                                inputs: {},
                                failures: [
                                    { property: "title", reason: "is too short" },
                                    { property: "", reason: "title: is too short" },
                                    { property: "secretNote", reason: "is too short" },
                                ],
                            },
                        },
                    ],
                },
            },
            {
                run: "up",
                outside: {
                    answers: [
                        {
                            method: "check",
                            name: "a",
                            returns: { inputs: {}, failures: [{ property: "", reason: "title: is too short" }] },
                        },
                    ],
                },
            },
            { run: "up", outside: { answers: [throws("check", "a", "check went wrong")] } },
        ],
    },
    {
        name: "diff-fails",
        about: "diff throws.",
        steps: [
            { run: "up", program: program(entity()) },
            { run: "preview", outside: { answers: [throws("diff", "a", "diff went wrong")] } },
            { run: "up", outside: { answers: [throws("diff", "a", "diff went wrong")] } },
        ],
    },
    {
        name: "create-fails",
        about: "create fails while a slower sibling is under way: the sibling ends, its dependents are not begun.",
        steps: [
            {
                run: "up",
                program: program(entity(), b(), facet(), facet({ entity: { $ref: "b" } }, undefined, "g")),
                outside: {
                    answers: [
                        throws("create", "a", "the service said 409", { waitMs: 300 }),
                        { method: "create", name: "b", waitMs: 1500, apply: true },
                    ],
                },
            },
            { run: "up" },
        ],
    },
    {
        name: "delete-fails",
        about: "delete fails: what else is deleted, what stays.",
        steps: [
            { run: "up", program: basic },
            { run: "destroy", outside: { answers: [throws("delete", "e", "the service said 403")] } },
            { run: "up", program: program(b()), outside: { answers: [throws("delete", "a", "the service said 403")] } },
            { run: "destroy" },
        ],
    },
    {
        name: "replace-delete-fails",
        about: "The delete of a replaced object fails: it stays in the state as pending and is deleted by the next up.",
        steps: [
            { run: "up", program: program(entity(), facet()) },
            {
                run: "up",
                program: program(entity({ name: "aa" }), facet()),
                outside: { answers: [throws("delete", "a", "the service said 403")] },
            },
            { run: "preview" },
            { run: "up" },
        ],
    },
    {
        name: "replace-create-fails",
        about: "Deleted first, and the create fails.",
        steps: [
            { run: "up", program: program(entity({ deleteFirst: true }), facet()) },
            {
                run: "up",
                program: program(entity({ deleteFirst: true, name: "aa" }), facet()),
                outside: { answers: [throws("create", "a", "the service said 500")] },
            },
            { run: "preview" },
            { run: "up" },
        ],
    },
    {
        name: "replace-create-fails-removed",
        about: "Deleted first, the create fails, and then both are taken out of the program.",
        steps: [
            { run: "up", program: program(entity({ deleteFirst: true }), facet(), b()) },
            {
                run: "up",
                program: program(entity({ deleteFirst: true, name: "aa" }), facet(), b()),
                outside: { answers: [throws("create", "a", "the service said 500")] },
            },
            { run: "up", program: program(b()) },
        ],
    },
    {
        name: "program-fails",
        about: "The program throws after some resources.",
        steps: [
            { run: "up", program: program(entity(), facet({ entity: { $ref: "nobody" } })) },
            { run: "up", program: program(entity()) },
        ],
    },
    {
        name: "configure-fails",
        about: "configure throws.",
        steps: [
            {
                run: "up",
                program: program(entity()),
                outside: { answers: [{ method: "configure", throw: { message: "no token" } }] },
            },
            { run: "up" },
        ],
    },
];

const options: Scenario[] = [
    {
        name: "ignore-changes",
        about: "ignoreChanges: the new input is the old one.",
        steps: [
            { run: "up", program: program(entity({ colour: "red" }, { ignoreChanges: ["title"] })) },
            { run: "preview", program: program(entity({ colour: "red", title: "Two" }, { ignoreChanges: ["title"] })) },
            { run: "up", program: program(entity({ colour: "blue", title: "Two" }, { ignoreChanges: ["title"] })) },
            { run: "preview", outside: { changed: { "Entity:a": { title: "Outside" } } } },
            { run: "preview", options: { refresh: true } },
        ],
    },
    {
        name: "ignore-nested",
        about: "ignoreChanges of paths: only the value at the path is the old one. Paths that one side lacks have no effect.",
        steps: [
            { run: "up", program: program(nested(paths, { color: "red", size: 1 }, [{ key: "x", value: 1 }])) },
            {
                run: "preview",
                program: program(nested(paths, { color: "blue", size: 2 }, [{ key: "y", value: 2, more: 3 }])),
            },
            { run: "up" },
            { run: "up", program: program(nested(paths, { size: 3 }, [{ key: "z" }, { key: "second", value: 5 }])) },
            {
                run: "up",
                program: program(nested(["shape.*", "parts[*].value"], { size: 4 }, [{ key: "w" }, { key: "x" }])),
            },
        ],
    },
    {
        name: "get",
        about: "static get: an object that is only read.",
        steps: [
            { run: "up", program: program(entity()) },
            {
                run: "preview",
                program: program(
                    entity(),
                    got,
                    facet({ entity: { $ref: "got" }, text: { $ref: "got", output: "title" } }),
                ),
            },
            { run: "up" },
            { run: "up", note: "again" },
            { run: "refresh" },
            { run: "preview", outside: { gone: ["Entity:a"] } },
            { run: "up", program: program(got) },
            { run: "up", outside: { answers: [throws("read", "got", "there is no Entity:a")] } },
            { run: "destroy" },
        ],
    },
    {
        name: "missing-output",
        about: "create and update return no value for a declared output.",
        steps: [
            {
                run: "up",
                program: {
                    resources: [entity(), facet({ text: { $ref: "a", output: "never" } })].map((r) =>
                        r.name === "a" ? { ...r, outputs: ["size", "never"] } : r,
                    ),
                },
            },
            { run: "preview" },
            { run: "up" },
        ],
    },
    {
        name: "secrets",
        about: "Secret inputs, from config and from pulumi.secret, at the top and inside; the same value under another output name.",
        steps: [
            {
                run: "up",
                program: {
                    resources: [
                        entity({
                            secretNote: { $secretConfig: "token" },
                            list: [{ $secret: "inner" }, "open"],
                            title: { $apply: { $secretConfig: "token" }, prefix: "said " },
                        }),
                        facet({ text: { $ref: "a", output: "secretNote" } }),
                    ],
                    exports: { note: { $ref: "a", output: "secretNote" }, size: { $ref: "a", output: "size" } },
                },
                outside: {
                    answers: [
                        {
                            method: "create",
                            name: "a",
                            returns: {
                                id: "Entity:a",
                                outs: {
                                    name: "a",
                                    title: "said hush",
                                    secretNote: "hush",
                                    list: ["inner", "open"],
                                    size: 9,
                                    other: "hush",
                                    __named: "a",
                                },
                            },
                        },
                    ],
                },
            },
            {
                run: "refresh",
                outside: {
                    changed: {
                        "Entity:a": { name: "a", title: "said hush", secretNote: "rush", list: ["inner", "open"] },
                    },
                },
            },
            { run: "up" },
            { run: "preview", options: { refresh: true, expectNoChanges: true } },
        ],
    },
    {
        name: "secret-outputs",
        about: "additionalSecretOutputs.",
        steps: [
            { run: "up", program: program(entity({}, { additionalSecretOutputs: ["size"] })) },
            { run: "up", program: program(entity({ title: "Three" }, { additionalSecretOutputs: ["size"] })) },
            { run: "refresh" },
        ],
    },
    {
        name: "provider",
        about: "An explicit provider with a configuration of its own, next to the default one.",
        steps: [
            {
                run: "preview",
                program: program(
                    {
                        kind: "Provider",
                        name: "south",
                        args: { "probe:region": "south", "probe:token": { $secretConfig: "token" } },
                    },
                    entity({}, { provider: "south" }),
                    b(),
                ),
            },
            { run: "up" },
            { run: "preview", options: { expectNoChanges: true } },
            {
                run: "up",
                program: program(
                    {
                        kind: "Provider",
                        name: "south",
                        args: { "probe:region": "far south", "probe:token": { $secretConfig: "token" } },
                    },
                    entity({}, { provider: "south" }),
                    b(),
                ),
            },
            { run: "refresh" },
            { run: "up", program: program(b()) },
            { run: "destroy" },
        ],
    },
    {
        name: "provider-unknown",
        about: "An explicit provider whose configuration is not known in preview.",
        steps: [
            {
                run: "preview",
                program: program(
                    b(),
                    { kind: "Provider", name: "south", args: { "probe:region": { $ref: "b" } } },
                    entity({}, { provider: "south" }),
                ),
            },
            { run: "up" },
            { run: "preview" },
        ],
    },
    {
        name: "config",
        about: "What configure sees of the stack's configuration, and of a changed one: refresh and destroy see the state's.",
        config: { "probe:region": "east", "other:key": "x" },
        steps: [
            { run: "up", program: program(entity({ title: { $config: "region" } })) },
            { run: "preview", config: { "probe:region": "west" } },
            { run: "refresh" },
            { run: "preview", options: { refresh: true } },
            { run: "destroy" },
        ],
    },
    {
        name: "config-after-up",
        about: "A changed configuration after an up took it over.",
        steps: [
            { run: "up", program: program(entity()) },
            { run: "up", config: { "probe:region": "west" } },
            { run: "refresh" },
        ],
    },
    {
        name: "prints",
        about: "Lines that the program prints.",
        steps: [{ run: "up", program: { prints: { out: "to stdout", err: "to stderr" }, resources: [entity()] } }],
    },
    {
        name: "provider-ends",
        about: "What a provider prints when the engine ends it.",
        steps: [
            { run: "preview", program: program(entity()), outside: { last: "that was all" } },
            { run: "up" },
            { run: "refresh" },
            { run: "preview", options: { refresh: true } },
            { run: "preview", outside: { gone: ["Entity:a"] } },
            { run: "destroy" },
        ],
    },
    {
        name: "undefined-output",
        about: "create returns undefined in its outputs.",
        steps: [
            {
                run: "up",
                program: program(entity()),
                outside: {
                    answers: [
                        {
                            method: "create",
                            apply: true,
                            returns: { id: "Entity:a", outs: { name: "a", title: "One", size: "(undefined)" } },
                        },
                    ],
                },
            },
            { run: "up" },
        ],
    },
    {
        name: "null-output",
        about: "create returns null for a declared output.",
        steps: [
            {
                run: "up",
                program: program(
                    { ...entity(), outputs: ["size", "never"] },
                    facet({ text: { $ref: "a", output: "never" } }),
                ),
                outside: {
                    answers: [
                        {
                            method: "create",
                            name: "a",
                            apply: true,
                            returns: { id: "Entity:a", outs: { name: "a", title: "One", never: null, __named: "a" } },
                        },
                    ],
                },
            },
            { run: "preview", options: { expectNoChanges: true } },
        ],
    },
    {
        name: "unknowns",
        about: "Values that are not known in preview: in place of a property, in a list, in an object, of an object to be replaced.",
        steps: [
            {
                run: "preview",
                program: program(
                    b(),
                    entity({
                        title: { $ref: "b", output: "size" },
                        list: ["x", { $ref: "b" }],
                        colour: { of: { $ref: "b" } },
                    }),
                ),
            },
            { run: "up" },
            {
                run: "preview",
                program: program(
                    b({ title: "Other" }),
                    entity({
                        title: { $ref: "b", output: "size" },
                        list: ["x", { $ref: "b" }],
                        colour: { of: { $ref: "b" } },
                    }),
                ),
            },
            {
                run: "preview",
                program: program(
                    b({ name: "bb" }),
                    entity({
                        title: { $ref: "b", output: "size" },
                        list: ["x", { $ref: "b" }],
                        colour: { of: { $ref: "b" } },
                    }),
                ),
            },
        ],
    },
    {
        name: "component",
        about: "A component as parent.",
        steps: [
            {
                run: "up",
                program: program(
                    { kind: "Folder", name: "box" },
                    entity({}, { parent: "box" }),
                    facet({}, { parent: "a" }),
                ),
            },
            { run: "preview", options: { expectNoChanges: true } },
            {
                run: "up",
                program: program(entity(), facet({}, { parent: "a" })),
                note: "out of the component without an alias",
            },
            { run: "destroy" },
        ],
    },
    {
        name: "protect",
        about: "protect: replace, removal, destroy.",
        steps: [
            { run: "up", program: program(entity({}, { protect: true }), b()) },
            { run: "preview", program: program(entity({ name: "aa" }, { protect: true }), b()) },
            { run: "up", program: program(b()) },
            { run: "destroy" },
            { run: "up", program: program(entity(), b()), note: "protect is taken out" },
            { run: "destroy" },
        ],
    },
    {
        name: "retain",
        about: "retainOnDelete: no call, the object stays.",
        steps: [
            { run: "up", program: program(entity({}, { retainOnDelete: true }), b()) },
            { run: "up", program: program(entity({ name: "aa" }, { retainOnDelete: true }), b()) },
            { run: "up", program: program(b()) },
        ],
    },
    {
        name: "deleted-with",
        about: "deletedWith: no call for what goes with another.",
        steps: [{ run: "up", program: program(entity(), facet({}, { deletedWith: "a" })) }, { run: "destroy" }],
    },
    {
        name: "delete-first-option",
        about: "The resource option deleteBeforeReplace, where diff does not ask for it.",
        steps: [
            { run: "up", program: program(entity({}, { deleteBeforeReplace: true }), facet()) },
            { run: "up", program: program(entity({ name: "aa" }, { deleteBeforeReplace: true }), facet()) },
        ],
    },
    {
        name: "check-changes-inputs",
        about: "check returns other inputs than it got: what diff, create, state and the next check get.",
        steps: [
            {
                run: "up",
                program: program(entity()),
                outside: {
                    answers: [
                        {
                            method: "check",
                            name: "a",
                            returns: { inputs: { name: "a", title: "Checked", colour: "added", __named: "a" } },
                        },
                    ],
                },
            },
            { run: "preview", note: "check returns the inputs as given" },
            { run: "up" },
        ],
    },
    {
        name: "hidden-inputs",
        about: "A hidden input changes and diff says no change: what is called, what the state keeps.",
        steps: [
            { run: "up", program: program(entity({ __declared: ["title"] })) },
            {
                run: "preview",
                options: { expectNoChanges: true },
                program: program(entity({ __declared: ["title", "colour"] })),
            },
            { run: "up" },
            { run: "preview" },
        ],
    },
];

const OTHER = "organization/probe/other";
const reference = (name = OTHER): Declaration => ({ kind: "Reference", name });
const from = (output: string) => ({ $from: OTHER, output });
const given = (exports: Record<string, Value>): Program => ({ resources: [], exports });
const reading: Program = {
    resources: [reference(), entity({ title: from("text"), secretNote: from("hush") })],
    exports: { nested: from("nested"), text: from("text"), nothing: from("nothing") },
};

const references: Scenario[] = [
    {
        name: "reference",
        about: "A program reads the outputs of another stack: when, what of it is secret, what the state keeps.",
        steps: [
            {
                run: "up",
                stack: "other",
                program: given({
                    text: "One",
                    hush: { $secret: "quiet" },
                    nested: { open: [1, null], closed: { $secret: "deep" } },
                }),
            },
            { run: "preview", program: reading },
            { run: "up" },
            { run: "preview", options: { refresh: true, expectNoChanges: true } },
            {
                run: "up",
                stack: "other",
                program: given({ text: "Two", hush: { $secret: "quiet" }, nested: "plain" }),
            },
            { run: "preview", options: { expectNoChanges: true } },
            { run: "refresh", options: { previewOnly: true, expectNoChanges: true } },
            { run: "refresh", options: { expectNoChanges: true } },
            { run: "preview", options: { refresh: true } },
            { run: "up" },
            { run: "up", program: program(entity()), note: "the program no longer reads the other stack" },
            { run: "up", program: reading },
            { run: "destroy" },
        ],
    },
    {
        name: "reference-missing",
        about: "References to stacks that are not there, or are not named as stacks are.",
        steps: [
            { run: "preview", program: program(reference("organization/probe/nobody")) },
            { run: "up" },
            { run: "preview", program: program(reference("nobody")) },
            { run: "preview", program: program(reference("probe/other")) },
            { run: "preview", program: program(reference("organization/probe/other one")) },
            { run: "preview", program: program(reference("organization/probe/other/")) },
        ],
    },
    {
        name: "reference-gone",
        about: "The stack that was read is emptied, then removed: what a preview, a refresh and a destroy of the reader do.",
        steps: [
            { run: "up", stack: "other", program: given({ text: "One", hush: { $secret: "quiet" } }) },
            { run: "up", program: reading },
            { run: "destroy", stack: "other" },
            { run: "preview", note: "the other stack is there, without outputs" },
            { run: "refresh", options: { previewOnly: true } },
            { run: "preview", outside: { removedStacks: ["other"] } },
            { run: "preview", options: { refresh: true } },
            { run: "refresh", note: "everything else is read" },
            { run: "destroy" },
        ],
    },
];

export const scenarios: Scenario[] = [...basics, ...outside, ...names, ...failures, ...options, ...references];
