/** Content of the map page as text, and its protection against hostile names. */
import { expect, test } from "vitest";
import { mapPageHtml } from "../../../src/access/map/map-page.js";
import type { Facts } from "../../../src/access/model/facts/facts.js";
import { joinedFacts, seededFacts } from "../facts-of.js";
import { dataIn } from "./data-in.js";

const NASTY = `</script><img src=x onerror="document.title='broken'"><!-- <script> \u2028 " ' & \\ `;

const large = seededFacts("large");
const small = seededFacts("small");

test("a page with 4,000 people and 8,000 groups and resources is smaller than 3 MB", () => {
    const twice = joinedFacts(large, seededFacts("large", 1));
    expect(twice.users.length).toBe(4000);
    expect(twice.groups.length + twice.resources.length).toBe(8000);
    const [one, two] = [large, twice].map((facts) => Buffer.byteLength(mapPageHtml(facts, { title: "Large" })));
    console.log(`2,000 people take ${one} bytes, 4,000 people ${two}`);
    expect(two).toBeLessThan(3_000_000);
});

test("the facts can be restored from the data of a page", () => {
    expect(dataIn(mapPageHtml(large, { title: "Large" }))).toEqual({ title: "Large", facts: large });
});

test("the same facts produce the same bytes, whatever the order of their properties", () => {
    const again = JSON.parse(JSON.stringify(small), (_, value: unknown) =>
        value !== null && typeof value === "object" && !Array.isArray(value)
            ? Object.fromEntries(Object.entries(value).reverse())
            : value,
    ) as Facts;
    expect(Object.keys(again.users[0] ?? {})).not.toEqual(Object.keys(small.users[0] ?? {}));
    expect(mapPageHtml(again, { title: "T" })).toBe(mapPageHtml(small, { title: "T" }));
});

test("a page can be created from lists that can be iterated only once", () => {
    const once: Facts = {
        ...small,
        memberships: small.memberships[Symbol.iterator]() as IterableIterator<never>, // iterates over the same list
    };
    expect(mapPageHtml(once, { title: "T", after: small })).toBe(mapPageHtml(small, { title: "T", after: small }));
});

test("a hostile name cannot close the script, open a tag or end up outside of the data", () => {
    const [user, ...users] = small.users;
    if (!user) throw new Error("Nobody is there.");
    const page = mapPageHtml({ ...small, users: [{ ...user, name: NASTY }, ...users] }, { title: NASTY });
    const plain = mapPageHtml(small, { title: "T" });
    for (const tag of [/<script/g, /<\/script/g, /<img/g, /<!--/g])
        expect(page.match(tag)?.length ?? 0).toBe(plain.match(tag)?.length ?? 0);
    expect(dataIn(page).facts.users[0]?.name).toBe(NASTY);
});

test("the Content-Security-Policy allows only the page's own script and style", () => {
    const page = mapPageHtml(small, { title: "T" });
    const [, policy = ""] = /Content-Security-Policy" content="([^"]+)"/.exec(page) ?? [];
    expect(policy.replace(/'sha256-[^']+'/g, "HASH").split("; ")).toEqual([
        "default-src 'none'",
        "script-src HASH",
        "style-src HASH",
        "base-uri 'none'",
        "form-action 'none'",
    ]);
    expect(page).not.toMatch(/\b(src|href)="(?!#)/);
});

test("the page contains the licenses of the libraries in it", () => {
    const page = mapPageHtml(small, { title: "T" });
    expect(page).toMatch(/@dagrejs\/dagre \d+\.\d+\.\d+\s+Copyright[\s\S]*Permission is hereby granted/);
    expect(page).toMatch(/@dagrejs\/graphlib \d+\.\d+\.\d+\s+Copyright/);
});
