import type { Builder } from "./builder.js";

/** The connected systems of a company, by what they are for. */
export interface Apps {
    readonly native: string;
    readonly directory: string;
    readonly cloud: string;
    readonly code: string;
    readonly warehouse: string;
    readonly customers: string;
    readonly people: string;
    readonly finance: string;
    readonly tools: string;
}

export function connect(build: Builder, company: string, ownerId: string): Apps {
    return {
        native: build.app(company, "SVC", ownerId),
        directory: build.app("Directory", "OKTA_DIRECTORY", ownerId),
        cloud: build.app("Cloud accounts", "AWS", ownerId),
        code: build.app("Source code", "GIT_HUB", ownerId),
        warehouse: build.app("Data warehouse", "SNOWFLAKE", ownerId),
        customers: build.app("Customer records", "SALESFORCE", ownerId),
        people: build.app("Staff records", "WORKDAY", ownerId),
        finance: build.app("Books", "NETSUITE", ownerId),
        tools: build.app("In-house tools", "CUSTOM", ownerId),
    };
}
