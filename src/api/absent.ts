import { NotFoundError } from "./errors.js";

/** Returns the response, or undefined if the service responds with "not found". */
export async function orAbsent<T>(answer: Promise<T>): Promise<T | undefined> {
    try {
        return await answer;
    } catch (error) {
        if (error instanceof NotFoundError) return undefined;
        throw error;
    }
}

/** Returns the response as a list, which is empty if the service responds with "not found". */
export async function atMostOne<T extends object>(answer: Promise<T>): Promise<T[]> {
    const found = await orAbsent(answer);
    return found ? [found] : [];
}
