import { expect, test } from "vitest";
import { addressAdvice } from "../../../src/api/transport/advice.js";

test("advises to check a URL that ends in /v1, and suggests a URL with /v1 otherwise", () => {
    expect(addressAdvice("http://127.0.0.1/api/v1")).toMatch(
        /it must be the address of the API itself, ending in \/v1\.$/,
    );
    for (const url of ["http://127.0.0.1", "http://127.0.0.1/v1/groups"])
        expect(addressAdvice(url)).toContain(`"${url}" does not end in /v1. Did you mean "${url}/v1"?`);
});
