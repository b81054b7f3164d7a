import { homedir } from "node:os";
import { join } from "node:path";

/** Folder of this user for files that later runs need. */
export function stateFolder(): string {
    const { XDG_STATE_HOME, LOCALAPPDATA } = process.env;
    const mac = process.platform === "darwin" && join(homedir(), "Library/Application Support");
    return join(XDG_STATE_HOME || LOCALAPPDATA || mac || join(homedir(), ".local/state"), "access-governance");
}
