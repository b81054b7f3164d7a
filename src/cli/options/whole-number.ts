import { InvalidArgumentError } from "commander";

/** Returns a parser for an option that is a whole number within bounds. */
export function wholeNumber(least: number, most = Number.MAX_SAFE_INTEGER): (text: string) => number {
    return (text) => {
        const number = Number(text);
        if (/^\d+$/.test(text) && number >= least && number <= most) return number;
        const allowed = most === Number.MAX_SAFE_INTEGER ? `${least} or more` : `from ${least} to ${most}`;
        throw new InvalidArgumentError(`It must be a whole number, ${allowed}.`);
    };
}
