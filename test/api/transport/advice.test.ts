import { expect, test } from "vitest";
import { addressAdvice } from "../../../src/api/transport/advice.js";

test("an address that ends in /v1 is to be looked at, any other one names what is probably meant", () => {
    expect(addressAdvice("http://127.0.0.1/api/v1")).toMatch(
        /it must be the address of the API itself, ending in \/v1\.$/,
    );
    for (const url of ["http://127.0.0.1", "http://127.0.0.1/v1/groups"])
        expect(addressAdvice(url)).toContain(
            `it is "${url}", which does not end in /v1: "${url}/v1" is probably meant.`,
        );
});
