/** A single engine step, which affects one resource. */
export interface Step {
    /**
     * Pulumi's name for the operation, such as create, update, replace, create-replacement, delete-replaced, delete, same, read, or
     * refresh.
     */
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
    /** Human-readable output. */
    output: string;
    /** The stack outputs. Secret outputs are replaced with "[secret]". */
    outputs: Record<string, unknown>;
}

export interface RunOptions {
    /** Refresh all resources before the operation. */
    refresh?: boolean;
    /** Fail with a nonzero exit code if anything changed. */
    expectNoChanges?: boolean;
    /** Allow the engine to run several diffs at the same time. */
    parallelDiff?: boolean;
    /** URNs of the resources to change. All other resources stay unchanged, and their providers are not called. Default: all. */
    targets?: readonly string[];
    /** URNs of resources to replace even if nothing has changed. */
    replace?: readonly string[];
}

export interface UpdateOptions extends RunOptions {
    /** Run a preview before the update, as `pulumi up` does without --skip-preview. */
    previewFirst?: boolean;
}

export interface RefreshOptions extends Pick<RunOptions, "expectNoChanges" | "targets"> {
    previewOnly?: boolean;
}

/**
 * A stack of a program. By default, all its files are in temporary folders, so it does not use the Pulumi account or change the project
 * folder.
 */
export interface Stack {
    /** Name and version of the engine, such as "pulumi v3.260.0", or "local engine". */
    readonly engine: string;
    preview(options?: RunOptions): Promise<Run>;
    up(options?: UpdateOptions): Promise<Run>;
    refresh(options?: RefreshOptions): Promise<Run>;
    destroy(): Promise<Run>;
    /** Returns the deployment in the format of `pulumi stack export`. Secrets are encrypted unless `showSecrets` is set. */
    exportState(options?: { showSecrets?: boolean }): Promise<Deployment>;
    importState(deployment: object): Promise<void>;
    setConfig(key: string, value: string, options?: { secret?: boolean }): Promise<void>;
    /** Stops running processes and removes the temporary folders. The `backend` folder is not removed. */
    close(): Promise<void>;
}

/** A Pulumi deployment in format version 3. */
export interface Deployment {
    version: number;
    deployment: { resources?: Record<string, unknown>[]; [key: string]: unknown };
}

export interface StackOptions {
    /** A folder that contains Pulumi.yaml, or the main file of the program. */
    program: string;
    /** The stack name. Default: "dev". */
    stack?: string;
    config?: Record<string, string | { secret: string }>;
    /** Environment variables for the program and the provider, in addition to those of this process. */
    env?: Record<string, string>;
    /** The engine to use. "auto" (the default) uses the Pulumi CLI if a supported version is on PATH, and the local engine otherwise. */
    engine?: "auto" | "pulumi" | "local";
    /**
     * A folder for the state, so that other stacks and later processes can read it. It has the same layout as the Pulumi CLI's `file://`
     * backend. Default: a temporary folder.
     */
    backend?: string;
    /** Called with each line of the human-readable output. */
    onOutput?: (line: string) => void;
}
