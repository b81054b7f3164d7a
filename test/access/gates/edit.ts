import type { Store } from "../../../src/local/service/storage/store.js";
import type { AccessRules } from "../../../src/review/impact/rules.js";
import type { Dice } from "../../proofs/simulator/dice.js";
import { type Declaration, edited, type Options, type Program, type Value } from "../../proofs/simulator/program.js";
import { type Args, type Surroundings, those } from "./programs.js";
import { Values } from "./values.js";

/** One change to a program, or to the organization outside of the program. */
export interface Edit {
    /** Description of the edit for the report of a failed case. */
    readonly words: string;
    readonly program?: Program;
    readonly outside?: (store: Store) => void;
    /** Change outside of the program between the preview and `pulumi up`. */
    readonly between?: (store: Store) => void;
    /** Id of a member whose token is used to read the organization. Default: an administrator's token. */
    readonly reader?: string;
    /** Rules that judge the preview. Default: rules of every kind, for all targets. */
    readonly rules?: AccessRules;
    /** The preview does not show the whole edit, so stopping it is correct even if no user gains access. */
    readonly isHidden?: boolean;
    /** The edit counts as widening because its kind declares a risk, although no call shows that a user gains access. */
    readonly isRisky?: boolean;
}

/** Draws an edit of one sort. Returns undefined if this sort does not apply to the program. */
export type Draw = (on: Bench) => Edit | undefined;

/** Sorts of edits by name. */
export type Sorts = Readonly<Record<string, Draw>>;

/** A deployed program that one edit is drawn for. */
export class Bench {
    constructor(
        readonly program: Program,
        readonly around: Surroundings,
        /** The organization, only for reading. */
        readonly store: Store,
        private readonly idOfName: (name: string) => string | undefined,
    ) {
        this.values = new Values(around.dice, (source) => this.#pool(source));
    }

    /** Draws values for the properties of any kind. */
    readonly values: Values;

    get dice(): Dice {
        return this.around.dice;
    }

    /** Resolves a reference to an id. */
    id(reference: Value | undefined): string {
        const text = typeof reference === "string" ? reference : "";
        return text.startsWith("@=") ? (this.idOfName(text.slice(2)) ?? "") : text;
    }

    get owners(): string[] {
        return [this.around.administrators, ...those(this.program, "Owner")];
    }

    /** Groups to which single members can be added. */
    get joinable(): string[] {
        const whole = this.program.filter(({ kind }) => kind === "GroupUsers").map(({ args }) => args.groupId);
        return this.groups.filter((group) => !whole.includes(group));
    }

    get groups(): string[] {
        return [...this.around.groups, ...those(this.program, "Group")];
    }

    get givers(): string[] {
        return [...this.groups, ...those(this.program, "AccessRule")];
    }

    get resources(): string[] {
        return [...this.around.resources, ...those(this.program, "Resource")];
    }

    get users(): readonly string[] {
        return this.around.users;
    }

    /** A random declaration of one of these kinds that satisfies the predicate. */
    one(kinds: readonly string[], fits: (args: Args) => boolean = () => true): Declaration | undefined {
        return this.dice.maybe(this.program.filter(({ kind, args }) => kinds.includes(kind) && fits(args)));
    }

    #pool(source: string): readonly string[] {
        const { users, tags, app } = this.around;
        const known: Readonly<Record<string, readonly string[]>> = {
            User: users,
            Owner: this.owners,
            Group: this.groups,
            Resource: this.resources,
            App: [app],
            Tag: [...tags, ...those(this.program, "Tag")],
            MessageChannel: this.store.messageChannels.all().map((one) => one.message_channel_id),
            OnCallSchedule: this.store.onCallSchedules.all().map((one) => one.on_call_schedule_id),
        };
        return known[source] ?? those(this.program, source);
    }

    userIn(groupId: string, userId: string): boolean {
        return this.store.groupUsers.where("group_id", this.id(groupId)).some(({ user_id }) => user_id === userId);
    }

    add(name: string, kind: string, args: Args, options?: Options): Edit {
        const declaration = { name, kind, args, ...(options && { options }) };
        return {
            words: `declare ${kind} ${JSON.stringify(args)}`,
            program: edited(this.program, [{ edit: "declare", declaration }]),
        };
    }

    /** Changes arguments of a declaration; null removes an argument. */
    set({ name, args: old }: Declaration, args: Args): Edit {
        const words = Object.entries(args).map(
            ([key, value]) => `${key} from ${JSON.stringify(old[key] ?? null)} to ${JSON.stringify(value)}`,
        );
        return {
            words: `${name}: ${words.join(", ")}`,
            program: edited(this.program, [{ edit: "set", name, args }]),
        };
    }

    remove({ name, kind, args }: Declaration): Edit {
        return {
            words: `take out ${name}, ${kind} ${JSON.stringify(args)}`,
            program: edited(this.program, [{ edit: "remove", name }]),
        };
    }
}

export function textsIn(value: Value | undefined): string[] {
    return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}

export function objectsIn(value: Value | undefined): Args[] {
    return Array.isArray(value) ? value.filter((one) => typeof one === "object" && one !== null) : [];
}

export function without<T>(list: readonly T[], gone: T): T[] {
    return list.filter((one) => one !== gone);
}
