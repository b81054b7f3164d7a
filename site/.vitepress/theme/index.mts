// The fonts of the reader's system: a smaller site.
import DefaultTheme from "vitepress/theme-without-fonts";
import "./style.css";

export default DefaultTheme;
