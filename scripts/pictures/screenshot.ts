import { writeFileSync } from "node:fs";
import type { Page } from "playwright-core";

/** Writes the top of a page, at most `height` pixels, as WebP, which is half the size of PNG: the package contains the pictures. */
export async function saveScreenshot(page: Page, element: string, file: string, height = Infinity): Promise<void> {
    const rectangle = `document.querySelector(${JSON.stringify(element)}).getBoundingClientRect()`;
    const box = await page.evaluate<{ right: number; bottom: number }>(
        `(({ right, bottom }) => ({ right, bottom }))(${rectangle})`,
    );
    const session = await page.context().newCDPSession(page);
    const { data } = await session.send("Page.captureScreenshot", {
        format: "webp",
        quality: 85,
        captureBeyondViewport: true,
        clip: { x: 0, y: 0, width: Math.ceil(box.right), height: Math.min(Math.ceil(box.bottom), height), scale: 1 },
    });
    writeFileSync(file, Buffer.from(data, "base64"));
}
