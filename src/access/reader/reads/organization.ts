import type {
    Binding,
    Bundle,
    Governed,
    Grant,
    Group,
    Link,
    Membership,
    Nesting,
    Owner,
    Resource,
    Target,
} from "../../model/facts/facts.js";
import { governedOf, targetsIn } from "../../model/facts/records.js";
import { rolePermissionsOver } from "../../model/rules/roles.js";

/** The parts of an organization that have been read up to now. */
export class OrganizationReads {
    readonly groups = new Map<string, Group>();
    readonly resources = new Map<string, Resource>();
    readonly bundles = new Map<string, Bundle>();
    readonly owners = new Map<string, Owner>();
    readonly bindings: Binding[] = [];
    readonly memberships: Membership[] = [];
    readonly grants: Grant[] = [];
    readonly links: Link[] = [];
    readonly nestings: Nesting[] = [];

    get tables() {
        return { group: this.groups, resource: this.resources, bundle: this.bundles, owner: this.owners };
    }

    /** All groups, resources and bundles. */
    get targets(): Target[] {
        return [...targetsIn(this)];
    }

    /** The group or resource. Undefined for a bundle, or if the object does not occur in any list. */
    governed(target: Target): Group | Resource | undefined {
        return governedOf(this, target);
    }

    /** Replaces properties of a target that occurs in a list. */
    modify({ type, id }: Target, properties: Pick<Governed, "visibility" | "levels">): void {
        const table: Map<string, object> = this.tables[type];
        modifyRecord(table, id, (one) => ({ ...one, ...properties }));
    }

    /** Whether a role gives its holders power over the target. */
    isCovered(target: Target, role: Pick<Resource, "permissions">): boolean {
        return rolePermissionsOver(this, role, target, "sees").length > 0;
    }
}

/** Modifies a record if the table contains it. */
export function modifyRecord<T>(table: Map<string, T>, id: string, changed: (one: T) => T): void {
    const known = table.get(id);
    if (known) table.set(id, changed(known));
}

export function isScopedRole(resource: Resource | undefined): boolean {
    return resource?.resourceType === "SVC_SCOPED_ROLE" || resource?.resourceType === "OPAL_SCOPED_ROLE";
}
