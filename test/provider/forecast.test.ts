import { appendFileSync, chmodSync, existsSync, mkdtempSync, rmSync, statSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type Forecast, ForecastReader, ForecastWriter, forecastFile } from "../../src/provider/forecast.js";

let folder: string;
let file: string;

beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "forecast-"));
    file = join(folder, "told");
});

afterEach(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true, force: true });
});

const owner = (name: string): Forecast => ({
    kind: "Owner",
    name,
    provider: 0,
    key: { name },
    ids: {},
    given: ["name"],
});
const names = (told: readonly Forecast[]): string[] => told.map(({ name }) => name);
/** Resolves when the pending forecasts have been written. */
const written = () => new Promise((resolve) => setImmediate(resolve));

it("a forecast is read once, in order, as soon as it is written", async () => {
    const [writer, reader] = [new ForecastWriter(file), new ForecastReader(file, 0)];
    expect(reader.poll()).toEqual([]);
    expect([writer.add(owner("Zoë")), writer.add(owner("b"))]).toEqual([0, 1]);
    await written();
    expect(reader.poll()).toEqual([owner("Zoë"), owner("b")]);
    expect(writer.add(owner("c"))).toBe(2);
    await written();
    expect(names(reader.poll())).toEqual(["c"]);
    expect(reader.poll()).toEqual([]);
});

it("ids that resources contain are read beside the forecasts", async () => {
    const [writer, reader] = [new ForecastWriter(file), new ForecastReader(file, 0)];
    const mentions = { kind: "Owner", name: "a", mentions: ["4f2c3f0a-0000-4000-8000-000000000001"] };
    writer.mention(mentions);
    writer.mention({ ...mentions, mentions: [] });
    writer.add(owner("a"));
    await written();
    expect(reader.poll()).toEqual([owner("a")]);
    expect(reader.mentions).toEqual([mentions]);
});

it("the first line of the file states whether the run is a preview", async () => {
    const readers = [new ForecastReader(file, 0), new ForecastReader(file, 0)] as const;
    const [preview, up] = readers;
    new ForecastWriter(file, true);
    await written();
    expect(preview.poll()).toEqual([]);
    new ForecastWriter(file).add(owner("a"));
    await written();
    expect(names(up.poll())).toEqual(["a"]);
    expect(readers.map(({ isPreview }) => isPreview)).toEqual([true, false]);
});

it("returns only complete lines, even if the file grows byte by byte", () => {
    const reader = new ForecastReader(file, 0);
    const bytes = Buffer.from(`${JSON.stringify(owner("Zoë"))}\n${JSON.stringify(owner("b"))}\n`);
    const told: Forecast[] = [];
    for (const byte of bytes) {
        appendFileSync(file, Buffer.from([byte]));
        told.push(...reader.poll());
    }
    expect(told).toEqual([owner("Zoë"), owner("b")]);
});

it("ignores a file that a killed program left before this provider started", async () => {
    new ForecastWriter(file).add(owner("a"));
    await written();
    utimesSync(file, 1_000, 1_000);
    expect(new ForecastReader(file, 1_000_001).poll()).toEqual([]);
    expect(names(new ForecastReader(file, 1_000_000).poll())).toEqual(["a"]);
});

it("a provider does not read the forecasts of the next program of its engine", async () => {
    const [preview, up] = [new ForecastReader(file, 0), new ForecastReader(file, 0)];
    new ForecastWriter(file).add(owner("a"));
    await written();
    expect(names(preview.poll())).toEqual(["a"]);
    new ForecastWriter(file).add(owner("b"));
    await written();
    expect(preview.poll()).toEqual([]);
    expect(names(up.poll())).toEqual(["b"]);
});

it("each engine has its own file, in a folder that only the user can read", () => {
    vi.stubEnv("TMPDIR", folder);
    const [one, other] = [forecastFile("127.0.0.1:4711"), forecastFile("dns:127.0.0.1:4711")];
    expect(one).toBe(other);
    expect(forecastFile("127.0.0.1:4712")).not.toBe(one);
    expect(statSync(join(one ?? "", "..")).mode & 0o777).toBe(0o700);
    expect(forecastFile("unix:/run/engine")).toBeUndefined();
});

it("deletes the files of all engines when the process exits", async () => {
    const files = Array.from({ length: 20 }, (_, number) => join(folder, `${number}`));
    const listeners = process.listenerCount("exit");
    for (const one of files) new ForecastWriter(one).add(owner("a"));
    await written();
    expect(files.filter((one) => existsSync(one))).toEqual(files);
    expect(process.listenerCount("exit")).toBeLessThanOrEqual(listeners + 1);
    process
        .listeners("exit")
        .find(({ name }) => /removeAll$/.test(name))
        ?.call(process, 0);
    expect(files.filter((one) => existsSync(one))).toEqual([]);
});

it("writes no forecasts if other users could read them or the folder does not exist", async () => {
    vi.stubEnv("TMPDIR", folder);
    chmodSync(join(forecastFile("127.0.0.1:4711") ?? "", ".."), 0o755);
    expect(forecastFile("127.0.0.1:4711")).toBeUndefined();
    const writer = new ForecastWriter(join(folder, "missing", "told"));
    writer.add(owner("a"));
    await written();
    writer.add(owner("b"));
    await written();
    expect(existsSync(join(folder, "missing"))).toBe(false);
});

it("the file also contains the names of looked-up objects, which do not count as forecasts", async () => {
    const [writer, reader] = [new ForecastWriter(file), new ForecastReader(file, 0)];
    writer.name("u1", "Ada");
    expect(writer.add(owner("a"))).toBe(0);
    writer.name("u2", "Grace");
    await written();
    expect(names(reader.poll())).toEqual(["a"]);
    expect([...reader.names]).toEqual([
        ["u1", "Ada"],
        ["u2", "Grace"],
    ]);
});
