import type { ID, Output } from "@pulumi/pulumi";
import { z } from "zod";
import { operation } from "../../../api/calls.js";
import { ConflictError } from "../../../api/errors.js";
import { evaluated, irrelevant } from "../../../provider/schema/access.js";
import { anyCase, field } from "../../../provider/schema/fields.js";
import { entity } from "../../../provider/shapes/entity.js";
import { id, textField } from "../../fields/values.js";
import { AccessObject, type ArgsOf, type OutputsOf } from "../../program/resource.js";
import { userSource } from "../../sources.js";

const refuse =
    "the API cannot change it, and a replacement would not have the access of this user; " +
    "change it at the identity provider, or restore the old value in the program";

const fields = {
    /** Email address, which identifies the user. Cannot be changed after creation. */
    email: irrelevant(field(z.email(), { onChange: { refuse }, canonical: anyCase })),
    /** First name. Cannot be changed after creation. */
    firstName: irrelevant(field(textField(), { onChange: { refuse } })),
    /** Last name. Cannot be changed after creation. */
    lastName: irrelevant(field(textField(), { onChange: { refuse } })),
    /** Initial role. Cannot be changed after creation, and is not returned by the service. */
    role: evaluated(field(z.enum(["MEMBER", "ADMIN"]), { onChange: { refuse }, writeOnly: true })),
    /** Job title. Removing it from the program leaves it unchanged. */
    position: irrelevant(z.string()).optional(),
    /**
     * Manager of the user, who approves where a reviewer stage requires it; null for none. An older service does not return it: then
     * changes outside the program are not detected.
     */
    managerId: evaluated(field(id(userSource).nullable(), { writeOnly: "if absent" })).optional(),
};

/**
 * A user, invited by email. Only `position` and `managerId` can be changed after creation: changing the email, a name or the role is an
 * error, and does not replace the user. Destroy deletes the user and all their access. To keep the user, set Pulumi's option
 * `retainOnDelete`. Import id: the user's id or email. Operations: GET /user, GET and POST /users, PATCH and DELETE /users/{user_id}.
 */
export class User extends AccessObject<UserArgs> {
    static readonly kind = entity({
        noun: "user",
        source: userSource,
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
            const { operation, said = "the service did not return a reason" } = error.failure;
            const because = `(${said.replace(/\.$/, "")})`;
            if (operation === "updateUser") {
                return `The position and manager of this user cannot be changed here ${because}: change them at the identity provider, and remove position and managerId from the program.`;
            }
            if (operation === "deleteUser") {
                return `This user cannot be deleted here ${because}: remove the user at the identity provider, or keep the user with Pulumi's option retainOnDelete.`;
            }
            return `This user cannot be invited ${because}: import the user if it is in this organization, or use another email address.`;
        },
    });

    /** Full name, as shown by the service. */
    declare readonly fullName: Output<string | null>;
    /** User status reported by the HR system or identity provider; null for none. */
    declare readonly hrIdpStatus: Output<string | null>;

    /** Id of the user; same as `id`. */
    get userId(): Output<ID> {
        return this.id;
    }
}

export interface User extends OutputsOf<typeof fields> {}
export interface UserArgs extends ArgsOf<typeof fields> {}
