/** One step of the engine for one resource. */
export interface Step {
    /** Pulumi's name of the operation: create, update, replace, create-replacement, delete-replaced, delete, same, read, refresh, ... */
    op: string;
    type: string;
    name: string;
    urn: string;
    failed?: true;
}

export interface Diagnostic {
    severity: "info" | "warning" | "error";
    message: string;
    urn?: string;
}

export interface Run {
    operation: "preview" | "up" | "refresh" | "destroy";
    exitCode: number;
    steps: Step[];
    diagnostics: Diagnostic[];
    /** Output for people. */
    output: string;
    /** The stack's outputs; secret ones are "[secret]". */
    outputs: Record<string, unknown>;
}

export interface RunOptions {
    /** Read every object first. */
    refresh?: boolean;
    /** Exit with a nonzero code if anything changed. */
    expectNoChanges?: boolean;
    /** Let the engine request several diffs at the same time. */
    parallelDiff?: boolean;
    /** URNs of the resources to touch. All others stay as they are, and their providers are not called. Default: all. */
    targets?: readonly string[];
    /** URNs of resources to replace even if nothing differs. */
    replace?: readonly string[];
}

export interface UpdateOptions extends RunOptions {
    /** Preview first, as `pulumi up` does without --skip-preview. */
    previewFirst?: boolean;
}

export interface RefreshOptions extends Pick<RunOptions, "expectNoChanges" | "targets"> {
    previewOnly?: boolean;
}

/**
 * One stack of one program, in temporary folders by default: no account, login or project folder
 * is touched.
 */
export interface Stack {
    /** Name of the engine, such as "pulumi v3.260.0" or "local engine". */
    readonly engine: string;
    preview(options?: RunOptions): Promise<Run>;
    up(options?: UpdateOptions): Promise<Run>;
    refresh(options?: RefreshOptions): Promise<Run>;
    destroy(): Promise<Run>;
    /** The deployment as `pulumi stack export` prints it: secrets encrypted. */
    exportState(options?: { showSecrets?: boolean }): Promise<Deployment>;
    importState(deployment: object): Promise<void>;
    setConfig(key: string, value: string, options?: { secret?: boolean }): Promise<void>;
    /**
     * Stops running processes and removes the temporary folders. The contents of a `backend` stay.
     */
    close(): Promise<void>;
}

/** A Pulumi deployment, version 3. */
export interface Deployment {
    version: number;
    deployment: { resources?: Record<string, unknown>[]; [key: string]: unknown };
}

export interface StackOptions {
    /** A folder with a Pulumi.yaml, or the program's main file. */
    program: string;
    /** Defaults to "dev". */
    stack?: string;
    config?: Record<string, string | { secret: string }>;
    /** Environment variables for the program and the provider, in addition to those of this process. */
    env?: Record<string, string>;
    /** "auto" (the default) uses the Pulumi CLI if a recent one is on PATH, otherwise the local engine. */
    engine?: "auto" | "pulumi" | "local";
    /**
     * A folder that stores the state, so that other stacks and later processes find it. It has the layout of the Pulumi CLI's
     * `file://` backend. Defaults to a temporary folder.
     */
    backend?: string;
    /** Receives the human-readable output line by line. */
    onOutput?: (line: string) => void;
}
