/** Minutes in words: `1 day`, `1 hour 30 minutes`. */
export function durationWords(minutes: number): string {
    if (minutes <= 0) return counted(minutes, "minute");
    const parts = [
        [Math.floor(minutes / 1440), "day"],
        [Math.floor((minutes % 1440) / 60), "hour"],
        [minutes % 60, "minute"],
    ] as const;
    return parts
        .filter(([count]) => count > 0)
        .map(([count, unit]) => counted(count, unit))
        .join(" ");
}

export function counted(count: number, unit: string): string {
    return `${count.toLocaleString("en")} ${unit}${count === 1 ? "" : "s"}`;
}
