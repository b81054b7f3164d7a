/**
 * Colors of the HTML pages, as CSS custom properties. Wider access is orange, like a warning. Narrower access is blue, because color-blind
 * people can distinguish it from orange. Color is never the only cue: a symbol or a word always accompanies it.
 */
export const PALETTE = {
    light: `--ground: #f6f7f9; --panel: #fff; --text: #1b2129; --quiet: #56606c; --line: #d3d9e0; --accent: #0b57a4;
    --wider: #8a3800; --wider-ground: #fff0e2; --narrower: #23459f; --narrower-ground: #e4eafc;
    --unknown: #5b4a00; --unknown-ground: #fbf3cf;`,
    dark: `--ground: #11151a; --panel: #1a2027; --text: #e7ebf0; --quiet: #a3aebb; --line: #353f4b; --accent: #86b9f7;
    --wider: #ffb783; --wider-ground: #3f2713; --narrower: #a9bfff; --narrower-ground: #1f2c50;
    --unknown: #f3d677; --unknown-ground: #37300f;`,
} as const;
