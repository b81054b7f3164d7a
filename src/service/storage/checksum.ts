import { crc32 } from "node:zlib";

/** Tells apart what was written and what a disk or an editor made of it. Eight hexadecimal digits; no protection against intent. */
export function checksumOf(text: string): string {
    return crc32(text).toString(16).padStart(8, "0");
}
