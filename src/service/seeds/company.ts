import { connect } from "./apps.js";
import type { Builder } from "./builder.js";
import { bundle } from "./bundles.js";
import { reviewAccess } from "./campaigns.js";
import { Dice } from "./dice.js";
import { link, linksOf } from "./directory.js";
import { grant } from "./grants.js";
import { gather } from "./groups.js";
import { PALADINS, regulate } from "./policies.js";
import { request } from "./requests.js";
import { install } from "./resources.js";
import { enact } from "./rules.js";
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
    readonly accessRules: number;
    readonly requests: number;
    readonly campaigns: number;
}

export const LARGE: Scale = {
    name: "Copperfield Mills",
    users: 2000,
    owners: 200,
    groups: 1000,
    resources: 3000,
    bundles: 100,
    accessRules: 24,
    requests: 200,
    campaigns: 8,
};

export const MEDIUM: Scale = {
    name: "Fernhollow",
    users: 200,
    owners: 20,
    groups: 100,
    resources: 300,
    bundles: 10,
    accessRules: 3,
    requests: 20,
    campaigns: 4,
};

/** A made-up company that makes and sends things, with teams, what they run, and who may do what with it. */
export function company(build: Builder, scale: Scale, number: number): void {
    const dice = new Dice(number);
    const administrators = build.owner("Administrators", [build.administrator]);
    const apps = connect(build, scale.name, administrators);
    const teams = found(build, dice, scale.owners / 2, scale.users - 1 - PALADINS.length);
    for (const { name, people } of teams.slice(0, scale.owners - teams.length - 1)) {
        build.owner(
            `${name} approvers`,
            dice.some(people, 2).map(({ id }) => id),
        );
    }
    const groups = gather(build, dice, apps, teams, scale.groups - scale.accessRules);
    const things = install(build, apps, teams, scale.resources - linksOf(teams));
    grant(build, dice, groups, things);
    bundle(build, groups, teams, things, scale.bundles);
    label(build, dice, groups, teams, things);
    link(build, dice, apps, groups, teams, things, scale.bundles / 5);
    regulate(build, groups, teams, scale.bundles / 5);
    enact(build, apps, teams, scale.accessRules);
    request(build, dice, groups, teams, things, scale.requests);
    reviewAccess(build, groups, teams, scale.campaigns);
}
