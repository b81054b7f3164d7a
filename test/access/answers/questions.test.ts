import { expect, test } from "vitest";
import { whoDocument } from "../../../src/access/answers/answer-document.js";
import { whoText } from "../../../src/access/answers/answer-words.js";
import { Directory } from "../../../src/access/answers/directory.js";
import { type Knowledge, whoCan } from "../../../src/access/answers/questions.js";
import { AccessModel } from "../../../src/access/model/model.js";
import { automatic, user } from "../../review/impact/organization.js";
import { factsWith } from "../empty-facts.js";

test.each(["mayRequest", "getsWithoutApproval"] as const)(
    "reports the maximum length of a request as a duration, not as a date: %s",
    (aspect) => {
        const vault = { id: "vault", name: "Vault", requestRules: [{ ...automatic, maxMinutes: 240 }] };
        const facts = factsWith({ users: [user("ada")], groups: [vault] });
        const knowledge: Knowledge = {
            model: AccessModel.of(facts),
            directory: new Directory([facts]),
            isOfProgram: false,
            limits: [],
        };
        const answer = whoCan(knowledge, aspect, { type: "group", id: "vault" });
        expect(whoText(knowledge, answer)).toContain("(for up to 4 hours)");
        expect(whoText(knowledge, answer)).not.toContain("until");
        expect(whoDocument(knowledge, answer).people).toEqual([
            expect.objectContaining({ until: null, maxDurationMinutes: 240 }),
        ]);
    },
);
