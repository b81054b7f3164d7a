import type { Builder } from "./builder.js";

/** The ids of a company's apps, by purpose. */
export type Apps = ReturnType<typeof connectApps>;

export function connectApps(build: Builder, company: string, ownerId: string) {
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
