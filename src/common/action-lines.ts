/** What a program does by calling one of the package's actions, such as `approveRequest`. */
export interface ActionLine {
    /** Name of the function. */
    readonly action: string;
    /** Verb phrase, such as `approves the request 1b2c`. */
    readonly does: string;
    /** Whether a preview printed the line, so the action has not been performed. */
    readonly isPlanned: boolean;
}

/** Formats the line that a program prints before an action. A report finds it with `actionLinesIn`. */
export function actionText({ action, does, isPlanned }: ActionLine): string {
    return `${action}: ${isPlanned ? "the next" : "this"} \`pulumi up\` ${does}.`;
}

/** Returns what the program does according to the messages of a run, in which `actionText` formatted lines. */
export function actionLinesIn(diagnostics: readonly { readonly message: string }[]): ActionLine[] {
    return diagnostics.flatMap(({ message }) => message.split("\n").flatMap((line) => actionLineIn(line) ?? []));
}

function actionLineIn(line: string): ActionLine | undefined {
    const [, action, when, does] = /^(\w+): (the next|this) `pulumi up` (.+)\.$/.exec(line.trim()) ?? [];
    return action === undefined || does === undefined ? undefined : { action, does, isPlanned: when === "the next" };
}
