import type { PrincipalSet } from "../../../src/access/model/facts/principals.js";
import { type AccessModel, type Aspect, dateOf, targetsOf } from "../../../src/access/model/model.js";
import type { Sentences } from "./oracle.js";

/** The same sentences as in the oracle, but according to the model. */
export function saidBy(model: AccessModel): Sentences {
    const said = new Map<Aspect, Set<string>>();
    const say = (aspect: Aspect, set: PrincipalSet, ...parts: readonly string[]): void => {
        for (const number of set.members) {
            const sentence = [model.records.principals.id(number), ...parts].join(" ");
            said.set(aspect, (said.get(aspect) ?? new Set()).add(sentence));
        }
    };
    for (const target of targetsOf(model)) {
        if (target.type === "group") say("has", model.holders(target), target.id);
        if (target.type === "resource") {
            for (const [level, set] of model.holdersByLevel(target))
                for (const [place, number] of set.members.entries()) {
                    const end = dateOf(set.endAt(place)) ?? "";
                    const one = model.records.principals.id(number);
                    said.set("has", (said.get("has") ?? new Set()).add(`${one} ${target.id} at "${level}" ${end}`));
                }
        }
        say("sees", model.viewers(target), target.id);
        for (const { level, who } of model.requests.offers(target))
            say("mayRequest", who, target.id, `at "${model.records.levels.id(level)}"`);
        say("mayApprove", model.requests.approvers(target), target.id);
        for (const offer of model.requests.offers(target))
            say(
                "getsWithoutApproval",
                model.requests.unreviewed(offer),
                target.id,
                `at "${model.records.levels.id(offer.level)}"`,
            );
        for (const set of model.requests.unasked(target)) say("getsWithoutApproval", set, target.id, "unasked");
    }
    return said;
}
