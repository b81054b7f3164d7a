/** Formats a count with its noun: `1 person`, `2,000 people`. */
export function counted(count: number, one: string, many = `${one}s`): string {
    return `${numberText(count)} ${count === 1 ? one : many}`;
}

export function numberText(count: number): string {
    return count.toLocaleString("en");
}

/** Formats minutes as `1 day` or `1 hour 30 minutes`. */
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

/** Adds the indefinite article: `a group`, `an owner`, `a user`. */
export function withArticle(noun: string): string {
    return `${/^[aeio]/.test(noun) ? "an" : "a"} ${noun}`;
}

/** Formats a time, for example `2026-11-24T01:12Z`. */
export function minuteText(at: number): string {
    return `${new Date(at).toISOString().slice(0, 16)}Z`;
}
