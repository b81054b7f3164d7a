import { expect, test } from "vitest";
import { parseExpectation } from "../../../../src/access/guarantees/tests/expectation.js";

test.each([
    ["reach resource:prod-db at level readwrite", { verb: "reach", target: "resource:prod-db", level: "readwrite" }],
    ["reach tag:data=customer unless approved by 2", { verb: "reach", target: "tag:data=customer", approvals: 2 }],
    ["approve own requests for *", { verb: "approve own requests for", target: "*" }],
    ["approve requests for group:On call at night", { verb: "approve requests for", target: "group:On call at night" }],
    ["see bundle:First day", { verb: "see", target: "bundle:First day" }],
    ["have resource:a at level read only", { verb: "have", target: "resource:a", level: "read only" }],
])("parses %s", (text, expected) => {
    expect(parseExpectation(text)).toEqual(expected);
});

test.each([
    ["raech resource:a", 'did you mean "reach"?'],
    ["own resource:a", "the expectation must begin with one of"],
    ["reach", 'specify a target after "reach"'],
    ["reach resource:a unless approved by 2 at level admin", 'put "unless approved by <number>" at the end'],
    ["reach  ", 'specify a target after "reach"'],
    ["administer resource:a at level admin", 'a level can only be specified with "reach", "have", "request"'],
    ["have resource:a unless approved by 2", 'the number of approvals can only be specified with "reach"'],
    ["reach resource:a unless approved by two", "the number of approvals must be between 1 and 9"],
    ["reach resource:a unless approved by 1e0", "the number of approvals must be between 1 and 9"],
    ["reach resource:a unless approved by 0", "the number of approvals must be between 1 and 9"],
    ["reach resource:a at level admin unless approved by 1", "a level cannot be combined with approvals"],
])("rejects %s", (text, why) => {
    expect(parseExpectation(text)).toContain(why);
});
