import { actionLinesIn } from "../../common/action-lines.js";
import { type Phrase, plain, prose } from "../../common/phrase.js";
import { hasDownloadUrl, isOwnType } from "../../common/pulumi-type.js";
import type { PreviewDocument } from "../report/document.js";
import { type History, programName } from "../report/history.js";
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
    history: History,
    steps: readonly string[],
    allowed: readonly AllowedChange[],
): Account {
    const isUnknown = steps.length > 0 && !allowsType(allowed, history.type);
    return unknownAccount(isUnknown ? unknownPart(history) : [], "anything");
}

/** Clauses about what a changed resource may do. Empty if it does nothing. */
function unknownPart({ type, urn, next, before }: History): Phrase[] {
    const name = programName(urn);
    if (type.startsWith("pulumi:providers:") && [next, before].some((state) => state && hasDownloadUrl(state.inputs)))
        return [prose`provider "${name}": its plugin is downloaded from an address in the program`];
    // A component has no provider: what it does is done by its children.
    const isComponent = (next ?? before)?.custom === false;
    if (isComponent || ENGINE_TYPE.test(type)) return [];
    return [prose`resource "${name}": the type "${type}" does not belong to this package`];
}

/** Returns the account of the actions that a program calls, such as `approveRequest`: what they give is not evaluated. */
export function actionAccount({ diagnostics }: PreviewDocument, allowed: readonly AllowedChange[]): Account {
    const open = actionLinesIn(diagnostics).filter(({ action }) => !allowed.some((one) => one.action === action));
    return unknownAccount(
        open.map(({ action, does }) => prose`the program calls ${plain(action)}, which ${does}`),
        "anything",
    );
}

/**
 * Whether an allowance names a type: the type itself, or a prefix that ends with an asterisk. The types of this package need none, and none
 * covers them: their code and their plugin are known.
 */
export function allowsType(allowed: readonly AllowedChange[], type: string): boolean {
    const fits = (one: string): boolean => (one.endsWith("*") ? type.startsWith(one.slice(0, -1)) : type === one);
    return !isOwnType(type) && allowed.some((one) => one.type !== undefined && fits(one.type));
}
