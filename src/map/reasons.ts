import type { Target } from "../access/facts.js";
import type { AccessModel, Aspect } from "../access/model.js";
import { pathOf } from "../access/path.js";
import { stepWords } from "../access/path-words.js";
import { plain, prose } from "../schema/phrase.js";
import { placeOf } from "./ways.js";
import { endText } from "./wording.js";

/**
 * Why somebody can do something with a target, as words that go on from the person, such as "in the owner Payments, which reviews stage 1";
 * "" if they cannot, nobody knows, or there is nothing to add.
 */
export function reasonOf(
    model: AccessModel,
    who: string,
    aspect: Aspect,
    target: Target,
    nameOf: (key: string) => string,
): string {
    const path = pathOf(model, placeOf(who).id, aspect, target) ?? [];
    // That somebody may ask since they may ask is no reason.
    const [only, ...others] = path;
    if (only?.by === "request" && only.groupId === undefined && others.length === 0) return "";
    const at = model.records.at;
    const names = {
        of: ({ type, id }: { type: string; id: string }) => prose`${nameOf(`${type} ${id}`)}`,
        end: (until: string | null) => (until === null ? prose`` : prose` ${plain(endText(Date.parse(until), at))}`),
    };
    return path.map((step) => stepWords(step, names)).join(", ");
}
