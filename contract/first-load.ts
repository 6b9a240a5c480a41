/** Id of the element with the replies to a page's first GET calls, as JSON by path. */
export const FIRST_REPLIES_ID = 'first-replies'
