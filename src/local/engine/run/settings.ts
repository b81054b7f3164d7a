import type { Project } from "../contract/project.js";
import type { Backend } from "../state/backend.js";
import type { StackConfig } from "./config.js";
import type { Display } from "./display.js";

/** What all operations of a stack have in common. */
export interface EngineSettings {
    readonly project: Project;
    readonly stack: string;
    readonly config: StackConfig;
    /** Environment of the program and the providers. */
    readonly env: NodeJS.ProcessEnv;
    readonly passphrase: string;
    /** The backend in which stack references are resolved. */
    readonly backend: Backend;
    readonly display: Display;
}
