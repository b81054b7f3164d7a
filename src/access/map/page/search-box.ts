import { counted, numberText } from "../../../common/counts.js";
import type { Search, SearchEntry } from "../search.js";
import { announceChange, h, pageElement } from "./dom.js";

/** Number of results to show initially. */
const MATCHES_AT_ONCE = 40;

/** The search field: a combo box that can be operated with the keyboard alone. */
export class SearchBox {
    readonly #input = pageElement("search", HTMLInputElement);
    readonly #list = pageElement("results", HTMLUListElement);
    #entries: readonly SearchEntry[] = [];
    #most = MATCHES_AT_ONCE;
    #at = -1;

    constructor(
        private readonly search: Search,
        private readonly choose: (key: string) => void,
    ) {
        this.#input.disabled = false;
        this.#input.addEventListener("input", () => this.#find(MATCHES_AT_ONCE));
        this.#input.addEventListener("focus", () => this.#find(MATCHES_AT_ONCE));
        this.#input.addEventListener("blur", () => this.#close());
        this.#input.addEventListener("keydown", (event) => this.#press(event));
        // Keeps the focus in the field. Otherwise the list would close before the click is handled.
        this.#list.addEventListener("mousedown", (event) => event.preventDefault());
        this.#list.addEventListener("click", ({ target }) => {
            const option = target instanceof Element ? target.closest("li") : null;
            if (option) this.#take([...this.#list.children].indexOf(option));
        });
        document.addEventListener("keydown", (event) => {
            if (event.key !== "/" || event.ctrlKey || event.metaKey || event.target === this.#input) return;
            event.preventDefault();
            this.#input.focus();
            this.#input.select();
        });
    }

    #press(event: KeyboardEvent): void {
        const count = this.#list.children.length;
        const isOpen = !this.#list.hidden && count > 0;
        const move = (to: number): void => {
            event.preventDefault();
            if (isOpen) this.#mark((to + count) % count);
            else this.#find(MATCHES_AT_ONCE);
        };
        if (event.key === "ArrowDown") move(this.#at + 1);
        else if (event.key === "ArrowUp") move(Math.max(this.#at, 0) - 1);
        else if (event.key === "Enter" && isOpen) {
            event.preventDefault();
            this.#take(Math.max(this.#at, 0));
        } else if (event.key === "Escape") {
            event.preventDefault();
            if (isOpen) this.#close();
            else if (this.#input.value === "") this.#input.blur();
            else this.#input.value = "";
        }
    }

    #find(most: number): void {
        const { entries, total } = this.search.find(this.#input.value, most);
        this.#entries = entries;
        this.#most = most;
        this.#at = -1;
        const rest = total - entries.length;
        const more = rest > 0 ? [h("li", { role: "option", id: "more" }, `… and ${numberText(rest)} more`)] : [];
        this.#list.replaceChildren(...entries.map(optionOf), ...more);
        this.#open(entries.length > 0);
        if (this.#input.value.trim() !== "") announceChange(counted(total, "result"));
    }

    #mark(at: number): void {
        this.#list.children[this.#at]?.setAttribute("aria-selected", "false");
        this.#at = at;
        const option = this.#list.children[at];
        option?.setAttribute("aria-selected", "true");
        option?.scrollIntoView({ block: "nearest" });
        if (option) this.#input.setAttribute("aria-activedescendant", option.id);
    }

    #take(at: number): void {
        const entry = this.#entries[at];
        if (!entry) {
            const last = this.#entries.length;
            this.#find(this.#most + 5 * MATCHES_AT_ONCE);
            this.#mark(last);
            return;
        }
        this.#input.value = "";
        this.#close();
        this.choose(entry.key);
    }

    #close(): void {
        this.#open(false);
    }

    #open(isOpen: boolean): void {
        this.#list.hidden = !isOpen;
        this.#input.setAttribute("aria-expanded", String(isOpen));
        this.#input.removeAttribute("aria-activedescendant");
    }
}

function optionOf({ name, kind, type, detail }: SearchEntry, at: number): HTMLLIElement {
    return h(
        "li",
        { role: "option", id: `option-${at}`, "aria-selected": "false" },
        h("span", {}, name),
        h("span", { class: `kind ${type}` }, kind),
        h("span", { class: "detail" }, detail),
    );
}
