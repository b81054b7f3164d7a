import type {
    Binding,
    Bundle,
    Delegation,
    Grant,
    Group,
    Identity,
    Link,
    Membership,
    Nesting,
    Owner,
    Resource,
    Template,
    Unknown,
    User,
} from "./facts.js";

/** A change to the facts. `put` adds a record, or replaces the record with the same key. */
export type Change =
    | { readonly put: "user"; readonly value: User }
    | { readonly put: "identity"; readonly value: Identity }
    | { readonly put: "group"; readonly value: Group }
    | { readonly put: "resource"; readonly value: Resource }
    | { readonly put: "bundle"; readonly value: Bundle }
    | { readonly put: "owner"; readonly value: Owner }
    | { readonly put: "membership"; readonly value: Membership }
    | { readonly put: "grant"; readonly value: Grant }
    | { readonly put: "link"; readonly value: Link }
    | { readonly put: "nesting"; readonly value: Nesting }
    | { readonly put: "binding"; readonly value: Binding }
    | { readonly put: "delegation"; readonly value: Delegation }
    | { readonly put: "template"; readonly value: Template }
    | { readonly put: "unknown"; readonly value: Unknown }
    /** Removing a user, group or resource also removes all references to it, such as memberships. */
    | {
          readonly remove: "user" | "group" | "resource" | "bundle" | "owner" | "binding" | "delegation" | "template";
          readonly id: string;
      }
    | { readonly remove: "membership"; readonly value: Omit<Membership, "until"> }
    | { readonly remove: "grant"; readonly value: Omit<Grant, "until"> }
    | { readonly remove: "link"; readonly value: Omit<Link, "until"> }
    | { readonly remove: "nesting"; readonly value: Omit<Nesting, "until"> };
