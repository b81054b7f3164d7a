import type { Resource, ResourceRemoteInfo } from "../../../api/generated/types.gen.js";
import { DEFAULT_VISIBILITY } from "../access/visibility.js";
import { arrangeHierarchy } from "../resources/hierarchy.js";
import type { Apps } from "./apps.js";
import type { Builder } from "./builder.js";
import type { Department } from "./people.js";
import { isTechnical, type Team } from "./teams.js";

/** A resource that a team runs or uses. */
export interface TeamResource {
    readonly id: string;
    readonly team: Team;
    readonly environment: Environment | undefined;
    /** The remote ids of the read and write levels, or "" for the default level if the resource has no levels. */
    readonly levels: readonly string[];
}

const ENVIRONMENTS = ["production", "staging", "development"] as const;
type Environment = (typeof ENVIRONMENTS)[number];

const COMPONENTS = "api worker scheduler gateway importer exporter indexer webhooks backfill admin".split(" ");
const WORKSPACES = ["workspace", "archive", "planner", "dashboard", "intake", "approvals", "templates", "calendar"];

/** The access levels of all resources that have levels. */
const LEVELS = [
    { access_level_remote_id: "read", access_level_name: "Read" },
    { access_level_remote_id: "write", access_level_name: "Write" },
    { access_level_remote_id: "admin", access_level_name: "Administer" },
];

/** A resource to create. */
interface ResourcePlan {
    readonly name: string;
    readonly type: string;
    readonly app: keyof Apps;
    readonly remote?: ResourceRemoteInfo;
    readonly remoteId?: string;
    /** Name of the parent resource. */
    readonly parent?: string;
    readonly environment?: Environment;
    readonly leveled?: boolean;
}

export function install(build: Builder, apps: Apps, teams: readonly Team[], count: number): TeamResource[] {
    const made = new Map<string, string>();
    const things: TeamResource[] = [];
    const add = (team: Team, plan: ResourcePlan) => {
        const { name, environment, leveled, parent = "" } = plan;
        if (made.size >= count || made.has(name)) return;
        const id = make(build, apps, team, plan, made.get(parent));
        made.set(name, id);
        things.push({ id, team, environment, levels: leveled ? ["read", "write"] : [""] });
    };
    for (const team of teams) for (const plan of homesOf(team)) add(team, plan);
    for (let round = 0; made.size < count && round < COMPONENTS.length; round++) {
        for (const team of teams) for (const plan of plansOf(team, round)) add(team, plan);
    }
    arrangeHierarchy(build.store);
    return things;
}

/** Returns the parent resources for a team's resources. Teams in the same department share them. */
function homesOf(team: Team): ResourcePlan[] {
    const { department, slug } = team;
    if (!isTechnical(team)) return [];
    const accounts = ENVIRONMENTS.map((environment): ResourcePlan => {
        const account_id = accountOf(department, environment);
        const name = homeOf(department, environment);
        const remote = { aws_account: { account_id } };
        return { name, type: "AWS_ACCOUNT", app: "cloud", remote, remoteId: account_id, environment };
    });
    const org_name = homeOf(department, "code");
    const organization = resourcePlan(org_name, "GIT_HUB_ORG", "code", { remote: { github_org: { org_name } } });
    if (department !== "Data") return [...accounts, organization];
    const database_name = slug.replaceAll("-", "_").toUpperCase();
    const remote = { snowflake_database: { database_name } };
    const marts = resourcePlan(database_name, "SNOWFLAKE_DATABASE", "warehouse", { remote, leveled: true });
    return [...accounts, organization, marts];
}

function plansOf(team: Team, round: number): ResourcePlan[] {
    const { slug, department, name } = team;
    const component = COMPONENTS[round] ?? "api";
    if (!isTechnical(team)) return officePlans(name, department, WORKSPACES[round] ?? "notes");
    const service = `${slug}-${component}`;
    const parent = homeOf(department, "code");
    const remote = { github_repo: { repo_name: service, org_name: parent } };
    const repository = resourcePlan(service, "GIT_HUB_REPO", "code", { remote, parent, leveled: true });
    return [repository, ...ENVIRONMENTS.flatMap((environment) => deployed(service, department, environment))];
}

