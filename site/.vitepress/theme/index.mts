// The fonts of the reader's system: a smaller site.
import { Content, type Theme } from "vitepress";
import DefaultTheme, { VPHomeContent, VPHomeFeatures, VPHomeHero } from "vitepress/theme-without-fonts";
import { h } from "vue";
import "./style.css";

/** The front page of the default theme, in the landmark that it lacks. */
const Front = () => h("main", [h(VPHomeHero), h(VPHomeFeatures), h(VPHomeContent, () => h(Content))]);

const theme: Theme = {
    extends: DefaultTheme,
    enhanceApp: ({ app }) => {
        app.component("front", Front);
    },
};

export default theme;
