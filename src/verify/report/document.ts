import { Directory } from "../../access/answers/directory.js";
import { pathWords } from "../../access/model/words.js";
import { type Verification, verdictOf } from "../verification.js";
import { headingOf } from "./text.js";

/** Returns the JSON output, which contains names and ids. */
export function documentOf(verification: Verification) {
    const { contract, access } = verification;
    const verdict = verdictOf(verification);
    if ("unread" in access) return { verdict, contract, access };
    const { facts, disagreements, ...counts } = access;
    const directory = new Directory([facts]);
    return {
        verdict,
        contract,
        access: {
            ...counts,
            disagreements: disagreements.map((one) => ({
                heading: headingOf(one),
                ...one,
                target: { ...one.target, name: directory.nameOf(one.target.id) },
                person: { id: one.personId, name: directory.nameOf(one.personId) },
                pathInWords: pathWords(one.path, directory).toJSON(),
            })),
        },
    };
}
