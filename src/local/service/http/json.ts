/** @throws SyntaxError if it is not JSON, or is nested deeper than `levels`, which callers cannot handle. */
export function parseJson(text: string, levels: number): unknown {
    const value: unknown = JSON.parse(text);
    let level = [value].filter(isStructure);
    for (let depth = 0; level.length > 0; depth++) {
        if (depth === levels) throw new TooDeep(levels);
        level = level.flatMap((object) => Object.values(object).filter(isStructure));
    }
    return value;
}

/** JSON that is nested too deeply to be worked with. */
export class TooDeep extends SyntaxError {
    override readonly name = "TooDeep";

    constructor(readonly levels: number) {
        super(`it is nested deeper than ${levels} levels`);
    }
}

/** An object or an array. */
export function isStructure(value: unknown): value is Record<string, unknown> {
    return typeof value === "object" && value !== null;
}
