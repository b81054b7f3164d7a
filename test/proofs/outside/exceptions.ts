/** Operations whose additions no preview of an exported program can show, each with the reason. */
export const EXCEPTIONS: Readonly<Record<string, string>> = {};
