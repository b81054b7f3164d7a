import { plain, prose } from "../../common/phrase.js";
import { actionLineIn } from "../../provider/schema/action-lines.js";
import { hasDownloadUrl, kindNameOf } from "../../provider/schema/pulumi-type.js";
import type { PreviewDocument } from "../report/document.js";
import { type History, nameOf } from "../report/history.js";
import { type Account, unknownAccount } from "./account.js";

/** What a program may do although its effect is not evaluated: change resources of a type, or call an action. */
export interface AllowedChange {
    readonly type?: string | undefined;
    readonly action?: string | undefined;
}

/** Types of resources that only the engine handles: the stack, and the providers that other resources use. */
const ENGINE_TYPE = /^pulumi:(pulumi:Stack|providers:.+)$/;

/**
 * Returns the account of a changed resource that does not belong to this package. The model cannot evaluate it: a dynamic resource runs code
 * of the program, and a resource of another package may change the same organization.
 * @param steps Pulumi steps that change something
 */
export function otherResourceAccount(
    { type, urn, next, before }: History,
    steps: readonly string[],
    allowed: readonly AllowedChange[],
): Account {
    const downloaded = [next, before].find((state) => state && hasDownloadUrl(state.inputs));
    if (steps.length > 0 && type.startsWith("pulumi:providers:") && downloaded)
        return unknownAccount(
            [prose`provider "${nameOf(urn)}": its plugin is downloaded from an address in the program`],
            "anything",
        );
    // A component has no provider: what it does is done by its children.
    const isComponent = (next ?? before)?.custom === false;
    if (steps.length === 0 || isComponent || ENGINE_TYPE.test(type) || kindNameOf(type) !== undefined)
        return unknownAccount([], "anything");
    if (allowed.some((one) => one.type !== undefined && isTypeAllowed(type, one.type)))
        return unknownAccount([], "anything");
    return unknownAccount(
        [prose`resource "${nameOf(urn)}": the type "${type}" does not belong to this package`],
        "anything",
    );
}

/** Returns the account of the actions that a program calls, such as `approveRequest`: what they give is not evaluated. */
export function actionAccount({ diagnostics }: PreviewDocument, allowed: readonly AllowedChange[]): Account {
    const lines = diagnostics.flatMap(({ message }) => message.split("\n").flatMap((line) => actionLineIn(line) ?? []));
    const open = lines.filter(({ action }) => !allowed.some((one) => one.action === action));
    return unknownAccount(
        open.map(({ action, does }) => prose`the program calls ${plain(action)}, which ${does}`),
        "anything",
    );
}

/** Whether a type matches an allowance: the type itself, or a prefix that ends with an asterisk. */
export function isTypeAllowed(type: string, allowance: string): boolean {
    return allowance.endsWith("*") ? type.startsWith(allowance.slice(0, -1)) : type === allowance;
}
