import type { Command } from "commander";
import type { ExportSelection } from "../../adopt/export/inventory/selection.js";

/** Options that select a part of an organization. */
export interface SelectionOptions {
    include?: string[];
    exclude?: string[];
    apps?: string[];
    owners?: string[];
    team?: string[];
    exceptTeam?: string[];
}

/** Adds the options that select a part of an organization. @param verb verb for the help texts, such as `declare` */
export function takesSelection(command: Command, verb: string): Command {
    return command
        .option("--include <kinds...>", `${verb} only these kinds, such as Group Owner`)
        .option("--exclude <kinds...>", `${verb} all kinds but these`)
        .option("--apps <names...>", `${verb} only what belongs to these apps`)
        .option("--owners <names...>", `${verb} only what these owners administer`)
        .option("--team <names...>", `${verb} only these owners and what they administer`)
        .option("--except-team <names...>", `${verb} all but these owners and what they administer`);
}

export function selectionOf({ include, exclude, apps, owners, team, exceptTeam }: SelectionOptions): ExportSelection {
    return {
        ...(include ? { include } : {}),
        ...(exclude ? { exclude } : {}),
        ...(apps ? { apps } : {}),
        ...(owners ? { owners } : {}),
        ...(team ? { teams: team } : {}),
        ...(exceptTeam ? { exceptTeams: exceptTeam } : {}),
    };
}
