import { createHash } from "node:crypto";
import { orAbsent } from "../../api/absent.js";
import type { ListOperation, Operation } from "../../api/calls.js";
import type { Client } from "../../api/client.js";
import type { CreateTokenResponse, Token } from "../../api/generated/types.gen.js";
import { tokenDigest } from "../../api/transport/connection.js";
import { minuteText } from "../../common/counts.js";
import { DeclarationConflictError, OwnTokenError } from "../../common/errors.js";
import { type Properties, pick } from "../../common/properties.js";
import type { Live } from "../live/live.js";
import type { Source } from "../live/source.js";
import type { StatedFields } from "../schema/access.js";
import { differences } from "../schema/comparison/differences.js";
import type { Fields } from "../schema/fields.js";
import { toWire } from "../schema/wire.js";
import { asDescribed, type Described, operationNames } from "./described.js";
import { type DueWork, type Kind, keyValues, type Scope } from "./kind.js";

/** Maximum number of active tokens of one user. */
const MOST_TOKENS = 2;

/** Default overlap of a rotation. */
const OVERLAP_DAYS = 7;

const DAY_MS = 86_400_000;

/** Time after which a new token must be in the list, in milliseconds. */
const LAG_MS = 10 * 60_000;

/** Fields that the API cannot change, so that another value takes a new token. */
const SET_AT_CREATION = ["accessLevel", "expiresAt"];

/** Results that change if only the former token is deleted. */
const OF_FORMER = ["formerTokenId", "formerTokenDigest"];
const RESULTS = ["tokenId", "createdAt", "signedToken", ...OF_FORMER];

/** Text with which the labels on the service end. It identifies the resource that created a token. */
const MARK = / \[pulumi [0-9a-f]{10}\]$/;

/**
 * A token of a user, whose secret only the response to its creation contains. The fields include `accessLevel`, `expiresAt`,
 * `rotateEveryDays` and `overlapDays`. A rotation creates a second token and keeps the first, the former one, until the overlap has ended.
 */
export interface TokenSpec extends Omit<Described, "results" | "ends" | "undeclarable"> {
    readonly name: string;
    /** Source of the users. */
    readonly parent: Source;
    /** The id of the user, and the label of the token. */
    readonly key: readonly [user: string, label: string];
    /** Lists the tokens of a user. */
    readonly list: ListOperation<[userId: string], Token>;
    readonly create: Operation<[body: Readonly<Record<string, unknown>>], CreateTokenResponse>;
    readonly remove: Operation<[id: string], unknown>;
}

/** What the service has for a resource. Part of the live properties, but not of the outputs. */
interface TokenReading {
    /** Time of the read by the service's clock, in milliseconds since 1970. */
    readonly now: number;
    /** All tokens of the user. */
    readonly tokens: readonly Token[];
    /** Tokens that a run of this resource created, but ended before it could record them. Nobody has their secrets. */
    readonly leftovers: readonly Token[];
    /** Whether the current token was deleted outside Pulumi. */
    readonly isMissing: boolean;
    /** Whether this run uses the former token. */
    readonly isFormerOwn: boolean;
}

/** What the next write does. */
interface TokenPlan {
    readonly leftovers: readonly Token[];
    /** Id of the former token, if it is to be deleted. */
    readonly ends: string | undefined;
    /** Why a new token is to be created, if it is. */
    readonly issues: "missing" | "changed" | "old" | undefined;
    /** Why no token can be created now. */
    readonly waits: string | undefined;
    readonly work: readonly DueWork[];
}

/**
 * Creates the kind that `spec` describes. The id is the user's id and the label, percent-encoded and joined by `/`, so it stays the same in a
 * rotation. On the service, a label ends with a mark of the resource. A token with this mark that is not in the state and was never used was
 * left by a run that ended early, because the secret of every other one was passed on.
 */
export function token<Shape extends Fields>(spec: TokenSpec & { readonly fields: StatedFields<Shape> }): Kind {
    return tokenOf(spec, "");
}

