import type { Drifted, DriftedProperty } from "./drift.js";
import type { LookedUp } from "./edits/lookups.js";
import type { StackObject } from "./edits/references.js";
import type { ChangedFile, EditAttempt, ProgramEditor } from "./program-editor.js";
export class ManualEditor implements ProgramEditor {
    constructor(
        private readonly language: string,
        readonly objects: readonly StackObject[],
        readonly lookedUp: ReadonlyMap<string, LookedUp>,
    ) {}
    attempt(_of: Drifted, _change: DriftedProperty | undefined, objection: string | undefined): EditAttempt {
        return { because: objection ?? this.language };
    }
    changedFiles(): ChangedFile[] {
        return [];
    }
}
