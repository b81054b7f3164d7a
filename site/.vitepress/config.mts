import { defineConfig } from "vitepress";
import { anchorOf } from "../anchors.mjs";
import { sidebar } from "../sidebar.mjs";

export default defineConfig({
    title: "pulumi-access-governance",
    description: "Access as code: who owns, reviews, sees and gets access to what, declared with Pulumi",
    lang: "en",
    srcDir: "pages",
    outDir: "dist",
    cacheDir: "../node_modules/.cache/vitepress",
    // A link that leads nowhere fails the build.
    ignoreDeadLinks: false,
    markdown: {
        anchor: { slugify: anchorOf },
        config: (md) => {
            // An indented block is one of commands, and not a template of Vue.
            md.renderer.rules.code_block = (tokens, index, ...rest) => {
                const [token] = tokens.slice(index);
                if (token) token.info = "sh";
                return md.renderer.rules.fence?.(tokens, index, ...rest) ?? "";
            };
            // Markdown has no table without a head: an empty one is no head to a screen reader.
            md.core.ruler.push("empty_heads", ({ tokens }) => {
                for (const [index, token] of tokens.entries()) {
                    if (token.type !== "th_open" || tokens[index + 1]?.content !== "") continue;
                    token.tag = "td";
                    const end = tokens[index + 2];
                    if (end) end.tag = "td";
                }
            });
        },
    },
    themeConfig: {
        sidebar,
        outline: { level: [2, 3] },
        search: { provider: "local" },
        nav: [
            { text: "First hour", link: "/first-hour" },
            { text: "Kinds", link: "/kinds" },
            { text: "When something goes wrong", link: "/errors" },
        ],
    },
});
