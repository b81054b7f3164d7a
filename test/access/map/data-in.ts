import { gunzipSync } from "node:zlib";
import type { PageData } from "../../../src/access/map/page-data.js";

/** Unpacks the data of a map page, as its script does. */
export function dataIn(page: string): PageData {
    const [, packed = ""] = /<script type="application\/octet-stream" id="data">(.*?)<\/script>/s.exec(page) ?? [];
    return JSON.parse(gunzipSync(Buffer.from(packed, "base64")).toString());
}
