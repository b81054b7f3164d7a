import type { Client } from "../../api/client.js";
import { type OperationName, operations } from "../../api/generated/operations.gen.js";
import { nextOf } from "../../api/list.js";
import type { OperationEntry, Paging } from "../../api/operation.js";
import type { Parts } from "../../api/parameters.js";
import type { Kind } from "../../kernel.js";
import { type ContractFinding, Findings, type Unverified } from "../finding.js";
import { ContractCaller, listedItems, type Seen } from "./caller.js";
import { compareLists } from "./lists.js";
import { OperationParts, READS } from "./operation-parts.js";

/** Result of comparing the responses of the service with the API description. */
export interface Contract {
    readonly findings: readonly ContractFinding[];
    /** Number of operations that only read. */
    readonly operations: number;
    /** Operations that responded with a documented status. */
    readonly answered: readonly OperationName[];
    readonly calls: number;
    /** The prefix of native types. `neither`: no response contained such a type. */
    readonly spelling: "SVC_" | "OPAL_" | "both" | "neither";
    /** Types of audit events in the responses, sorted. The API description does not list them. */
    readonly eventTypes: readonly string[];
    /** Operations that the token is not allowed to call. */
    readonly refused: readonly OperationName[];
    /** Operations missing from the service. */
    readonly absent: readonly OperationName[];
    readonly untried: readonly Unverified[];
    /** List operations whose responses never contained items. */
    readonly empty: readonly OperationName[];
}

export interface ContractSubject {
    readonly client: Client;
    readonly kinds: readonly Kind[];
    readonly progress: (done: number, total: number) => void;
}

/** Calls every operation that only reads, and checks its responses. @throws UnreachableError */
export async function verifyContract({ client, kinds, progress }: ContractSubject): Promise<Contract> {
    const findings = new Findings();
    const caller = new ContractCaller(client, findings);
    const parts = new OperationParts(client, caller, kinds);
    let done = 0;
    const tried = await Promise.all(
        READS.map(async (operation) => {
            const found = await parts.of(operation);
            const seen = "because" in found ? [] : await lookAt(operation, found, caller);
            await checkPaging(operation, seen, caller, findings);
            done += 1;
            progress(done, READS.length);
            return { operation, seen, because: "because" in found ? found.because : undefined };
        }),
    );
    const reads = new Map(tried.map(({ operation, seen }) => [operation, seen]));
    await compareLists(kinds, reads, caller, findings);
    const of = (verdict: ContractVerdict): OperationName[] =>
        tried.filter(({ operation, seen }) => verdictOf(operation, seen) === verdict).map(({ operation }) => operation);
    for (const { operation, seen } of tried) addStatuses(operation, seen, findings);
    return {
        findings: findings.all(),
        operations: READS.length,
        answered: of("answered"),
        calls: caller.calls,
        spelling: spellingOf(caller.observed),
        eventTypes: [...caller.observed.eventTypes].sort(),
        refused: of("refused"),
        absent: of("absent"),
        untried: tried.flatMap(({ operation, seen, because }) =>
            verdictOf(operation, seen) === "untried" ? [{ operation, because: because ?? "no parameters found" }] : [],
        ),
        empty: tried.filter(({ operation, seen }) => isEmptyList(operation, seen)).map(({ operation }) => operation),
    };
}

/** Number of objects for which each operation is called first. */
const TRIED = 3;

/** Calls an operation for a few objects. Continues with more objects as long as all returned lists are empty. */
async function lookAt(operation: OperationName, found: readonly Parts[], caller: ContractCaller): Promise<Seen[]> {
    const seen = await Promise.all(found.slice(0, TRIED).map((parts) => caller.look(operation, parts)));
    for (const parts of found.slice(TRIED)) {
        if (!isEmptyList(operation, seen)) break;
        seen.push(await caller.look(operation, parts));
    }
    return seen;
}

type ContractVerdict = "answered" | "refused" | "absent" | "untried" | "failed";

function verdictOf(operation: OperationName, seen: readonly Seen[]): ContractVerdict {
    const statuses = seen.flatMap(({ status }) => status ?? []);
    if (statuses.length === 0) return "untried";
    if (statuses.some((status) => isStated(operation, status))) return "answered";
    if (statuses.some((status) => status === 401 || status === 403)) return "refused";
    // 404 counts as well, because a service without the operation may respond with it.
    return statuses.every((status) => [404, 405, 501].includes(status)) ? "absent" : "failed";
}

/** Whether the API documents this status, for success or for an error. */
function isStated(operation: OperationName, status: number): boolean {
    const { answers, errors = [] }: OperationEntry = operations[operation];
    return answers[status] !== undefined || errors.includes(status);
}

function addStatuses(operation: OperationName, seen: readonly Seen[], findings: Findings): void {
    if (verdictOf(operation, seen) === "absent") return;
    for (const { status } of seen)
        if (status !== undefined && !isStated(operation, status) && status !== 401 && status !== 403)
            findings.add("status", operation, String(status));
}

function isEmptyList(operation: OperationName, seen: readonly Seen[]): boolean {
    const { paging }: OperationEntry = operations[operation];
    const answers = seen.filter(({ value }) => value !== undefined);
    return (
        paging !== undefined &&
        answers.length > 0 &&
        answers.every(({ value }) => listedItems(operation, value).length === 0)
    );
}

function spellingOf({ svc, opal }: { readonly svc: number; readonly opal: number }): Contract["spelling"] {
    if (svc > 0 && opal > 0) return "both";
    return svc > 0 ? "SVC_" : opal > 0 ? "OPAL_" : "neither";
}

/** Reads two pages of one item each from a list with several items. Reports differences from the documented paging. */
async function checkPaging(
    operation: OperationName,
    seen: readonly Seen[],
    caller: ContractCaller,
    findings: Findings,
): Promise<void> {
    const { paging }: OperationEntry = operations[operation];
    const size = paging && sizeOf(paging);
    if (!paging || size === undefined) return;
    const whole = seen.find(({ value }) => listedItems(operation, value).length > 1);
    if (!whole) return;
    const first = await caller.look(operation, asking(whole.parts, paging, { [size]: 1 }));
    if (first.value === undefined) return;
    const items = listedItems(operation, first.value);
    if (items.length > 1) return findings.add("paging", operation, `${size} was 1, but the page has more items`);
    if (paging.style === "limit") return;
    const next = nextOf(first.value, paging);
    if (next === undefined)
        return findings.add("paging", operation, "no next page although there are more items", placeOfNext(paging));
    const position = paging.style === "relay" ? "after" : "cursor";
    const second = await caller.look(operation, asking(whole.parts, paging, { [size]: 1, [position]: next }));
    if (second.value === undefined)
        return findings.add("paging", operation, "the next page cannot be read", placeOfNext(paging));
    const isSame = JSON.stringify(listedItems(operation, second.value)) === JSON.stringify(items);
    if (nextOf(second.value, paging) === next || isSame)
        findings.add("paging", operation, "the cursor returns the same page again", placeOfNext(paging));
}

function sizeOf(paging: Paging): string | undefined {
    return paging.request?.find((one) => one === "page_size" || one === "limit" || one === "first");
}

function asking(parts: Parts, paging: Paging, more: Readonly<Record<string, unknown>>): Parts {
    const place = paging.inBody ? "body" : "query";
    return { ...parts, [place]: { ...Object(parts[place]), ...more } };
}

function placeOfNext(paging: Paging): string {
    return paging.style === "relay" ? "pageInfo" : (paging.next ?? "");
}
