/** Parses JSON. @throws SyntaxError if it is invalid or nested deeper than `levels` */
export function parseJson(text: string, levels: number): unknown {
    const value: unknown = JSON.parse(text);
    let level = [value].filter(isStructure);
    for (let depth = 0; level.length > 0; depth++) {
        if (depth === levels) throw new TooDeep(levels);
        level = level.flatMap((object) => Object.values(object).filter(isStructure));
    }
    return value;
}

/** Thrown if JSON is nested too deeply. */
export class TooDeep extends SyntaxError {
    override readonly name = "TooDeep";

    constructor(readonly levels: number) {
        super(`it is nested deeper than ${levels} levels`);
    }
}

/** Whether a value is an object or an array. */
export function isStructure(value: unknown): value is Record<string, unknown> {
    return typeof value === "object" && value !== null;
}
