import { join } from "node:path";
import type { Acceptance } from "../../../src/adopt/accept/acceptance.js";
import { type Drifted, driftIn, objectsIn } from "../../../src/adopt/accept/drift.js";
import { lookedUpIn } from "../../../src/adopt/accept/edits/lookups.js";
import { FailedPreviewError } from "../../../src/adopt/accept/preview-run.js";
import { tried } from "../../../src/adopt/accept/trial.js";
import type { Exported } from "../../../src/adopt/export/export.js";
import { Client } from "../../../src/api/client.js";
import { kindOfType } from "../../../src/cli/steps/kind-of.js";
import type { Service } from "../../../src/local/service/index.js";
import { programOf } from "../../../src/provider/metadata.js";
import type { Kind } from "../../../src/provider/shapes/kind.js";
import { kinds } from "../../../src/resources/kinds.js";
import type { PreviewDocument } from "../../../src/review/report/document.js";
import { historiesOf } from "../../../src/review/report/history.js";
import { Editor } from "../../proofs/roundtrip/edits.js";
import { Dice } from "../../proofs/simulator/dice.js";
import { outsideOfValues } from "./surroundings.js";
import { Workshop } from "./workshop.js";

/** A resource of the program. */
interface Declared {
    readonly urn: string;
    readonly kind: Kind;
    readonly id: string;
    readonly given: Readonly<Record<string, unknown>>;
    readonly live: Readonly<Record<string, unknown>>;
}

/** Secrets that handwritten programs read from the configuration. */
const SECRETS = ["access-organization:auditSigningSecret"];
/** Maximum objects edited between two previews. */
const MOST_EDITS = 4;
/** One edit in this many is a deletion. */
const DELETIONS = 10;

/** Repeated rounds from the same start: edits outside Pulumi, a preview, the acceptance, and another preview. */
export class Rounds {
    readonly faults: string[] = [];
    edits = 0;
    accepted = 0;
    readonly refusals: string[] = [];
    /** The kinds of the edited objects. */
    readonly kinds = new Set<string>();
    /** The declared resources by kind. Kinds are drawn first, so that rare kinds are edited too. */
    readonly #byKind: readonly (readonly Declared[])[];

    private constructor(
        private readonly workshop: Workshop,
        declared: readonly Declared[],
        private readonly dice: Dice,
        private readonly editor: Editor,
        private readonly client: Client,
    ) {
        const kinds = new Set(declared.map(({ kind }) => kind));
        this.#byKind = [...kinds].map((kind) => declared.filter((one) => one.kind === kind));
    }

    /** Deploys a handwritten program, or imports the state of an exported one. */
    static async of(
        program: string,
        service: Service,
        seed: number,
        exported?: Exported,
        handwritten: readonly string[] = SECRETS,
    ): Promise<Rounds> {
        const secrets = exported?.program.secrets.map(({ key }) => `${exported.project}:${key}`);
        const workshop = await Workshop.open(program, service);
        if (exported) await workshop.expect("stack", "import", "--file", join("state", "dev.json"));
        for (const key of secrets ?? handwritten)
            await workshop.expect("config", "set", "--secret", key, "not what it was");
        await workshop.up();
        const document = await workshop.preview();
        const dice = new Dice(seed);
        const lookedUp = new Set(exported?.plan.flatMap((one) => [...one.lookedUp]));
        const editor = new Editor(workshop.service, thingsOf(workshop), lookedUp, (list) =>
            list
                .map((one) => [dice.below(1e6), one] as const)
                .sort(([a], [b]) => a - b)
                .map(([, one]) => one),
        );
        const client = new Client({ url: service.url, token: service.token });
        return new Rounds(workshop, declaredIn(document), dice, editor, client);
    }

    /** Plays rounds until at least `edits` objects were edited. */
    async play(edits: number): Promise<void> {
        for (let round = 0; this.edits < edits && round < edits * 3; round += 1) await this.#round(round);
    }

    text(name: string): string {
        return [`${name}: ${this.edits} edits, ${this.accepted} accepted`, ...this.refusals].join("\n  ");
    }

    close(): Promise<void> {
        return this.workshop.close();
    }

