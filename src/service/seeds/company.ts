import { connect } from "./apps.js";
import type { Builder } from "./builder.js";
import { bundle } from "./bundles.js";
import { Dice } from "./dice.js";
import { grant } from "./grants.js";
import { gather } from "./groups.js";
import { install } from "./resources.js";
import { label } from "./tags.js";
import { found } from "./teams.js";

/** How much of everything a company has. */
export interface Scale {
    readonly name: string;
    readonly users: number;
    readonly owners: number;
    readonly groups: number;
    readonly resources: number;
    readonly bundles: number;
}

export const LARGE: Scale = {
    name: "Copperfield Mills",
    users: 2000,
    owners: 200,
    groups: 1000,
    resources: 3000,
    bundles: 100,
};

export const MEDIUM: Scale = {
    name: "Fernhollow",
    users: 200,
    owners: 20,
    groups: 100,
    resources: 300,
    bundles: 10,
};

/** A made-up company that makes and sends things, with teams, what they run, and who may do what with it. */
export function company(build: Builder, scale: Scale, number: number): void {
    const dice = new Dice(number);
    const administrators = build.owner("Administrators", [build.administrator]);
    const apps = connect(build, scale.name, administrators);
    const teams = found(build, dice, scale.owners / 2, scale.users - 1);
    for (const { name, people } of teams.slice(0, scale.owners - teams.length - 1)) {
        build.owner(
            `${name} approvers`,
            dice.some(people, 2).map(({ id }) => id),
        );
    }
    const groups = gather(build, dice, apps, teams, scale.groups);
    const things = install(build, apps, teams, scale.resources);
    grant(build, dice, groups, things);
    bundle(build, groups, teams, things, scale.bundles);
    label(build, dice, groups, teams, things);
}
