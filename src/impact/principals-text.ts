import type { PreviewImpact } from "./preview-impact.js";

/** Counts principals: `8 people and 1 Paladin`. The API lists Paladins among the users. */
export function principalsText({ before, after }: PreviewImpact, ids: readonly string[]): string {
    const isPaladin = (id: string): boolean =>
        [before, after].some(({ records }) => records.users.get(records.principals.number(id))?.isPaladin === true);
    const paladins = ids.filter(isPaladin).length;
    const people = ids.length - paladins;
    const parts = [
        ...(people > 0 || paladins === 0 ? [counted(people, "person", "people")] : []),
        ...(paladins > 0 ? [counted(paladins, "Paladin", "Paladins")] : []),
    ];
    return parts.join(" and ");
}

function counted(count: number, one: string, several: string): string {
    return `${count.toLocaleString("en")} ${count === 1 ? one : several}`;
}
