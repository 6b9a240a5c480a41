/** Selector of the header's search field, which is only shown in wide windows. */
export const HEADER_SEARCH = 'header [name="query"]'

/** Selector of a page's search field. */
export const SEARCH_FIELD = 'input[type="search"]'
