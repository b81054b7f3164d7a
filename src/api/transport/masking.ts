/** Shorter secrets also occur in ordinary words and numbers, so they are masked only as separate words. */
const SHORT = 4;

/** Maximum depth of nested encodings to decode, such as JSON in JSON in a URL. */
const DEPTH = 3;

/**
 * Replaces each secret in `text` with `label`. Finds secrets in plain text; escaped for JSON, URLs, forms or HTML, also partially and in
 * nested encodings; and in base64 or base64url, with or without padding, also together with other text (`user:secret`). A secret of fewer
 * than four characters is masked only as a separate word, without a letter, digit or underscore next to it, and not in base64. Otherwise,
 * masking every "a" would make a message unreadable and reveal the secret. A secret that consists only of spaces is not masked.
 */
export function masked(text: string, secrets: readonly string[], label = "[secret]"): string {
    const wanted = secrets.filter((secret) => secret.trim() !== "");
    if (wanted.length === 0 || text === "") return text;
    const found = viewsOf(text).flatMap((view) => wanted.flatMap((secret) => spansOf(view, secret)));
    found.sort(([a], [b]) => a - b);
    let shown = "";
    let end = 0;
    for (const [from, to] of found) {
        if (from > end || shown === "") shown += text.slice(end, from) + label;
        end = Math.max(end, to);
    }
    return shown + text.slice(end);
}

/** A text after decoding, with the positions of its characters in the original text. */
interface View {
    readonly text: string;
    /** For each code unit, and for the end of the text: its position in the original text. */
    readonly starts: readonly number[];
}

type Span = readonly [from: number, to: number];

/** The decoders: the pattern of an encoded character, and the function that decodes it. */
const DECODERS: readonly (readonly [pattern: RegExp, meaning: (encoded: string) => string | undefined])[] = [
    [/\\(?:u[\da-fA-F]{4}|["\\/bfnrt])/g, (encoded) => String(JSON.parse(`"${encoded}"`))],
    [
        /%[0-7][\da-f]|%[cd][\da-f]%[89ab][\da-f]|%e[\da-f](?:%[89ab][\da-f]){2}|%f[0-7](?:%[89ab][\da-f]){3}/gi,
        (encoded) => Buffer.from(encoded.replaceAll("%", ""), "hex").toString(),
    ],
    [/\+/g, () => " "],
    [/&(?:#\d{1,7}|#x[\da-f]{1,6}|quot|apos|amp|lt|gt);/gi, character],
];

const ENTITIES: Readonly<Record<string, string>> = { quot: '"', apos: "'", amp: "&", lt: "<", gt: ">" };

function character(reference: string): string | undefined {
    const name = reference.slice(1, -1).toLowerCase();
    if (!name.startsWith("#")) return ENTITIES[name];
    // With the leading 0, `x22` is read as hexadecimal (`0x22`). `034` is still read as decimal.
    const code = Number(`0${name.slice(1)}`);
    return code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}

/** The original text, and every text that results from decoding it. */
function viewsOf(text: string): View[] {
    let last: View[] = [{ text, starts: Array.from({ length: text.length + 1 }, (_, at) => at) }];
    const views = new Map<string, View>();
    for (let depth = 0; depth <= DEPTH; depth += 1) {
        const fresh = last.filter((view) => !views.has(view.text));
        for (const view of fresh) views.set(view.text, view);
        last = fresh.flatMap((view) => DECODERS.map((decoder) => decoded(view, ...decoder)));
    }
    return [...views.values()];
}

function decoded(view: View, pattern: RegExp, meaning: (encoded: string) => string | undefined): View {
    const parts: string[] = [];
    const starts: number[] = [];
    let end = 0;
    const copy = (to: number) => {
        parts.push(view.text.slice(end, to));
        for (let at = end; at < to; at += 1) starts.push(view.starts[at] ?? 0);
        end = to;
    };
    for (const { 0: encoded, index } of view.text.matchAll(pattern)) {
        const value = meaning(encoded);
        if (value === undefined) continue;
        copy(index);
        parts.push(value);
        for (let unit = 0; unit < value.length; unit += 1) starts.push(view.starts[index] ?? 0);
        end = index + encoded.length;
    }
    copy(view.text.length);
    return { text: parts.join(""), starts: [...starts, view.starts.at(-1) ?? 0] };
}

/** Returns the positions of a secret in the original text. */
function spansOf(view: View, secret: string): Span[] {
    const plain = placesOf(view.text, secret).map((at): Span => [at, at + secret.length]);
    const isShort = secret.length < SHORT;
    const found = isShort
        ? plain.filter((span) => isWord(view.text, span))
        : [...plain, ...base64Spans(view.text, secret)];
    return found.map(([from, to]) => [view.starts[from] ?? 0, view.starts[to] ?? 0]);
}

function isWord(text: string, [from, to]: Span): boolean {
    const before = /[\p{L}\p{N}_]$/u.test(text.slice(Math.max(0, from - 2), from));
    return !before && !/^[\p{L}\p{N}_]/u.test(text.slice(to, to + 2));
}

/**
 * The positions of a base64-encoded secret. Base64 encodes three bytes as four characters, so a secret has three possible encodings,
 * depending on the number of bytes before it.
 */
function base64Spans(text: string, secret: string): Span[] {
    const bytes = Buffer.from(secret);
    const uniform = text.replaceAll("-", "+").replaceAll("_", "/");
    return [0, 1, 2].flatMap((before) => {
        const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString("base64");
        // The first and last character may also encode bits of the adjacent text. They are masked, but not searched for.
        const own = encoded.slice(before + 1, Math.floor((8 * (before + bytes.length)) / 6));
        return placesOf(uniform, own).map((at): Span => {
            const end = at + own.length;
            const [rest = ""] = /^[\w+/]?={0,2}/.exec(uniform.slice(end, end + 3)) ?? [];
            return [/[\w+/]/.test(uniform.charAt(at - 1)) ? at - 1 : at, end + rest.length];
        });
    });
}

function placesOf(text: string, wanted: string): number[] {
    const places: number[] = [];
    for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) places.push(at);
    return places;
}
