import { homedir } from "node:os";
import { join } from "node:path";

/** Cache folder of this user. It may be deleted at any time. */
export function cacheFolder(): string {
    const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
    const mac = process.platform === "darwin" && join(homedir(), "Library/Caches");
    return join(XDG_CACHE_HOME || LOCALAPPDATA || mac || join(homedir(), ".cache"), "access-governance");
}
