import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

/** Where Chromium or Chrome usually is; CHROME_PATH comes first. */
const PLACES = [
    process.env.CHROME_PATH,
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
    "/usr/bin/google-chrome-stable",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** The browser of this machine; undefined if there is none. */
export const chrome = PLACES.find((place) => place !== undefined && existsSync(place));

export const WHY_SKIPPED = "no Chromium was found: install one, or set CHROME_PATH";

export function openBrowser(): Promise<Browser> {
    if (chrome === undefined) throw new Error(WHY_SKIPPED);
    // Containers run as root, where Chromium has no sandbox. The pages are our own.
    return chromium.launch({ executablePath: chrome, args: ["--no-sandbox"] });
}
