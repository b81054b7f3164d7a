import { connectApps } from "./apps.js";
import type { Builder } from "./builder.js";
import { bundle } from "./bundles.js";
import { reviewAccess } from "./campaigns.js";
import { Dice } from "./dice.js";
import { linkDirectory, linksOf } from "./directory.js";
import { grantAccess } from "./grants.js";
import { gather } from "./groups.js";
import { PALADINS, regulate } from "./policies.js";
import { request } from "./requests.js";
import { install } from "./resources.js";
import { enact } from "./rules.js";
import { label } from "./tags.js";
import { createTeams } from "./teams.js";

/** The number of objects of each type in a generated company. */
export type Scale = typeof LARGE;

export const LARGE = {
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

/** Creates a fictional company with teams, resources, access, rules, requests and campaigns. */
export function establish(build: Builder, scale: Scale, number: number): void {
    const dice = new Dice(number);
    const administrators = build.owner("Administrators", [build.administrator]);
    const apps = connectApps(build, scale.name, administrators);
    const teams = createTeams(build, dice, scale.owners / 2, scale.users - 1 - PALADINS.length);
    for (const { name, ids } of teams.slice(0, scale.owners - teams.length - 1)) {
        build.owner(`${name} approvers`, dice.some(ids, 2));
    }
    const groupOf = gather(build, dice, administrators, apps, teams, scale.groups - scale.accessRules);
    const things = install(build, apps, teams, scale.resources - linksOf(teams));
    const company = { build, dice, administrators, apps, teams, groupOf, things };
    grantAccess(company);
    bundle(company, scale.bundles);
    label(company);
    linkDirectory(company, scale.bundles / 5);
    regulate(company, scale.bundles / 5);
    enact(company, scale.accessRules);
    request(company, scale.requests);
    reviewAccess(company, scale.campaigns);
}
