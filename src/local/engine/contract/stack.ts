/** One step of the engine for one resource. */
export interface Step {
    /** Pulumi's own word: create, update, replace, create-replacement, delete-replaced, delete, same, read, refresh, ... */
    op: string;
    type: string;
    name: string;
    urn: string;
    /** True if it failed. */
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
    /** Exit with a code that is not 0 if anything changed. */
    expectNoChanges?: boolean;
    /** Let the engine ask for many diffs at once. */
    parallelDiff?: boolean;
    /** URNs of the only resources to touch: every other one stays as it is, and its provider is not called. */
    targets?: readonly string[];
    /** URNs of resources to replace, even without a difference. */
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
    /** Such as "pulumi v3.260.0" or "local engine". */
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
    /** For the program and the provider, on top of this process's own environment. */
    env?: Record<string, string>;
    /** "auto" (the default) uses the Pulumi CLI if a recent one is on PATH, otherwise the local engine. */
    engine?: "auto" | "pulumi" | "local";
    /**
     * A folder that keeps the state, so that other stacks, and later processes, find it. It is laid out as the Pulumi CLI does
     * with `file://`. Defaults to a temporary one.
     */
    backend?: string;
    /** Receives the human output line by line. */
    onOutput?: (line: string) => void;
}
