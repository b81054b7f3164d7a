import { createHash } from "node:crypto";
import { isObject } from "../../../common/properties.js";
import { SecretArgument, withoutDefaults } from "../../../kernel.js";
import type { OrganizationInventory } from "../inventory/inventory.js";
import { entitiesById } from "./circles.js";
import {
    CallExpression,
    type Expression,
    type ExpressionMembers,
    NameReference,
    type NeededName,
} from "./expression.js";
import { Lookups } from "./lookups.js";
import { UniqueNames } from "./names.js";
import type { PlannedDeclaration } from "./plan.js";

/** Existing variables of a program that contain objects, by object id. Their file paths are relative to the folder of the new files. */
export type Known = ReadonlyMap<string, NeededName>;

/** Creates expressions for arguments of declarations. They can refer to other declarations, lookups and settings. */
export class Expressions {
    readonly lookups: Lookups;
    readonly secrets: { readonly key: string; readonly resource: string }[] = [];
    private readonly objects: ReadonlyMap<string, PlannedDeclaration>;
    private readonly known: Known;
    private readonly settings: UniqueNames;

    /** @param names names in use, if lookups and settings share a namespace with other names */
    constructor(
        plan: readonly PlannedDeclaration[],
        private readonly inventory: OrganizationInventory,
        { known = new Map(), names }: { readonly known?: Known; readonly names?: UniqueNames } = {},
    ) {
        this.known = known;
        this.objects = entitiesById(plan);
        this.lookups = new Lookups(inventory.things, names);
        this.settings = names ?? new UniqueNames();
    }

    argumentsOf(one: PlannedDeclaration): ExpressionMembers {
        return Object.fromEntries(
            Object.entries(withoutDefaults(one.kind.fields, one.given)).map(([name, value]) => [
                name,
                this.expressionOf(value, one),
            ]),
        );
    }

    private expressionOf(value: unknown, of: PlannedDeclaration): Expression {
        if (typeof value === "string") return this.textOrId(value, of);
        if (value instanceof SecretArgument) return this.secret(value, of);
        if (Array.isArray(value)) return value.map((one) => this.expressionOf(one, of));
        if (isObject(value)) {
            return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, this.expressionOf(one, of)]));
        }
        return typeof value === "number" || typeof value === "boolean" ? value : null;
    }

    private textOrId(value: string, of: PlannedDeclaration): Expression {
        const declared = this.objects.get(value);
        if (declared?.variable && !of.lookedUp.has(value)) {
            return new NameReference(`${declared.variable}.id`, [{ name: declared.variable, file: declared.file }]);
        }
        const known = this.known.get(value);
        if (known) return new NameReference(`${known.name}.id`, [known]);
        const thing = this.inventory.things.get(value);
        return thing ? this.lookups.of(thing) : value;
    }

    private secret({ path }: SecretArgument, { name }: PlannedDeclaration): NameReference {
        // Names of settings allow only some characters. Two names that differ only in other characters must stay distinct.
        const plain = name.replace(/[^\w-]/g, "").replace(/^-+|-+$/g, "");
        const own = plain === name ? plain : `${plain || "secret"}-${textDigest(name)}`;
        const key = this.settings.take([own, ...path.map(String)].join("-"));
        this.secrets.push({ key, resource: name });
        return new CallExpression("config.requireSecret", [key], [{ name: "config", file: "settings" }]);
    }
}

function textDigest(text: string): string {
    return createHash("sha256").update(text).digest("hex").slice(0, 6);
}
