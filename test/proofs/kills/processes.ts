import { execFileSync } from "node:child_process";

/** A running process. */
export interface Running {
    readonly pid: number;
    readonly command: string;
}

/** All descendants of these processes. */
export function below(roots: readonly number[]): Running[] {
    const all = table();
    const reached = new Set(roots);
    const found: Running[] = [];
    // A process may be listed before its parent, so the search is repeated.
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

/** Filters the processes that are still running. Compares their commands too, since pids are reused. */
export function alive(processes: readonly Running[]): Running[] {
    const all = table();
    return processes.filter(({ pid, command }) => all.some((one) => one.pid === pid && one.command === command));
}

/** Kills a process if it is still running. */
export function kill(pid: number): void {
    try {
        process.kill(pid, "SIGKILL");
    } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
}

/** Whether this is the process of dynamic providers, which the Pulumi CLI starts through a shell script. */
export const isProvider = ({ command }: Running): boolean => /\bcmd\/dynamic-provider\b/.test(command);

function table(): (Running & { readonly parent: number })[] {
    const text = execFileSync("ps", ["-A", "-ww", "-o", "pid=,ppid=,stat=,args="], { encoding: "utf8" });
    return text.split("\n").flatMap((line) => {
        const [, pid, parent, state, command] = /^ *(\d+) +(\d+) +(\S+) +(.*)$/.exec(line) ?? [];
        // Zombies have already exited.
        if (!pid || !parent || !command || state?.startsWith("Z")) return [];
        return [{ pid: Number(pid), parent: Number(parent), command }];
    });
}
