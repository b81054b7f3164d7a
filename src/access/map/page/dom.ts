import { printable } from "../../../common/printable.js";

/** Children of an element. Strings are inserted as text and never parsed as HTML. */
export type Child = Node | string | undefined;

/** Creates an element. An attribute that is `true` is set without a value; an attribute that is `false` or undefined is omitted. */
export function h<Name extends keyof HTMLElementTagNameMap>(
    name: Name,
    attributes: Readonly<Record<string, string | number | boolean | undefined>> = {},
    ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes))
        if (value !== undefined && value !== false) element.setAttribute(key, value === true ? "" : String(value));
    const shown = children.filter((child) => child !== undefined);
    element.append(...shown.map((child) => (typeof child === "string" ? printable(child) : child)));
    return element;
}

/**
 * Returns an element of the page by id.
 * @throws Error if it does not exist
 */
export function pageElement<Type extends HTMLElement>(id: string, type: new () => Type): Type {
    const found = document.getElementById(id);
    if (!(found instanceof type)) throw new Error(`The page does not contain an element with the id ${id}.`);
    return found;
}

/** Announces a change to screen readers. */
export function announceChange(text: string): void {
    pageElement("status", HTMLElement).textContent = printable(text);
}
