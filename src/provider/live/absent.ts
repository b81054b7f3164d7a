import { NotFoundError } from "../../api/errors.js";

/** The answer; undefined if the service answers "not found". */
export async function orAbsent<T>(answer: Promise<T>): Promise<T | undefined> {
    try {
        return await answer;
    } catch (error) {
        if (error instanceof NotFoundError) return undefined;
        throw error;
    }
}

/** Returns the answer as a list, empty if the service answers "not found". */
export async function atMostOne<T extends object>(answer: Promise<T>): Promise<T[]> {
    const found = await orAbsent(answer);
    return found ? [found] : [];
}