    async #round(round: number): Promise<void> {
        const { workshop, dice } = this;
        workshop.reset();
        const edited = new Map<string, string>();
        for (const kind of dice.some(this.#byKind, 1 + dice.below(MOST_EDITS))) {
            const one = dice.pick(kind);
            const isGone =
                dice.below(DELETIONS) === 0 && (await this.editor.remove(one)) && (await this.editor.differs(one));
            const what = isGone ? "gone" : await this.editor.edit(one);
            if (what === undefined) continue;
            edited.set(one.urn, what);
            this.kinds.add(one.kind.name);
        }
        if (edited.size === 0) return;
        workshop.service.calls.clear();
        const before = await workshop.preview().catch((error: unknown) => {
            // For example, an edit gave two objects the same name, and one of them is looked up by name.
            if (error instanceof FailedPreviewError) return undefined;
            throw error;
        });
        if (!before) return;
        this.edits += edited.size;
        const drifted = driftIn(before, kindOfType, workshop.folder);
        const lookedUp = await lookedUpIn(drifted, objectsIn(before, kindOfType), kinds, this.client);
        const options = { folder: workshop.folder, isWanted: () => true, isSplit: dice.below(2) === 0, lookedUp };
        const words = [...edited].map(([urn, what]) => `${urn.split("::").at(-1)} ${what}`).join(", ");
        try {
            const done = await tried(before, kindOfType, options, () => workshop.preview());
            this.#judge(done, before, await workshop.preview(), edited, `round ${round} (${words})`);
            this.faults.push(...this.#surroundings(done, drifted).map((one) => `round ${round} (${words}): ${one}`));
        } catch (error) {
            this.faults.push(`round ${round} (${words}): ${error instanceof Error ? error.stack : error}`);
        }
        const writes = workshop.service.calls.writes();
        if (writes.length > 0) this.faults.push(`round ${round}: ${writes.length} writes`);
    }

    /** Returns unexpected changes in the files outside the accepted values. */
    #surroundings({ accepted }: Acceptance, drifted: readonly Drifted[]): string[] {
        const { program, folder } = this.workshop;
        const values = drifted.flatMap(({ urn, isGone, changes }) =>
            accepted.flatMap((one) => {
                if (one.urn !== urn) return [];
                const change = changes.find(({ property }) => property === one.property);
                return [isGone ? undefined : (change?.declared ?? null)];
            }),
        );
        return outsideOfValues(program, folder, values);
    }

    #judge(
        { accepted, notAccepted }: Acceptance,
        before: PreviewDocument,
        after: PreviewDocument,
        edited: ReadonlyMap<string, string>,
        round: string,
    ): void {
        const refused = new Set(notAccepted.map(({ urn }) => urn));
        this.accepted += [...edited.keys()].filter(
            (urn) => accepted.some((one) => one.urn === urn) && !refused.has(urn),
        ).length;
        for (const one of notAccepted) {
            this.refusals.push(
                `${one.kind} ${one.resource} ${one.property ?? "(gone)"}: ${one.because} [${one.place}: ${one.expression}]`,
            );
            if (one.place === undefined || (one.expression === undefined && !one.because.includes("preview")))
                this.faults.push(`${round}: refused without a place: ${one.resource} ${one.because}`);
        }
        // Drift that was not accepted may still change its dependents, as in the first preview.
        const changed = changedBy(before);
        for (const urn of changedBy(after))
            if (!refused.has(urn) && !(refused.size > 0 && changed.has(urn) && !edited.has(urn)))
                this.faults.push(
                    `${round}: ${urn.split("::").slice(2).join(" ")} would still ${after.steps.flatMap((one) => (one.urn === urn ? [one.op] : [])).join(", ")}`,
                );
        for (const urn of edited.keys())
            if (!accepted.some((one) => one.urn === urn) && !refused.has(urn))
                this.faults.push(`${round}: nothing is said of ${urn.split("::").at(-1)}`);
    }
}

function changedBy({ steps }: PreviewDocument): ReadonlySet<string> {
    return new Set(steps.filter(({ op }) => op !== "same" && op !== "refresh").map(({ urn }) => urn));
}

function declaredIn(document: PreviewDocument): Declared[] {
    return historiesOf(document).flatMap(({ urn, type, live, before }) => {
        const kind = kindOfType(type);
        const state = live ?? before;
        if (!kind || !state?.id) return [];
        const { given } = programOf(kind.name, state.inputs);
        return [{ urn, kind, id: state.id, given, live: state.outputs }];
    });
}

/** Objects of the service that an edit may add to a list. */
function thingsOf({ service: { store } }: Workshop) {
    const of = (name: string, ids: readonly string[]) => ids.map((id) => ({ kind: { name }, id }));
    return [
        ...of(
            "User",
            store.users.all().map((one) => one.user_id),
        ),
        ...of(
            "Owner",
            store.owners.all().map((one) => one.owner_id),
        ),
        ...of(
            "Group",
            store.groups.all().map((one) => one.group_id),
        ),
        ...of(
            "Resource",
            store.resources.all().map((one) => one.resource_id),
        ),
    ];
}
