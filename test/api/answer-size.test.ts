import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createGzip } from "node:zlib";
import { afterEach, expect, test } from "vitest";
import { Client } from "../../src/api/client.js";
import { TooLargeAnswerError } from "../../src/api/errors.js";

const MEBIBYTE = 2 ** 20;
/** Bytes of an endless response: far more than a client accepts or the memory of this test holds. */
const ENDLESS = 4096 * MEBIBYTE;

let server: Server | undefined;
let sent = 0;
let calls = 0;

afterEach(() => {
    server?.closeAllConnections();
    server?.close();
});

/** Creates a client of a server that sends an endless response. */
async function clientOf(encoding: "gzip" | "identity", maxAnswerBytes?: number): Promise<Client> {
    [sent, calls] = [0, 0];
    server = createServer((_, response) => {
        calls += 1;
        response.writeHead(200, { "content-type": "application/json", "content-encoding": encoding });
        const out = encoding === "gzip" ? createGzip({ level: 1 }) : response;
        if (out !== response) out.pipe(response);
        const chunk = Buffer.alloc(MEBIBYTE, " ");
        const fill = (): void => {
            while (sent < ENDLESS && !response.destroyed) {
                sent += chunk.length;
                if (!out.write(chunk)) return void out.once("drain", fill);
            }
        };
        fill();
    });
    await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo; // the server listens on a port
    const url = `http://127.0.0.1:${port}/v1`;
    return new Client({ url, token: "t", ...(maxAnswerBytes === undefined ? {} : { maxAnswerBytes }) });
}

test.each([
    ["plain", "identity"],
    ["compressed", "gzip"],
] as const)(
    "an endless %s response is read only up to the limit, once, and the error names the call",
    async (_, encoding) => {
        const client = await clientOf(encoding);
        const error: unknown = await client.call("getUsers").catch((reason: unknown) => reason);
        expect(error).toBeInstanceOf(TooLargeAnswerError);
        expect(String(error)).toMatch(/GET \/users returned more than 64 MiB\. .*access-governance:maxAnswerMegabytes/);
        expect(calls).toBe(1);
        // The limit applies to the uncompressed size, and more may be in transit. A gigabyte of spaces compresses to one mebibyte.
        expect(sent).toBeLessThan(encoding === "gzip" ? ENDLESS : 128 * MEBIBYTE);
    },
);

test("the limit can be set as an option", async () => {
    const client = await clientOf("identity", MEBIBYTE);
    await expect(client.call("getUsers")).rejects.toThrow("returned more than 1 MiB");
    expect(sent).toBeLessThan(32 * MEBIBYTE);
});