function deployed(service: string, department: Department, environment: Environment): ResourcePlan[] {
    const account_id = accountOf(department, environment);
    const parent = homeOf(department, environment);
    const role = (purpose: string): ResourcePlan => {
        const name = `${service}-${environment}-${purpose}`;
        const arn = `arn:aws:iam::${account_id}:role/${name}`;
        const remote = { aws_iam_role: { arn, account_id } };
        return { name, type: "AWS_IAM_ROLE", app: "cloud", remote, remoteId: arn, parent, environment };
    };
    const instance_id = `${service}-${environment}`;
    const place = { region: "eu-central-1", account_id };
    const remote = { aws_rds_instance: { instance_id, resource_id: `db-${instance_id}`, ...place } };
    const home = { parent, environment, leveled: true };
    const database = resourcePlan(instance_id, "AWS_RDS_POSTGRES_INSTANCE", "cloud", { remote, ...home });
    return [database, role("operate"), role("deploy")];
}

function officePlans(team: string, department: Department, workspace: string): ResourcePlan[] {
    const tool: ResourcePlan = { name: `${team} ${workspace}`, type: "CUSTOM", app: "tools" };
    if (department === "Sales" || department === "Support") {
        return [tool, resourcePlan(`${team} ${workspace} editors`, "SALESFORCE_PERMISSION_SET", "customers")];
    }
    const clerk = `${team} ${workspace} clerk`;
    if (department === "People") return [tool, resourcePlan(clerk, "WORKDAY_ROLE", "people")];
    return [tool, resourcePlan(clerk, "NETSUITE_ROLE", "finance")];
}

/** Describes a resource whose remote id is the same as its name. */
function resourcePlan(name: string, type: string, app: keyof Apps, more: Partial<ResourcePlan> = {}): ResourcePlan {
    return { name, type, app, remoteId: name, ...more };
}

/** Returns the name of a department's cloud account or code organization. */
function homeOf(department: Department, place: Environment | "code"): string {
    return `${department.toLowerCase()}-${place}`;
}

function make(build: Builder, apps: Apps, team: Team, plan: ResourcePlan, parent: string | undefined): string {
    const { store } = build;
    const { name, type, remote, remoteId, environment, leveled } = plan;
    const risk = environment === "production" ? "HIGH" : "UNKNOWN";
    const more: Partial<Resource> = {
        description: environment
            ? `Runs in ${environment} and is operated by the team ${team.name}.`
            : `Belongs to ${team.name}.`,
        resource_type: type,
        require_mfa_to_approve: false,
        require_mfa_to_connect: environment === "production",
        custom_request_notification: null,
        risk_sensitivity: risk,
        ...(risk === "HIGH" && { risk_sensitivity_override: risk }),
        match_remote_name: false,
        match_remote_description: false,
        ...(remote && { remote_info: remote, remote_resource_name: name }),
        ...(remoteId !== undefined && { remote_resource_id: remoteId }),
        ...(parent !== undefined && { parent_resource_id: parent }),
        ancestor_resource_ids: [],
        descendant_resource_ids: [],
    };
    const resource_id = build.resource(name, apps[plan.app], team.ownerId, more);
    store.resourceVisibility.set({ resource_id, ...DEFAULT_VISIBILITY });
    const message_channel_ids = environment === "production" ? [team.channelId] : [];
    store.resourceMessageChannels.set({ resource_id, message_channel_ids });
    for (const level of leveled ? LEVELS : []) store.resourceAccessLevels.set({ resource_id, ...level });
    return resource_id;
}

/** Returns a cloud account id of twelve digits. It begins with 0000 so that it cannot belong to a real account. */
function accountOf(department: string, environment: Environment): string {
    const letters = [...`${department}${environment}`];
    const digits = letters.reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1e8, 7);
    return `0000${String(digits).padStart(8, "0")}`;
}
