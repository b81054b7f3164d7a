import { InvalidArgumentError, Option } from "commander";
import { UsageError } from "../../common/errors.js";

/** Returns the option `--format`. Text output, the default, is for people, JSON for programs. */
export function formatOption(formats: readonly string[] = ["text", "json"]): Option {
    return new Option("--format <format>", "output format").choices(formats).default("text");
}

/** Parses comma-separated names. @param example for the error, such as `names of kinds, such as Group,Owner` @throws UsageError */
export function namesParser(example: string): (text: string) => string[] {
    return (text) => {
        const names = text.split(",").map((name) => name.trim());
        if (names.includes("")) throw new UsageError(`${JSON.stringify(text)} contains an empty name. Use ${example}.`);
        return names;
    };
}

/** Returns a parser for an option that is a whole number within bounds. */
export function wholeNumber(least: number, most = Number.MAX_SAFE_INTEGER): (text: string) => number {
    return (text) => {
        const number = Number(text);
        if (/^\d+$/.test(text) && number >= least && number <= most) return number;
        const allowed = most === Number.MAX_SAFE_INTEGER ? `${least} or more` : `from ${least} to ${most}`;
        throw new InvalidArgumentError(`It must be a whole number, ${allowed}.`);
    };
}
