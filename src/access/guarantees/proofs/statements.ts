import type { Target } from "../../model/facts/facts.js";
import type { AccessModel } from "../../model/model.js";
import { type AccessTest, expectationOf } from "../tests/access-test.js";
import type { Expectation } from "../tests/expectation.js";
import { tagsOf } from "../tests/selectors.js";
import { Belonging, type NamedTag } from "./belonging.js";
import { all, any, type Formula, not } from "./formula.js";
import { type PossibleOffer, Requesting } from "./requesting.js";

/** Translates an access test into a formula about a possible person. The formula is true for people who violate the test. */
export class Statements {
    readonly #belonging: Belonging;
    readonly #requesting: Requesting;
    readonly #who: Formula;
    readonly #expected: Expectation;

    constructor(
        private readonly model: AccessModel,
        private readonly test: AccessTest,
    ) {
        this.#expected = expectationOf(test);
        const selectors = [test.who, test.except ?? []].flat();
        const named = [test.who].flat().flatMap((one) => this.#named(one, "group", model.records.groups));
        this.#belonging = new Belonging(model, new Set(named), tagsOf(selectors).map(tagIn));
        this.#requesting = new Requesting(this.#belonging);
        const among = (list: readonly string[]): Formula => any(list.map((one) => this.#isSelected(one)));
        this.#who = all([among([test.who].flat()), not(among([test.except ?? []].flat()))]);
    }

    /** True if the person violates the test for this target. */
    violation(target: Target): Formula {
        const able = this.#able(target);
        return all([this.#who, this.test.can === undefined ? able : not(able)]);
    }

    #isSelected(selector: string): Formula {
        if (selector === "everybody") return true;
        const { records } = this.model;
        const [, prefix = "", value = ""] = /^(group|owner|status|tag):\s*(.*)$/s.exec(selector) ?? [];
        switch (prefix) {
            case "group":
                return any(this.#named(selector, prefix, records.groups).map((id) => this.#belonging.memberOf(id)));
            case "owner":
                return any(this.#named(selector, prefix, records.owners).map((id) => this.#belonging.ownerUser(id)));
            case "status":
                return this.#belonging.hasStatus(value);
            case "tag":
                return this.#belonging.tagged(tagIn(value));
            default: {
                const text = selector.replace(/^user:\s*/, "");
                const users = [...records.users].filter(([, one]) => [one.id, one.name, one.email].includes(text));
                if (users.length === 0)
                    return this.#belonging.unknown({ type: "resource", id: selector, because: NO_MACHINES });
                return this.#belonging.isIn(`user ${text}`, { members: Uint32Array.from(users, ([number]) => number) });
            }
        }
    }

    /** Returns the ids of the groups or owners that a selector names. */
    #named(
        selector: string,
        prefix: string,
        table: ReadonlyMap<string, { readonly id: string; readonly name: string }>,
    ): string[] {
        if (!selector.startsWith(`${prefix}:`)) return [];
        const name = selector.slice(prefix.length + 1).trim();
        return [...table.values()].filter((one) => [one.id, one.name].includes(name)).map(({ id }) => id);
    }

    #able(target: Target): Formula {
        const { verb, level, approvals } = this.#expected;
        const belonging = this.#belonging;
        const { grounds } = this.model.administration;
        switch (verb) {
            case "have":
                return this.#holds(target, level);
            case "reach":
                return approvals === undefined
                    ? any([this.#holds(target, level), this.#asks(target, "getsWithoutApproval", level)])
                    : any([
                          this.#withGiving(target, (one) => [
                              ...this.#requesting
                                  .offers(one)
                                  .map((offer) => this.#requesting.withFewerApprovals(offer, approvals)),
                              belonging.takesUnasked(one),
                          ]),
                          this.#matches(target),
                      ]);
            case "request":
                return this.#asks(target, "mayRequest", level);
            case "approve own requests for":
                return this.#withGiving(target, (one) =>
                    this.#requesting
                        .offers(one)
                        .filter(({ rule }) => !rule.autoApproval)
                        .map((offer) => this.#requesting.unreviewed(offer)),
                );
            case "approve requests for":
                return this.#withGiving(target, (one) => [this.#requesting.approves(one)]);
            case "administer":
                return belonging.having(grounds.administering(target));
            case "see":
                return belonging.having(grounds.seeing(target));
            case "climb to":
                return belonging.unknown({ ...target, because: "proofs do not cover access in several steps" });
        }
    }

    #holds(target: Target, level: string | undefined): Formula {
        if (level === undefined) return this.#belonging.holderOf(target);
        const number = this.model.records.levels.number(level);
        const held = this.#belonging.heldAt(target);
        // Holders that are unknown may have any level.
        const unknowns = this.model.holders(target).unknowns;
        return held.get(number) ?? any([...unknowns].map((one) => this.#belonging.unknown(one)));
    }

    #asks(target: Target, aspect: "mayRequest" | "getsWithoutApproval", level: string | undefined): Formula {
        const belonging = this.#belonging;
        const offered = (offer: PossibleOffer): Formula =>
            aspect === "mayRequest" ? offer.who : this.#requesting.unreviewed(offer);
        const unasked = (one: Target): Formula => aspect === "getsWithoutApproval" && this.#belonging.takesUnasked(one);
        if (level === undefined || !this.model.byLevel(aspect, target))
            return this.#withGiving(target, (one) => [...this.#requesting.offers(one).map(offered), unasked(one)]);
        // Follows the same rules as `AccessModel.byLevel`.
        const { records, memberships } = this.model;
        const above = target.type === "resource" ? memberships.givingAbove(target.id) : [];
        const ones: Target[] = [target, ...above.map((id): Target => ({ type: "resource", id }))];
        const offers = ones.flatMap((one) => this.#requesting.offers(one));
        const number = records.levels.number(level);
        const hasLevels =
            target.type === "group" ||
            records.resources.get(target.id)?.levels !== undefined ||
            offers.some((offer) => offer.level !== 0 || (offer.governed.levels ?? []).length > 0);
        const edges = ones.flatMap(
            ({ type, id }) => (type === "group" ? records.nestings : records.links).get(id) ?? [],
        );
        return any([
            ...offers.filter((offer) => !hasLevels || offer.level === number).map(offered),
            ...ones.flatMap((one) => [unasked(one), belonging.mayDoAnything(one)]),
            ...edges
                .filter((edge) => edge.level === number)
                .map(({ groupId }) => this.#asks({ type: "group", id: groupId }, aspect, undefined)),
        ]);
    }

    /** True if the person matches an access rule that grants the target. */
    #matches(target: Target): Formula {
        const groups = [target, ...this.model.memberships.giving(target)];
        return any(
            groups.map(({ type, id }) => {
                const rule = type === "group" ? this.model.records.groups.get(id)?.rule : undefined;
                return rule?.isActive === true && this.#belonging.matches(rule);
            }),
        );
    }

    /** True if any of the parts is true, for the target or for a group or resource that grants it. */
    #withGiving(target: Target, partsOf: (one: Target) => readonly Formula[]): Formula {
        const all = [target, ...this.model.memberships.giving(target)];
        return any(all.flatMap((one) => [...partsOf(one), this.#belonging.mayDoAnything(one)]));
    }
}

const NO_MACHINES = "proofs do not cover non-human identities";

/** Parses the tag in a selector: `key` or `key=value`. */
function tagIn(text: string): NamedTag {
    const at = text.indexOf("=");
    return at < 0 ? { key: text } : { key: text.slice(0, at), value: text.slice(at + 1) };
}
