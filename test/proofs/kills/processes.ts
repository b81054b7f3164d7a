import { execFileSync } from "node:child_process";

/** A process of this machine. */
export interface Running {
    readonly pid: number;
    readonly command: string;
}

/** All processes below this one, those that its death leaves behind included if `among` has them. */
export function below(roots: readonly number[]): Running[] {
    const all = table();
    const reached = new Set(roots);
    const found: Running[] = [];
    // A process may be listed before the one that started it.
    for (let size = -1; size !== reached.size; ) {
        size = reached.size;
        for (const { pid, parent, command } of all) {
            if (reached.has(pid) || !reached.has(parent)) continue;
            reached.add(pid);
            found.push({ pid, command });
        }
    }
    return found;
}

/** Those of them that are still there: a number may have gone over to another process. */
export function alive(processes: readonly Running[]): Running[] {
    const all = table();
    return processes.filter(({ pid, command }) => all.some((one) => one.pid === pid && one.command === command));
}

/** Ends it, if it is still there. */
export function kill(pid: number): void {
    try {
        process.kill(pid, "SIGKILL");
    } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
}

/** The process that runs dynamic providers; on the Pulumi CLI a shell script starts it. */
export const isProvider = ({ command }: Running): boolean => /\bcmd\/dynamic-provider\b/.test(command);

function table(): (Running & { readonly parent: number })[] {
    const text = execFileSync("ps", ["-A", "-ww", "-o", "pid=,ppid=,stat=,args="], { encoding: "utf8" });
    return text.split("\n").flatMap((line) => {
        const [, pid, parent, state, command] = /^ *(\d+) +(\d+) +(\S+) +(.*)$/.exec(line) ?? [];
        // A zombie is dead, and only waits to be asked for.
        if (!pid || !parent || !command || state?.startsWith("Z")) return [];
        return [{ pid: Number(pid), parent: Number(parent), command }];
    });
}
