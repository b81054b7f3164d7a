/** A step did not do what it must. */
export class StepError extends Error {}

export function expect(holds: boolean, message: string): asserts holds {
    if (!holds) throw new StepError(message);
}
