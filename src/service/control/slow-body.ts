const TICK_MS = 50;

/** The same answer, its body in small pieces at this speed. */
export function slowly(response: Response, bytesPerSecond: number): Response {
    if (!response.body) return response;
    const { status, headers } = response;
    return new Response(inPieces(response, bytesPerSecond), { status, headers });
}

function inPieces(response: Response, bytesPerSecond: number): ReadableStream<Uint8Array> {
    let timer: NodeJS.Timeout | undefined;
    return new ReadableStream({
        async start(controller) {
            const bytes = new Uint8Array(await response.arrayBuffer());
            const start = performance.now();
            let sent = 0;
            timer = setInterval(() => {
                const due = Math.min(bytes.length, Math.floor(((performance.now() - start) * bytesPerSecond) / 1000));
                if (due > sent) controller.enqueue(bytes.subarray(sent, due));
                sent = due;
                if (sent < bytes.length) return;
                clearInterval(timer);
                controller.close();
            }, TICK_MS);
        },
        // The caller lost patience, or the service ends.
        cancel: () => clearInterval(timer),
    });
}
