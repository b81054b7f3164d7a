/** Starts a stopwatch and returns a function for the milliseconds of processor time used by this process since then. Other processes do not affect it. */
export function stopwatch(): () => number {
    const start = process.cpuUsage();
    return () => {
        const { user, system } = process.cpuUsage(start);
        return (user + system) / 1000;
    };
}
