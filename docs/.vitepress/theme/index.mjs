// VitePress's own theme, in the colours of the dashboard and without fonts to load.
import theme from 'vitepress/theme-without-fonts';
import { h } from 'vue';
import { notFound } from './not-found.mjs';
import { askedInWords } from './search.mjs';
import './style.css';

export default {
  extends: theme,
  Layout: () => h(theme.Layout, null, { 'not-found': notFound }),
  enhanceApp: ({ siteData }) => askedInWords(siteData.value.themeConfig.search.options),
};
