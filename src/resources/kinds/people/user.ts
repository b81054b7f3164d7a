import type { ID, Output } from "@pulumi/pulumi";
import { z } from "zod";
import { ConflictError } from "../../../api/errors.js";
import { operation } from "../../../provider/live/operation.js";
import { evaluated, irrelevant, mayWiden } from "../../../provider/schema/access.js";
import { anyCase, field } from "../../../provider/schema/fields.js";
import { entity } from "../../../provider/shapes/entity.js";
import { id, text } from "../../fields/values.js";
import { AccessObject, type ArgsOf, type OutputsOf } from "../../program/resource.js";
import { users } from "../../sources.js";

const refuse =
    "the API cannot change it, and a new user would lose all access of this one; " +
    "change it at the source of the user, or restore the old value here";

const fields = {
    /** Email address, which identifies the user. It cannot be changed here. */
    email: irrelevant(field(z.email(), { onChange: { refuse }, canonical: anyCase })),
    /** Given name. It cannot be changed here. */
    firstName: irrelevant(field(text(), { onChange: { refuse } })),
    /** Family name. It cannot be changed here. */
    lastName: irrelevant(field(text(), { onChange: { refuse } })),
    /** Initial role. It cannot be changed here, and the service never returns it. */
    role: evaluated(field(z.enum(["MEMBER", "ADMIN"]), { onChange: { refuse }, writeOnly: true }), mayWiden),
    /** Job title. Removing it from the program leaves it unchanged. */
    position: irrelevant(z.string()).optional(),
    /**
     * User who is the manager; null for none. The service does not return it, so edits outside the
     * program are not detected.
     */
    managerId: evaluated(field(id(users).nullable(), { writeOnly: true }), mayWiden).optional(),
};

/**
 * A person, invited by email. For an existing user, only position and manager can be changed; a change of email, names
 * or role is refused and never creates another user. Destroy deletes the user with all their access. To keep the user,
 * set Pulumi's option `retainOnDelete`. Import id: the user's id or email.
 * Operations: GET /user, GET and POST /users, PATCH and DELETE /users/{user_id}.
 */
export class User extends AccessObject<UserArgs> {
    static readonly kind = entity({
        noun: "user",
        source: users,
        fields,
        access: { created: "none", deleted: "narrows" },
        results: ["fullName", "hrIdpStatus"],
        key: ["email"],
        create: operation("inviteUser"),
        createFields: ["email", "firstName", "lastName", "role"],
        update: operation("updateUser"),
        remove: operation("deleteUser"),
        explain: (error) => {
            if (!(error instanceof ConflictError)) return undefined;
            const { operation, said = "the service does not say why" } = error.failure;
            const because = `(${said.replace(/\.$/, "")})`;
            if (operation === "updateUser") {
                return `The position and the manager of this user cannot be changed here ${because}: change them at the identity provider, and take position and managerId out of the program.`;
            }
            if (operation === "deleteUser") {
                return `This user cannot be deleted here ${because}: remove the user at the identity provider, or keep the user with Pulumi's option retainOnDelete.`;
            }
            return `This user cannot be invited ${because}: import the user if it is in this organization, or use another email address.`;
        },
    });

    /** Full name, as the service shows it. */
    declare readonly fullName: Output<string | null>;
    /** Lifecycle state that the HR or identity provider reports; null for none. */
    declare readonly hrIdpStatus: Output<string | null>;

    /** Id of the user; same as `id`. */
    get userId(): Output<ID> {
        return this.id;
    }
}

export interface User extends OutputsOf<typeof fields> {}
export interface UserArgs extends ArgsOf<typeof fields> {}
