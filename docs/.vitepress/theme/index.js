import DefaultTheme from 'vitepress/theme-without-fonts';
import ApiReference from './ApiReference.vue';
import './theme.css';

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component('ApiReference', ApiReference);
  },
};
