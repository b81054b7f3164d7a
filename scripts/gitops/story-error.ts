/** A step did not show what it must. */
export class StoryError extends Error {}
