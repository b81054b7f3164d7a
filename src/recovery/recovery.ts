import { without } from "../provider/comparison.js";
import { endTold, reckoned } from "../provider/expiry.js";
import { hasUnknown, type Properties, unknownValue } from "../provider/fields.js";
import { type Kind, keyValues, pick } from "../provider/kind.js";
import { outputsOf, programOf } from "../provider/metadata.js";
import { type Difference, differences, projected } from "../provider/normalize.js";
import { differenceText, isSecret, resourceText } from "../provider/sentences.js";
import type { Session } from "../provider/session.js";
import { existing } from "../provider/takeover.js";
import { remembered } from "../provider/unreadable.js";
import { closed, type DeploymentDocument, type Entry, hasSecret, opened, ordered, type PendingOperation } from "./deployment.js";
import { Organizations } from "./organizations.js";

/** What became of one pending creation. */
export interface Outcome {
    /** Such as `Group "prod-oncall"`; the URN if it is not of this package. */
    readonly resource: string;
    readonly result:
        /** It exists as it was to be made: it is in the state now. */
        | "taken over"
        /** The same, but the next `pulumi up` has to write what is missing. */
        | "taken over, unfinished"
        /** The next `pulumi up` makes it. */
        | "not made"
        /** An earlier run took care of it. */
        | "in the state already"
        /** It stays pending; `because` says why. */
        | "left pending";
    readonly id?: string;
    readonly because?: string;
}

export interface Recovery {
    readonly document: DeploymentDocument;
    /** One for each pending creation. */
    readonly outcomes: readonly Outcome[];
}

/** What the service says of one pending creation. */
type Finding =
    | { readonly objects: readonly { readonly id: string; readonly entry: Entry; readonly missing: readonly string[]; readonly differs: readonly string[] }[] }
    | { readonly unclear: string };

/**
 * Takes over what an interrupted run made and did not get to keep. Each pending creation of a kind is looked up by its natural key. If one
 * object has that key, is not in the state and agrees with what the creation sent, it becomes the resource; if there is none, nothing was made.
 * Run again, it finds nothing more to do.
 * @throws CallError, SettingsError or WrongOrganizationError; then nothing is known, and the deployment is as it was.
 */
export async function recover(
    document: DeploymentDocument,
    kindOf: (type: string) => Kind | undefined,
    say: (line: string) => void,
): Promise<Recovery> {
    const { deployment } = document;
    const pending = deployment.pending_operations ?? [];
    const organizations = new Organizations(deployment.resources ?? [], kindOf, say);
    const findings = await Promise.all(
        pending.map(async (operation) => {
            const kind = kindOf(operation.resource.type);
            return operation.type === "creating" && kind ? findingOf(organizations, kind, operation.resource) : undefined;
        }),
    );
    const left: PendingOperation[] = [];
    const outcomes: Outcome[] = [];
    let entries = deployment.resources ?? [];
    pending.forEach((operation, index) => {
        const finding = findings[index];
        if (operation.type !== "creating") {
            left.push(operation);
            return;
        }
        const kind = kindOf(operation.resource.type);
    });
    return { document, outcomes };
}
