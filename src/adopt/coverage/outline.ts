import { numberText } from "../../common/counts.js";
import type { Outline, OutlineItem } from "../../common/outline/outline.js";
import { firstOf, type Phrase, plain, prose } from "../../common/phrase.js";
import type { BaselineComparison } from "./baseline.js";
import { findingFamilies, type UndeclaredFinding } from "./findings.js";

/** Maximum number of declared objects to name per finding. */
const MOST_REACHED = 5;

/** Arranges what is undeclared and not in the baseline. @param unknown reasons why the list may be incomplete */
export function undeclaredOutline({ added, stale }: BaselineComparison, unknown: readonly Phrase[]): Outline {
    const families = findingFamilies(added);
    const reaching = families.filter(([head]) => head && head.reaches.length > 0);
    return {
        title: prose`Access that nobody declares`,
        lead: leadPhrase(families.length, reaching.length, unknown.length > 0),
        errors: unknown,
        // Pipelines keep their issue open while this is in the report, even if a pull request accepts the drift.
        ...(added.length > 0 && { marker: "access-governance undeclared" }),
        groups: [
            [
                {
                    title: prose`Gives access to declared objects`,
                    sign: prose`+`,
                    isCounted: true,
                    items: reaching.map(familyItem),
                    noun: prose`objects`,
                },
                {
                    title: prose`Other undeclared objects`,
                    isCounted: true,
                    items: families.filter((family) => !reaching.includes(family)).map(familyItem),
                    noun: prose`objects`,
                },
                {
                    title: prose`In the baseline, but declared now or deleted`,
                    isCounted: true,
                    items: stale.map(({ kind, name, id }) => ({ title: itemTitle(kind, name), words: prose`${id}` })),
                    noun: prose`entries`,
                },
            ].filter(({ items }) => items.length > 0),
        ],
    };
}

function leadPhrase(added: number, reaching: number, isUnknown: boolean): Phrase {
    if (added === 0 && isUnknown) return prose`It is unknown whether everything is declared or in the baseline.`;
    if (added === 0) return prose`Everything is declared or in the baseline.`;
    const found = plain(added === 1 ? "1 is" : `${numberText(added)} are`);
    const reached = reaching === 0 ? prose`` : prose` ${reaching} of them may give access to declared objects.`;
    return prose`${found} neither declared nor in the baseline.${reached}`;
}

/** An object with its documents and members, or one of those alone. */
function familyItem([head, ...others]: readonly UndeclaredFinding[]): OutlineItem {
    if (!head) return {};
    return { title: itemTitle(head.kind, head.name), words: findingWords(head), items: others.map(memberItem) };
}

function memberItem(finding: UndeclaredFinding): OutlineItem {
    const { kind, name, because, id } = finding;
    return { words: prose`${itemTitle(kind, name)}: ${becausePhrase(because)}id ${id}` };
}

function itemTitle(kind: string, name: string): Phrase {
    return prose`${plain(kind)} ${name}`;
}

function findingWords({ id, of, reaches, because, owner }: UndeclaredFinding): Phrase {
    const reached = firstOf(reaches, MOST_REACHED);
    // The name of a document or member already has the names of what it connects.
    const words = reaches.length === 0 || of !== undefined ? prose`` : prose`gives access to ${reached}; `;
    const administered = owner === undefined ? prose`` : prose`administered by ${owner}; `;
    return prose`${words}${administered}${becausePhrase(because)}id ${id}`;
}

function becausePhrase(because: string | undefined): Phrase {
    return because === undefined ? prose`` : prose`${because}; `;
}
