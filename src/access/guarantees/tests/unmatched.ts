import { grouped } from "../../../common/collections.js";
import { joined, type Phrase, plain, prose } from "../../../common/phrase.js";
import { likeliest } from "../../../common/spelling.js";
import type { Knowledge } from "../../answers/questions.js";
import type { Tag, Target } from "../../model/facts/facts.js";
import { governedOf } from "../../model/facts/records.js";
import { targetsOf } from "../../model/model.js";
import type { Expectation } from "./expectation.js";
import { tagIn } from "./selectors.js";

/** Error for a selector that does not match any person or machine. Suggests similar selectors. */
export function unmatchedPerson({ model, directory }: Knowledge, selector: string): Phrase {
    const users = [...model.records.users.values()];
    const known = [...directory.all()].flatMap(({ type, name, email }) => {
        if (type === "user") return [name, email ?? name];
        return type === "group" || type === "owner" ? [`${type}:${name}`] : [];
    });
    return prose`No person or machine matches "${selector}".${hintFor(selector, known, users)}`;
}

/** Error for an expectation that does not match any target to test. Suggests similar targets. */
export function unmatchedTarget(
    { model, directory }: Knowledge,
    { target, level }: Expectation,
    found: readonly Target[],
): Phrase {
    const [first] = found;
    if (!first) {
        const { groups, resources } = model.records;
        const known = [...targetsOf(model)].map(({ type, id }) => `${type}:${directory.find(id)?.name ?? id}`);
        return prose`No group, resource or bundle matches "${target}".${hintFor(target, known, [...groups.values(), ...resources.values()])}`;
    }
    if (first.type === "bundle")
        return prose`"${target}" is a bundle, which does not grant access itself. Test its groups and resources instead.`;
    const levels = governedOf(model.records, first)?.levels ?? [];
    const known =
        levels.length > 0 ? prose` Its levels are: ${levels.join(", ")}.` : prose` It does not have any levels.`;
    return prose`"${target}" does not have a level "${level ?? ""}".${known}`;
}

/** Suggests similar selectors, or points out that the data does not contain tags. */
function hintFor(
    selector: string,
    known: readonly string[],
    tagged: readonly { readonly tags?: readonly Tag[] }[],
): Phrase {
    const isOfTag = tagIn(selector) !== undefined;
    if (isOfTag && tagged.every(({ tags }) => tags === undefined))
        return plain(" The data does not contain tags. Save the snapshot again.");
    const tags = tagged.flatMap(({ tags = [] }) => tags.flatMap(({ key, value }) => [key, `${key}=${value}`]));
    const selectors = isOfTag ? tags.map((tag) => `tag:${tag}`) : known;
    const byName = grouped(selectors, nameIn);
    const found = likeliest(nameIn(selector), byName.keys(), MAX_GUESSED).flatMap((name) => byName.get(name) ?? []);
    const quoted = [...new Set(found)].slice(0, MAX_GUESSED).map((one) => prose`"${one}"`);
    return quoted.length > 0 ? prose` Did you mean ${joined(quoted, prose`, `)}?` : prose``;
}

function nameIn(selector: string): string {
    return selector.replace(/^\w+:/, "");
}

const MAX_GUESSED = 3;
