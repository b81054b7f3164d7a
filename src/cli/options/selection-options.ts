import { type Command, Option } from "commander";
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
        .addOption(new Option("--include <kinds...>", `${verb} only these kinds, such as Group Owner`))
        .addOption(new Option("--exclude <kinds...>", `${verb} all kinds but these`))
        .addOption(new Option("--apps <names...>", `${verb} only what belongs to these apps`))
        .addOption(new Option("--owners <names...>", `${verb} only what these owners administer`))
        .addOption(new Option("--team <names...>", `${verb} only these owners and what they administer`))
        .addOption(new Option("--except-team <names...>", `${verb} all but these owners and what they administer`));
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