function tokenOf(spec: TokenSpec, identity: string): Kind {
    const {
        fields,
        key: [userField, labelField],
    } = spec;
    const mark = createHash("sha256").update(identity).digest("hex").slice(0, 10);
    const markedLabel = (key: Properties): string => `${String(key[labelField])} [pulumi ${mark}]`;
    const isLabelled = (key: Properties, { token_label }: Token): boolean =>
        token_label.replace(MARK, "") === key[labelField];
    const isLeftover = (key: Properties, one: Token): boolean =>
        one.token_label === markedLabel(key) && one.last_used_at === null;
    const userOf = (key: Properties): string => String(key[userField]);
    const forget = (live: Live, key: Properties): void => live.wrote(spec.name, userOf(key));
    const listed = async (live: Live, key: Properties): Promise<readonly Token[]> =>
        (await live.part(spec.name, spec.parent, userOf(key), (client) => spec.list.all(client, userOf(key)))) ?? [];
    const deleted = async ({ client }: Scope, id: string): Promise<void> => {
        await orAbsent(spec.remove.send(client, id));
    };
    const keyOf = (id: string): Properties => {
        const [user, label = ""] = id.split("/").map(decodeURIComponent);
        return { [userField]: user, [labelField]: label };
    };
    const described = asDescribed({ ...spec, results: RESULTS, ends: { date: "expiresAt" } });
    const kind: Kind = {
        ...described,
        name: spec.name,
        shape: "membership",
        issues: ["signedToken"],
        boundTo: (resource) => tokenOf(spec, resource),
        namesInEvents: ({ tokenId }) => (typeof tokenId === "string" ? [tokenId] : []),
        // Tokens are not looked for, because no program could declare a token with its secret.
        discovery: {
            of: spec.parent,
            ways: [{ below: spec.parent, found: async () => [] }],
            among: () => false,
        },
        key: spec.key,
        replacing: spec.key,
        operations: operationNames(spec.list, spec.create, spec.remove),
        idOf: (properties) => {
            const key = keyValues(kind, properties);
            return key && spec.key.map((name) => encodeURIComponent(String(key[name]))).join("/");
        },
        keyOf,
        rootOf: (id) => userOf(keyOf(id)),
        observe: async (live, id, _wanted, written = {}) => {
            const key = keyOf(id);
            const read = async () => {
                const found = await readingOf(live.client, key, await listed(live, key), written);
                const current = found?.reading.tokens.find((one) => one.token_id === found.tokenId);
                if (current) live.unknownFields.check(spec.name, id, spec.list.name, current, "item");
                return found;
            };
            const found = await read();
            if (found && !found.reading.isMissing) return found;
            // The list may lag, so it is read again if the token is missing.
            return live.again(spec.name, userOf(key), read);
        },
        find: async (live, properties, how) => {
            const key = keyValues(kind, properties);
            const id = kind.idOf(properties);
            if (!key || id === undefined) return [];
            if (how === "fresh") forget(live, key);
            const tokens = (await listed(live, key)).filter((one) => isActive(one, live.client.now()));
            return tokens.some((one) => isLabelled(key, one) && !isLeftover(key, one)) ? [id] : [];
        },
        leftovers: async (live, properties) => {
            const key = keyValues(kind, properties);
            const tokens = key ? await listed(live, key) : [];
            return tokens.flatMap((one) => (key && isLeftover(key, one) ? [one.token_id] : []));
        },
        forget: (live, id) => forget(live, keyOf(id)),
        fixed: (live, declared) => {
            const { waits } = planOf(live, declared);
            const because = waits === undefined ? {} : Object.fromEntries(SET_AT_CREATION.map((name) => [name, waits]));
            return { ...described.fixed(), ...because };
        },
        making: Object.keys(fields),
        make: async (scope, properties) => {
            const id = kind.idOf(properties);
            if (id === undefined) throw new TypeError(`${spec.name}: the key is not known`);
            return scope.locks.hold(id, async () => {
                const key = keyOf(id);
                forget(scope.live, key);
                const tokens = await listed(scope.live, key);
                for (const one of tokens) if (isLeftover(key, one)) await deleted(scope, one.token_id);
                return { id, live: { ...properties, ...(await issued(scope, key, properties)) } };
            });
        },
        write: (scope, id, { declared, live, properties }, progress) =>
            scope.locks.hold(id, async () => {
                const key = keyOf(id);
                forget(scope.live, key);
                // An earlier attempt may have taken effect.
                const found = await readingOf(scope.client, key, await listed(scope.live, key), live);
                let now: Properties = { ...live, ...found };
                const { leftovers, ends, issues, waits } = planOf(now, declared);
                const advance = (done: Properties): void => {
                    now = { ...now, ...done };
                    progress(now);
                };
                try {
                    for (const one of leftovers) await deleted(scope, one.token_id);
                    if (ends !== undefined) {
                        await deleted(scope, ends);
                        advance({ formerTokenId: null, formerTokenDigest: null });
                    }
                    if (issues === undefined) return now;
                    if (waits === undefined) advance(await issued(scope, key, declared, now));
                    else if (properties.length > 0)
                        throw new DeclarationConflictError(`No token can be created now: ${waits}.`);
                    return now;
                } finally {
                    forget(scope.live, key);
                }
            }),
        removal: { does: "delete", says: "deletes it", remove },
        documents: () => [],
        memberOf: () => [],
        due: (live, declared, now) => planOf(live, declared, now).work,
    };
    return kind;

    /** Returns the live properties. Without a state, the newest token with the label counts as the current one. */
    async function readingOf(
        client: Client,
        key: Properties,
        tokens: readonly Token[],
        written: Properties,
    ): Promise<(Properties & { readonly reading: TokenReading }) | undefined> {
        const { tokenId, formerTokenId, createdAt } = written;
        const isKnown = typeof tokenId === "string";
        const now = client.now();
        const [newest] = tokens.filter((one) => isLabelled(key, one)).sort(newestFirst);
        const current = isKnown ? tokens.find((one) => one.token_id === tokenId) : newest;
        const former = tokens.find((one) => one.token_id === formerTokenId);
        if (!current && !former) return undefined;
        const reading: TokenReading = {
            now,
            tokens,
            leftovers: tokens.filter(
                (one) => isKnown && isLeftover(key, one) && ![tokenId, formerTokenId].includes(one.token_id),
            ),
            // The list may not show a new token yet, or an ended one any more.
            isMissing:
                !current &&
                now - Date.parse(String(createdAt)) > LAG_MS &&
                !(Date.parse(String(written.expiresAt)) <= now),
            isFormerOwn:
                former !== undefined &&
                (await isOwn(client, key, written.formerTokenDigest, digestOf(written.signedToken))),
        };
        return {
            ...key,
            ...pick(written, [...SET_AT_CREATION, ...RESULTS]),
            ...(current && {
                accessLevel: current.access_level,
                expiresAt: current.expires_at ?? null,
                tokenId: current.token_id,
                createdAt: current.created_at,
            }),
            ...(former ? {} : { formerTokenId: null, formerTokenDigest: null }),
            reading,
        };
    }

    /**
     * Whether this run uses the token with this digest. If the secret of the token was never known, because it was imported, every token of
     * the user may be the one of the run, except the one with the digest `other`.
     */
    async function isOwn(client: Client, key: Properties, digest: unknown, other: unknown): Promise<boolean> {
        if (typeof digest === "string") return digest === client.ownTokenDigest;
        if (other === client.ownTokenDigest) return false;
        return (await client.call("getCurrentUser")).user_id === userOf(key);
    }

    /** Plans the next write. `live` may come from the state, without a reading. */
    function planOf(live: Properties, declared: Properties, at?: number): TokenPlan {
        // `readingOf` put it there.
        const reading = live.reading as TokenReading | undefined;
        const { tokens = [], leftovers = [], isMissing = false, isFormerOwn = false } = reading ?? {};
        const now = at ?? reading?.now ?? Number.NaN;
        const created = Date.parse(String(live.createdAt));
        const overlapMs = overlapDaysOf(declared) * DAY_MS;
        const formerId = typeof live.formerTokenId === "string" ? live.formerTokenId : undefined;
        const former = tokens.find((one) => one.token_id === formerId);
        const isOver = now >= created + overlapMs || (former !== undefined && !isActive(former, now));
        const ends = isOver && !isFormerOwn ? formerId : undefined;
        const changed = differences(fields, pick(declared, SET_AT_CREATION), live).map(({ property }) => property);
        const issues = isMissing ? "missing" : changed.length > 0 ? "changed" : isOld() ? "old" : undefined;
        const gone = new Set([...leftovers.map((one) => one.token_id), ends]);
        const others = tokens.filter((one) => isActive(one, now) && !gone.has(one.token_id));
        const waits = waitText();
        return { leftovers, ends, issues, waits, work: [...removals(), ...rotation()] };

        function isOld(): boolean {
            const { rotateEveryDays } = declared;
            const isEnded = typeof live.expiresAt === "string" && Date.parse(live.expiresAt) <= now;
            return typeof rotateEveryDays === "number" && now >= created + rotateEveryDays * DAY_MS && !isEnded;
        }

        function waitText(): string | undefined {
            const isKept = formerId !== undefined && ends === undefined;
            if (isKept && isFormerOwn && isOver)
                return `this run uses the former token ${formerId}, which must be deleted first: run with the current one`;
            if (isKept && !isMissing)
                return `the user has a current token and the former one (${formerId}) until ${minuteText(created + overlapMs)}`;
            if (others.length < MOST_TOKENS) return undefined;
            const all = others.map((one) => `${JSON.stringify(one.token_label)} (${one.token_id})`).join(", ");
            return `the user has ${others.length} active tokens: ${all}. Delete one that nobody uses`;
        }

        function removals(): DueWork[] {
            const left = leftovers.map((one) => ({
                says: ` deletes the token ${one.token_id}, which an earlier run created but did not record`,
                changes: OF_FORMER,
            }));
            if (formerId === undefined || !isOver) return left;
            const end = `its overlap ended at ${minuteText(created + overlapMs)}`;
            if (ends === undefined) {
                const says = ` keeps the former token ${formerId}, although ${end}, because this run uses it: run with the current one`;
                return [...left, { says, changes: [] }];
            }
            const used = former?.last_used_at ? `, last used at ${minuteText(Date.parse(former.last_used_at))}` : "";
            return [...left, { says: ` deletes the former token ${formerId}${used}: ${end}`, changes: OF_FORMER }];
        }

        function rotation(): DueWork[] {
            if (issues === undefined) return [];
            if (waits !== undefined) {
                // A difference that cannot be written is reported with this reason.
                if (issues === "changed") return [];
                return [{ says: ` cannot get the new token that is due: ${waits}`, changes: [] }];
            }
            const fate = `the former one keeps ${String(live.accessLevel)} until ${minuteText(now + overlapMs)}`;
            switch (issues) {
                case "missing":
                    return [
                        {
                            says: ": its current token was deleted outside Pulumi; `pulumi up` creates a new one",
                            changes: RESULTS,
                            repairs: spec.access.created,
                        },
                    ];
                case "changed":
                    return [{ says: ` rotates: ${changed.join(" and ")} changed; ${fate}`, changes: RESULTS }];
                case "old":
                    return [
                        {
                            says: ` rotates: the token is from ${minuteText(created)}; ${fate}`,
                            changes: RESULTS,
                        },
                    ];
            }
        }
    }

    /** Creates a token. The token in `before`, if it exists, becomes the former one. */
    async function issued(scope: Scope, key: Properties, declared: Properties, before: Properties = {}) {
        const { accessLevel = before.accessLevel, expiresAt = before.expiresAt } = declared;
        const body = { ...key, [labelField]: markedLabel(key), accessLevel, ...(expiresAt ? { expiresAt } : {}) };
        try {
            const answer = await spec.create.send(scope.client, toWire(body, fields));
            const reading = before.reading as TokenReading | undefined; // As above.
            const { tokenId = null, signedToken } = before;
            const isKept = reading?.isMissing === false;
            return {
                accessLevel: answer.token.access_level,
                expiresAt: answer.token.expires_at ?? null,
                tokenId: answer.token.token_id,
                createdAt: answer.token.created_at,
                signedToken: answer.signed_token,
                ...(isKept && {
                    formerTokenId: tokenId,
                    formerTokenDigest: digestOf(signedToken) ?? null,
                }),
                reading: undefined,
            };
        } finally {
            forget(scope.live, key);
        }
    }

    /** @throws OwnTokenError if this run uses one of the tokens */
    async function remove(scope: Scope, id: string, written: Properties): Promise<boolean> {
        const key = keyOf(id);
        const { client, live } = scope;
        forget(live, key);
        const tokens = await listed(live, key);
        const found = await readingOf(client, key, tokens, written);
        const { signedToken, formerTokenDigest, tokenId, formerTokenId }: Properties = { ...found, ...written };
        const current = digestOf(signedToken);
        const isOfRun =
            (await isOwn(client, key, current, formerTokenDigest)) ||
            (typeof formerTokenId === "string" && (await isOwn(client, key, formerTokenDigest, current)));
        if (isOfRun) {
            throw new OwnTokenError(
                `${spec.name} ${JSON.stringify(key[labelField])} is not deleted, because this run uses its token. Run again with another token.`,
            );
        }
        const left = found?.reading.leftovers.map((one) => one.token_id) ?? [];
        let isFound = false;
        for (const one of [...left, formerTokenId, tokenId]) {
            if (typeof one !== "string") continue;
            isFound ||= tokens.some((other) => other.token_id === one);
            await deleted(scope, one);
        }
        forget(live, key);
        return isFound;
    }
}

/** Returns how long the former token is kept. */
function overlapDaysOf({ overlapDays, rotateEveryDays }: Properties): number {
    if (typeof overlapDays === "number") return overlapDays;
    return typeof rotateEveryDays === "number" ? Math.min(OVERLAP_DAYS, Math.floor(rotateEveryDays / 2)) : OVERLAP_DAYS;
}

function digestOf(secret: unknown): string | undefined {
    return typeof secret === "string" ? tokenDigest(secret) : undefined;
}

function isActive({ expires_at }: Token, now: number): boolean {
    return !expires_at || Date.parse(expires_at) > now;
}

function newestFirst(one: Token, other: Token): number {
    return Date.parse(other.created_at) - Date.parse(one.created_at);
}
