import { html as escaping, raw } from "hono/html";
import { Phrase } from "./phrase.js";
import { printable } from "./printable.js";

/** Marks a text as HTML that is inserted without escaping. Only for trusted HTML, scripts and styles. */
export { raw };

export type Html = ReturnType<typeof escaping>;

type HtmlValue = string | number | Phrase | Html | readonly Html[];

/**
 * Builds HTML from a template. Values are escaped, unless they are HTML. External texts in a phrase are isolated, so that a right-to-left
 * text does not reorder the text around it.
 */
export function html(own: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
    return escaping(own, ...values.map(htmlOf));
}

function htmlOf(value: HtmlValue): unknown {
    if (typeof value === "string") return printable(value);
    if (!(value instanceof Phrase)) return value;
    return value.parts.map((part) => (typeof part === "string" ? part : escaping`<bdi>${printable(part.value)}</bdi>`));
}
