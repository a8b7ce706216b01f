/** The collection with a row for each article and further locale. */
export const localeRowsName = 'article_locales';
