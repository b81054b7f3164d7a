import type { Builder } from "./builder.js";
import type { Dice } from "./dice.js";
import { type Department, Hiring, type SeededPerson } from "./people.js";

/** A team: its people, owner, message channel and on-call schedule. */
export interface Team {
    readonly name: string;
    readonly department: Department;
    /** The team name in a form that is used in resource names, such as `fraud-detection`. */
    readonly slug: string;
    readonly people: readonly SeededPerson[];
    /** The user ids of `people`. */
    readonly ids: readonly string[];
    /** The team lead, who manages the other members. */
    readonly lead: SeededPerson;
    readonly ownerId: string;
    readonly channelId: string;
    readonly scheduleId: string;
}

const TEAMS: Readonly<Record<Department, string>> = {
    Engineering: `Checkout, Payments, Search, Catalog, Pricing, Inventory, Orders, Returns, Accounts, Messaging, Notifications, Storefront,
        Mobile, Partner API, Developer Portal, Recommendations, Experiments, Localization, Accessibility, Design System, Loyalty,
        Subscriptions, Invoicing, Tax Engine, Ledger, Fraud Detection, Address Book, Reviews, Gift Cards, Promotions, Media, Maps,
        Route Planning, Warehouse Robots, Label Printing, Customs, Carrier Links, Tracking, Fleet, Driver App`,
    Platform: `Compute, Networking, Storage, Databases, Caching, Queues, Build Tools, Release, Observability, Service Mesh, Edge, Identity,
        Secrets, Developer Experience, Capacity, Mainframe`,
    Data: `Data Warehouse, Streaming, Reporting, Forecasting, Data Quality, Machine Learning, Marketing Analytics, Finance Analytics,
        Geodata, Data Governance`,
    Security: "Detection, Incident Response, Application Security, Endpoint, Compliance, Access Governance",
    Finance: "Accounts Payable, Accounts Receivable, Treasury, Payroll, Controlling, Procurement, Internal Audit",
    People: "Recruiting, Benefits, Learning, People Systems",
    Support: "Support Europe, Support Americas, Support Asia, Escalations, Support Tools",
    Sales: "Sales Europe, Sales Americas, Sales Asia, Partnerships, Sales Tools, Key Accounts",
    Operations: "Facilities, Logistics Planning, Legal, Corporate IT, Business Continuity, Vendor Management",
};

/** The departments of new teams, in order. The list is repeated if there are more teams. Larger departments occur more often. */
const ORDER: readonly Department[] = [
    "Engineering",
    "Platform",
    "Engineering",
    "Data",
    "Engineering",
    "Security",
    "Finance",
    "Engineering",
    "Support",
    "Platform",
    "Sales",
    "Engineering",
    "People",
    "Operations",
];

/** Creates the teams. @param users total number of people in all teams; at least 12 per team */
export function createTeams(build: Builder, dice: Dice, teams: number, users: number): Team[] {
    const hiring = new Hiring(build, dice);
    const sizes = sizesOf(dice, teams, users);
    return names(teams).map(({ department, name }, i) => {
        const lead = hiring.hire(department, null);
        const others = Array.from({ length: (sizes[i] ?? 1) - 1 }, () => hiring.hire(department, lead.id));
        const people = [lead, ...others];
        const ids = people.map(({ id }) => id);
        const slug = name.toLowerCase().replaceAll(" ", "-");
        const channelId = build.channel(`C0${slug.toUpperCase()}`, `${slug}-access`);
        const scheduleId = build.schedule("PAGER_DUTY", `P0${slug.toUpperCase()}`, `${name} on call`);
        const ownerId = build.owner(name, dice.some(ids, 3), channelId);
        // One third of the owners have an escalation period.
        if (dice.chance(0.33)) build.store.owners.change(ownerId, { access_request_escalation_period: 60 });
        return { name, department, slug, people, ids, lead, ownerId, channelId, scheduleId };
    });
}

export function isTechnical({ department }: Team): boolean {
    return ["Engineering", "Platform", "Data", "Security"].includes(department);
}

function names(count: number): { department: Department; name: string }[] {
    const waiting = new Map(
        Object.entries(TEAMS).map(([department, text]) => [department, text.split(/,\s+/).reverse()]),
    );
    const founded: { department: Department; name: string }[] = [];
    for (let i = 0; founded.length < count; i++) {
        const department = ORDER[i % ORDER.length] ?? "Engineering";
        const name = waiting.get(department)?.pop();
        if (name) founded.push({ department, name });
    }
    return founded;
}

/** Returns random team sizes between 50% and 150% of the average. */
function sizesOf(dice: Dice, teams: number, users: number): number[] {
    const average = users / teams;
    const sizes = Array.from({ length: teams }, () => Math.round(average * 0.5) + dice.below(Math.round(average)));
    let left = users - sizes.reduce((sum, size) => sum + size, 0);
    while (left !== 0) {
        const one = dice.below(teams);
        const size = (sizes[one] ?? 0) + Math.sign(left);
        if (size < 2) continue;
        sizes[one] = size;
        left -= Math.sign(left);
    }
    return sizes;
}
