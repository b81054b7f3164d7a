import { Option } from "commander";

/** Returns the option `--format`. Text output is for people, JSON for programs. */
export function formatOption(): Option {
    return new Option("--format <format>", "output format").choices(["text", "json"]).default("text");
}
