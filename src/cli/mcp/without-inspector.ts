/**
 * Replaces `node:inspector` in sandboxed programs, because Node's permission model blocks the inspector. Pulumi's SDK waits for an
 * inspector session when a program starts, but uses it only for functions that the program serializes.
 */
import { Session } from "node:inspector";

const inert: Pick<Session, "connect"> & { post: (method: string, ...rest: readonly unknown[]) => void } = {
    connect: () => {},
    post: (method, ...rest) => {
        const answer = rest.find((one) => typeof one === "function");
        const refused = new Error(
            "A program that serializes functions cannot be previewed here. Preview it with `pulumi preview`.",
        );
        answer?.(method === "Debugger.enable" ? null : refused, {});
    },
};
Object.assign(Session.prototype, inert);
