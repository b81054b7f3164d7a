import { printable } from "../../schema/printable.js";

/** What stands in an element: text is never read as HTML. */
export type Child = Node | string | undefined;

/** An element with attributes; `true` gives one without a value, and `false` and undefined leave it out. */
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

/** The element of an id that the page begins with. */
export function byId<Type extends HTMLElement>(id: string, type: new () => Type): Type {
    const found = document.getElementById(id);
    if (!(found instanceof type)) throw new Error(`The page has no ${id}.`);
    return found;
}

/** Tells who does not look what is there now. */
export function say(text: string): void {
    byId("status", HTMLElement).textContent = printable(text);
}
