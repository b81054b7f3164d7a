import { UsageError } from "../../common/errors.js";

/** Parses comma-separated names. @param example for the error, such as `names of kinds, such as Group,Owner` @throws UsageError */
export function namesParser(example: string): (text: string) => string[] {
    return (text) => {
        const names = text.split(",").map((name) => name.trim());
        if (names.includes("")) throw new UsageError(`${JSON.stringify(text)} contains an empty name. Use ${example}.`);
        return names;
    };
}
