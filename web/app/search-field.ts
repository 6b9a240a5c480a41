/** The field that one searches with, where a page has one. */
export const SEARCH_FIELD = 'input[type="search"]'
