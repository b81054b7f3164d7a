import { z } from "zod";
import { operations } from "../../../api/generated/operations.gen.js";
import { StartError } from "../http/errors.js";
import { validationText } from "../http/validation.js";
import { readJsonFile } from "../storage/organization-file.js";
import type { Duration, FaultAnswer, FaultSet, OperationPattern } from "./faults.js";

/** Faults in JSON format. */
export interface FaultsForm {
    /** Seed for the random numbers of rates and delays. The same seed and the same calls cause the same faults. */
    readonly seed?: number;
    readonly faults: readonly {
        /** Operations that are affected. Default: all. */
        readonly operations?: readonly OperationPattern[];
        /** Maximum number of calls to affect. Default: unlimited. */
        readonly count?: number;
        readonly skip?: number;
        readonly rate?: number;
        readonly when?: "before" | "after";
        readonly answer: FaultAnswer;
    }[];
}

/** Validates faults. @param source how error messages refer to the JSON value @throws StartError if they are invalid */
export function readFaults(source: string, json: unknown): FaultSet {
    const read = form.safeParse(json);
    if (!read.success)
        throw new StartError(
            `${source} does not contain valid faults: ${validationText(read.error, "the top level")}.`,
        );
    const { faults, seed } = read.data;
    return {
        faults: faults.map(({ operations, count, ...rest }) => ({ operation: operations, times: count, ...rest })),
        seed,
    };
}

/** Reads faults from a file. @throws StartError if the file cannot be read or is invalid */
export function readFaultsFile(file: string): FaultSet {
    return readFaults(file, readJsonFile(file));
}

const ANSWERS = ["reset", "html", "truncated", "malformed"] as const;
const AREAS = new Set<string>(Object.values(operations).map((entry) => entry.area));

const whole = z.int("must be a whole number");
const positive = z.number("must be a number").positive("must be greater than 0");
const milliseconds = z.number("must be a number of milliseconds").nonnegative("must be 0 or more");

const pattern = z.custom<OperationPattern>(
    (name) =>
        typeof name === "string" &&
        (name === "*" || Object.hasOwn(operations, name) || (name.endsWith(".*") && AREAS.has(name.slice(0, -2)))),
    "must be *, the name of an operation such as getGroup, or an area such as groups.*",
);

const distribution = z.strictObject({
    uniform: z
        .tuple(
            [milliseconds, milliseconds],
            "must be a list of two numbers, the minimum and the maximum in milliseconds",
        )
        .refine(([least, most]) => least <= most, "the minimum must come first and the maximum second")
        .optional(),
    lognormal: z.strictObject({ median: positive, sigma: positive, max: positive.optional() }).optional(),
});

const duration = byType<Duration>(
    milliseconds,
    // The schema has two optional fields, and `oneOf` checks that exactly one is set. The compiler cannot infer this.
    oneOf(distribution, ["uniform", "lognormal"]) as z.ZodType<Duration>,
);

const faultAnswer = byType<FaultAnswer>(
    z.enum(ANSWERS, `must be ${ANSWERS.slice(0, -1).join(", ")} or ${ANSWERS.at(-1)}, or an object`),
    oneOf(
        z.strictObject({
            status: whole.min(400, "must be between 400 and 599").max(599, "must be between 400 and 599").optional(),
            body: z.unknown().optional(),
            headers: z
                .record(z.string(), z.string("must be text"), "must be an object of header names and values")
                .optional(),
            retryAfterSeconds: whole.nonnegative("must be 0 or more").optional(),
            delayMs: duration.optional(),
            bytesPerSecond: positive.optional(),
            staleMs: milliseconds.optional(),
            newerFields: z.record(z.string(), z.unknown(), "must be an object of paths and values").optional(),
            of: z.string("must be text").optional(),
        }),
        ["status", "delayMs", "bytesPerSecond", "staleMs", "newerFields"],
        // `oneOf` checks that exactly one of these fields is set.
    ) as z.ZodType<FaultAnswer>,
);

const form = z.strictObject({
    seed: whole.default(1),
    faults: z.array(
        z.strictObject({
            operations: z.array(pattern, "must be a list of operations").default(["*"]),
            count: whole.positive("must be 1 or more").default(Number.POSITIVE_INFINITY),
            skip: whole.nonnegative("must be 0 or more").default(0),
            rate: z
                .number("must be a number")
                .min(0, "must be between 0 and 1")
                .max(1, "must be between 0 and 1")
                .default(1),
            when: z.enum(["before", "after"], "must be before or after").default("before"),
            answer: faultAnswer,
        }),
        "must be a list",
    ),
});

/** Parses objects with the second schema, and all other values with the first. A union would only report that neither schema matches. */
function byType<T>(plain: z.ZodType<T>, object: z.ZodType<T>): z.ZodType<T, unknown> {
    return z.unknown().transform((value, context) => {
        const schema = typeof value === "object" && value !== null ? object : plain;
        const read = schema.safeParse(value);
        if (read.success) return read.data;
        for (const { message, path } of read.error.issues) {
            context.issues.push({ code: "custom", message, path: [...path], input: value });
        }
        return z.NEVER;
    });
}

function oneOf(schema: z.ZodObject, names: readonly string[]): z.ZodType {
    const words = `must have exactly one of ${names.join(", ")}`;
    return schema.refine((value) => names.filter((name) => value[name] !== undefined).length === 1, words);
}
