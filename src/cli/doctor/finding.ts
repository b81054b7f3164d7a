/** Result of one check. */
export interface DoctorFinding {
    /** Subject of the check, such as `token`. */
    readonly check: string;
    readonly status: Status;
    /** One sentence without a final period. */
    readonly found: string;
    /** Consequence of the problem. */
    readonly effect?: string;
    /** Action that solves the problem. */
    readonly remedy?: string;
}

/** A problem means that something does not work. A warning may be harmless. */
export type Status = "ok" | "warning" | "problem" | "not checked";

/** Consequence of a problem and its solution. */
type Trouble = Required<Pick<DoctorFinding, "effect" | "remedy">>;

export function ok(check: string, found: string): DoctorFinding {
    return { check, status: "ok", found };
}

export function warning(check: string, found: string, trouble: Trouble): DoctorFinding {
    return { check, status: "warning", found, ...trouble };
}

export function problem(check: string, found: string, trouble: Trouble): DoctorFinding {
    return { check, status: "problem", found, ...trouble };
}

/** @param because the reason, such as another check that failed */
export function notChecked(check: string, because: string): DoctorFinding {
    return { check, status: "not checked", found: because };
}
