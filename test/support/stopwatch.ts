/** Milliseconds of processor time that this process has used since the stopwatch was started: other work on the machine does not count. */
export function stopwatch(): () => number {
    const start = process.cpuUsage();
    return () => {
        const { user, system } = process.cpuUsage(start);
        return (user + system) / 1000;
    };
}
