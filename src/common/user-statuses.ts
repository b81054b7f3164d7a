/** Statuses in the HR directory of users who should not have access: the directory removed or suspended them. */
const INACTIVE: readonly unknown[] = ["DEPROVISIONED", "SUSPENDED", "DELETED"];

/** Whether a user left or is suspended, according to their status in the HR directory (`hr_idp_status`). */
export function isInactiveStatus(status: unknown): boolean {
    return INACTIVE.includes(status);
}
