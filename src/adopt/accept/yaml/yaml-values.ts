import { type FieldSchema, nullStandIn } from "../../../kernel.js";
import { type Expression, NameReference } from "../../export/program/expression.js";
import { escapedText } from "../../export/program/yaml.js";
import type { LookedUp } from "../edits/lookups.js";
import { declaredPart, valueExpression } from "../edits/value-expression.js";
import { NotEditableYaml } from "./yaml-program.js";
import type { YamlReferences } from "./yaml-references.js";

/** Converts live values to expressions of the program, for one resource. */
export interface YamlValues {
    /** @throws NotEditableYaml if the program cannot declare the value */
    expression(live: unknown, schema: FieldSchema): Expression;
    /** The lookups that the expressions need and the program does not have yet. */
    readonly lookups: readonly LookedUp[];
}

/**
 * @param key key of the resource that the values are for
 * @param isAdding whether expressions may need new lookups; otherwise they have ids instead
 */
export function yamlValues(references: YamlReferences, key: string, isAdding = true): YamlValues {
    const lookups: LookedUp[] = [];
    const reference = (kind: string, id: string): Expression | undefined => {
        const known = references.to(kind, id, key);
        if (known === undefined) return undefined;
        if (typeof known === "string") return new NameReference(known);
        if (!isAdding) return undefined;
        lookups.push(known);
        return new NameReference(references.newReference(known));
    };
    return {
        lookups,
        expression: (live, schema) => {
            const declared = declaredPart(live, schema);
            if (!declared) throw new NotEditableYaml("it contains a secret, which the service does not return");
            return valueExpression(declared.part, schema, { reference, text: escapedText, none: nothing });
        },
    };
}

/** Returns what stands for null, because Pulumi drops null from programs in YAML. @throws NotEditableYaml if nothing does */
function nothing(schema: FieldSchema): Expression {
    const standIn = nullStandIn(schema);
    if (standIn !== undefined) return standIn;
    throw new NotEditableYaml(
        "the service does not have a value for it, and a program in YAML cannot declare that. Remove the property to leave it unmanaged",
    );
}
