import type { Apps } from "./apps.js";
import type { Builder } from "./builder.js";
import type { Dice } from "./dice.js";
import type { GroupOf } from "./groups.js";
import type { TeamResource } from "./resources.js";
import type { Team } from "./teams.js";

/** The teams, apps, groups and resources of a company. Its rules, requests and campaigns refer to them. */
export interface Company {
    readonly build: Builder;
    readonly dice: Dice;
    /** The id of the owner whose users administer the organization. */
    readonly administrators: string;
    readonly apps: Apps;
    readonly teams: readonly Team[];
    readonly groupOf: GroupOf;
    readonly things: readonly TeamResource[];
}
