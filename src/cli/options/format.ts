import { Option } from "commander";

/** `--format`: text for people, JSON for programs. */
export function formatOption(): Option {
    return new Option("--format <format>", "output format").choices(["text", "json"]).default("text");
}
