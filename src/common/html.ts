import { html as escaping, raw } from "hono/html";
import { Phrase } from "./phrase.js";
import { printable } from "./printable.js";

/** For HTML, scripts and styles of our own. */
export { raw };

export type Html = ReturnType<typeof escaping>;

type Value = string | number | Phrase | Html | readonly Html[];

/** HTML whose values are text, unless they are HTML. Foreign texts of a phrase are isolated: those in Hebrew do not turn what is around them. */
export function html(own: TemplateStringsArray, ...values: readonly Value[]): Html {
    return escaping(own, ...values.map(shown));
}

function shown(value: Value): unknown {
    if (typeof value === "string") return printable(value);
    if (!(value instanceof Phrase)) return value;
    return value.parts.map((part) => (typeof part === "string" ? part : escaping`<bdi>${printable(part.value)}</bdi>`));
}
