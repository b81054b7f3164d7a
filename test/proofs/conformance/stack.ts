import { type Helpers, Session } from "../../../src/provider/run/session.js";
import type { Kind } from "../../../src/provider/shapes/kind.js";
import { type Adapter, DrivenResource, type LoggedSession } from "../../../src/verify/write/driven-resource.js";
import type { World } from "./world.js";

export {
    type DrivenOptions,
    type DrivenOutcome,
    json,
    type LoggedSession,
    metadataOf,
} from "../../../src/verify/write/driven-resource.js";

let adapter: Adapter | undefined;

/** Selects the adapter of all stacks in this test file. Default: dynamic resources. */
export function serveBy(other: Adapter | undefined): void {
    adapter = other;
}

/** A stack with a single resource on a local service. */
export class Stack extends DrivenResource {
    /** @param prepare called with the session of each run */
    constructor(
        kind: Kind,
        world: World,
        settings: Readonly<Record<string, string>> = {},
        prepare: (session: Session) => void = () => {},
    ) {
        const open = (): LoggedSession => {
            const opened = sessionIn(world, settings);
            prepare(opened.session);
            return opened;
        };
        super(kind, open, adapter);
    }
}

/** Opens a session with the settings of the stack. Its local clock may be behind that of the service. */
export function sessionIn(
    world: World,
    settings: Readonly<Record<string, string>>,
    behindMs = 0,
    helpers: Helpers = {},
): LoggedSession {
    const lines: string[] = [];
    const session = new Session(
        (line) => lines.push(line),
        { retryDelayMs: 1 },
        () => world.now() - behindMs,
        helpers,
    );
    const config: Readonly<Record<string, string>> = {
        "access-governance:url": world.service.url,
        "access-governance:token": world.service.token,
        "access-governance:retries": "1",
        ...settings,
    };
    session.configure({ get: (key) => config[key] });
    return { session, lines };
}
