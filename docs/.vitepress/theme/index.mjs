// VitePress's own theme, in the colours of the dashboard and without fonts to load.
import theme from 'vitepress/theme-without-fonts';
import { askedInWords } from './search.mjs';
import './style.css';

export default {
  extends: theme,
  enhanceApp: ({ siteData }) => askedInWords(siteData.value.themeConfig.search.options),
};
