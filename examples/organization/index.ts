import { declareAudit } from "./audit";
import { declareBreakGlass } from "./break-glass";
import { declareBundles } from "./bundles";
import { registerContacts } from "./contacts";
import { lookUp } from "./directory";
import { declareEstate } from "./estate";
import { declareOnCallAccess } from "./on-call-access";
import { declareOnboarding } from "./onboarding";
import { declareReviews } from "./reviews";
import { declareRoles } from "./roles";
import { declareTags, tagProduction } from "./tags";
import { declareTeams } from "./teams";
import { declareVendorAccess } from "./vendor-access";

export = async () => {
    // Existing objects, contacts and tags.
    const directory = await lookUp();
    const contacts = registerContacts();
    const tags = declareTags();

    // Owners, groups and resources.
    const teams = declareTeams(directory, contacts);
    const estate = declareEstate(directory, teams);
    tagProduction(directory, tags, teams, estate);
    const { gate } = declareOnboarding(directory, tags, teams);

    // Who gets access, and for how long.
    declareOnCallAccess(directory, contacts, teams, estate);
    declareRoles(directory, teams, estate);
    declareBundles(directory, teams, estate);
    declareVendorAccess(directory, teams, estate);
    const breakGlass = declareBreakGlass(directory, teams, estate);

    // Reviews and audit.
    declareReviews(directory, teams);
    declareAudit();

    return { platformOwner: teams.platform.owner.id, breakGlass: breakGlass.group.id, gate: gate.id };
};
