import { printable } from "../../../common/printable.js";

/** Content of an element. Text is never parsed as HTML. */
export type Child = Node | string | undefined;

/** Creates an element. An attribute that is `true` has no value; `false` and undefined omit it. */
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

/** Returns an element of the initial page. */
export function byId<Type extends HTMLElement>(id: string, type: new () => Type): Type {
    const found = document.getElementById(id);
    if (!(found instanceof type)) throw new Error(`The page has no ${id}.`);
    return found;
}

/** Announces a change to screen readers. */
export function say(text: string): void {
    byId("status", HTMLElement).textContent = printable(text);
}
