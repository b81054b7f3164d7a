import type { Command } from "commander";

/** Adds the options that select a part of an organization, as in `ExportSelection`. @param verb verb for the help texts, such as `declare` */
export function takesSelection(command: Command, verb: string): Command {
    return command
        .option("--include <kinds...>", `${verb} only these kinds, such as Group Owner`)
        .option("--exclude <kinds...>", `${verb} all kinds but these`)
        .option("--apps <names...>", `${verb} only what belongs to these apps`)
        .option("--owners <names...>", `${verb} only what these owners administer`)
        .option("--team <names...>", `${verb} only these owners and what they administer`)
        .option("--except-team <names...>", `${verb} all but these owners and what they administer`);
}
