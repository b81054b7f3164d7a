/** A map as text: what it holds, and what names cannot do to it. */
import { expect, test } from "vitest";
import { pageOf } from "../../../src/access/map/map-page.js";
import { factsFrom, type PageData, pageDataOf } from "../../../src/access/map/page-data.js";
import type { Facts } from "../../../src/access/model/facts/facts.js";
import { seedOrganization } from "../../../src/local/service/index.js";
import { factsOf, together } from "./facts-of.js";

const NASTY = `</script><img src=x onerror="document.title='broken'"><!-- <script> \u2028 " ' & \\ `;

const large = factsOf(seedOrganization("large"));
const small = factsOf(seedOrganization("small"));

test("4,000 people and 8,000 groups and resources take less than 3 MB", () => {
    const twice = together(large, factsOf(seedOrganization("large", 1)));
    expect(twice.users.length).toBe(4000);
    expect(twice.groups.length + twice.resources.length).toBe(8000);
    const [one, two] = [large, twice].map((facts) => Buffer.byteLength(pageOf(facts, { title: "Large" })));
    console.log(`2,000 people take ${one} bytes, 4,000 people ${two}`);
    expect(two).toBeLessThan(3_000_000);
});

test("what a page holds is what it was made of", () => {
    const data = JSON.parse(JSON.stringify(pageDataOf(large, "Large"))) as PageData;
    expect(factsFrom(data)).toEqual({ ...large, templates: [] });
});

test("the same facts give the same bytes, whatever the order of properties", () => {
    const again = JSON.parse(JSON.stringify(small), (_, value: unknown) =>
        value !== null && typeof value === "object" && !Array.isArray(value)
            ? Object.fromEntries(Object.entries(value).reverse())
            : value,
    ) as Facts;
    expect(Object.keys(again.users[0] ?? {})).not.toEqual(Object.keys(small.users[0] ?? {}));
    expect(pageOf(again, { title: "T" })).toBe(pageOf(small, { title: "T" }));
});

test("lists that can be read once only are enough", () => {
    const once: Facts = {
        ...small,
        memberships: small.memberships[Symbol.iterator]() as IterableIterator<never>, // of the same list
    };
    expect(pageOf(once, { title: "T", after: small })).toBe(pageOf(small, { title: "T", after: small }));
});

test("no name ends a script, begins a tag or leaves its place", () => {
    const [user, ...users] = small.users;
    if (!user) throw new Error("Nobody is there.");
    const page = pageOf({ ...small, users: [{ ...user, name: NASTY }, ...users] }, { title: NASTY });
    const plain = pageOf(small, { title: "T" });
    for (const tag of [/<script/g, /<\/script/g, /<img/g, /<!--/g])
        expect(page.match(tag)?.length ?? 0).toBe(plain.match(tag)?.length ?? 0);
    const [, json = ""] = /<script type="application\/json" id="data">(.*?)<\/script>/s.exec(page) ?? [];
    expect(factsFrom(JSON.parse(json) as PageData).users[0]?.name).toBe(NASTY);
});

test("its policy allows its own script and style and nothing else", () => {
    const page = pageOf(small, { title: "T" });
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

test("the licences of what is in it are in it", () => {
    const page = pageOf(small, { title: "T" });
    expect(page).toMatch(/@dagrejs\/dagre \d+\.\d+\.\d+\s+Copyright[\s\S]*Permission is hereby granted/);
    expect(page).toMatch(/@dagrejs\/graphlib \d+\.\d+\.\d+\s+Copyright/);
});
