/** The built local service in a separate process, which reports the number of its calls. Receives "clear" or "count" by IPC. */
const { startService } = require("../dist/local/service/index.js");

startService({ seed: "small", latencyMs: Number(process.argv[2]) }).then((service) => {
    const { url, token, calls } = service;
    process.on("message", (order) => {
        const counted = { calls: calls.all().length, writes: calls.writes().length };
        if (order === "clear") calls.clear();
        process.send?.(counted);
    });
    process.on("disconnect", () => process.exit());
    process.send?.({ url, token });
});
